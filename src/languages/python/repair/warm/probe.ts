import { outDir } from '../../../../ports/outside/sandbox.ts';
import { probesFile } from '../../../repair/warm.ts';

/**
 * Calls that the tests make are noted, and made again with other arguments: the tests' own, cut, joined and exchanged
 * for each other. What comes out tells apart candidates that the tests cannot.
 */
export const probing = `
import copy, random, re

most_calls, most_inputs = 40, 160


class Slow(BaseException):
    pass


def record(tests, order, paths, function_of):
    """Calls from outside of the files into them: the function and its arguments, before they are changed."""
    calls, frames = [], []

    def profile(frame, event, _):
        code = frame.f_code
        if event != 'call' or code not in function_of or len(frames) >= 4000 or any(frame is one for one in frames[-50:]):
            return
        if frame.f_back is None or own(frame.f_back.f_code.co_filename) in paths:
            return
        frames.append(frame)
        if sum(1 for one, _, _ in calls if one is code) >= most_calls:
            return
        try:
            values = frame.f_locals
            count = code.co_argcount
            names = code.co_varnames
            args = [values[name] for name in names[:count]]
            named = {name: values[name] for name in names[count:count + code.co_kwonlyargcount]}
            place = count + code.co_kwonlyargcount
            if code.co_flags & 4:
                args.extend(values[names[place]])
                place += 1
            if code.co_flags & 8:
                named.update(values[names[place]])
            calls.append((code, copy.deepcopy(args), copy.deepcopy(named)))
        except BaseException:
            return

    def late(*_):
        raise Slow()

    signal.signal(signal.SIGPROF, late)
    for place, at in enumerate(order):
        timed(batch['each_ms'] / 1000)
        sys.setprofile(profile)
        try:
            tests.run(at, order[place + 1] if place + 1 < len(order) else None)
        except BaseException:
            pass
        finally:
            sys.setprofile(None)
            timed(0)
    return calls


def mixed(value, others, chance):
    """Another value of the same kind, out of this one and those that stand in its place elsewhere."""
    same_kind = [other for other in others if type(other) is type(value)]
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        least, largest = min(same_kind + [value]), max(same_kind + [value])
        near = [value + 1, value - 1, value * 2, 0, 1, 2, 3, 5, 10, -value]
        near += [chance.randint(min(0, int(least)), 2 * int(abs(largest)) + 2) for _ in range(6)]
        near = [one for one in near if one >= 0 or least < 0]
        if isinstance(value, float):
            near = [float(one) for one in near] + [value / 2, value + 0.25]
        return chance.choice(near + same_kind)
    if isinstance(value, (str, bytes, list, tuple)):
        empty = value[:0]
        other = chance.choice(same_kind) if same_kind else value
        at = chance.randrange(len(value) + 1)
        until = chance.randrange(at, len(value) + 1)
        kind = chance.randrange(9 if isinstance(value, str) else 8)
        if kind == 0:
            return value[at:until]
        if kind == 8:
            return chance.choice((value.swapcase(), value[:at] + chance.choice('aZ0 .') + value[at:]))
        if kind == 1:
            return value[:at] + other[chance.randrange(len(other) + 1):]
        if kind == 2:
            return value[::-1]
        if kind == 3:
            return value[:at] + value[at:at + 1] + value[at:]
        if kind == 4 or not value:
            return value + other if value else other
        if kind == 5:
            parts = [value[i:i + 1] for i in range(len(value))]
            chance.shuffle(parts)
            for part in parts:
                empty = empty + part
            return empty
        if isinstance(value, (str, bytes)):
            pool = b''.join(same_kind + [value]) if isinstance(value, bytes) else ''.join(same_kind + [value])
            one = chance.randrange(len(pool))
            return value[:at] + pool[one:one + 1] + value[at + 1:]
        at = chance.randrange(len(value))
        inner = [part for one in same_kind for part in one] + list(value)
        changed = list(value)
        changed[at] = mixed(changed[at], inner, chance)
        return type(value)(changed) if type(value) in (list, tuple) else value
    if type(value) is dict and value:
        changed = dict(value)
        key = chance.choice(list(changed))
        if chance.randrange(3) == 0:
            del changed[key]
        else:
            changed[key] = mixed(changed[key], list(value.values()), chance)
        return changed
    if type(value) is set and value:
        return value - {chance.choice(sorted(value, key=repr))}
    return value


def inputs_from(calls):
    chance = random.Random(1)
    by_code, seen, inputs = {}, set(), []
    for code, args, named in calls:
        by_code.setdefault(code, []).append((args, named))

    def add(code, args, named):
        try:
            key = (id(code), re.sub('0x[0-9a-f]+', '', repr((args, named)))[:4000])
        except BaseException:
            return
        if key not in seen and len(inputs) < most_inputs:
            seen.add(key)
            inputs.append((code, args, named))

    for code, own_calls in by_code.items():
        for args, named in own_calls[:20]:
            add(code, args, named)
    for _ in range(800):
        if len(inputs) >= most_inputs or not by_code:
            break
        code = chance.choice(list(by_code))
        own_calls = by_code[code]
        args, named = chance.choice(own_calls)
        if not args:
            continue
        try:
            args = copy.deepcopy(args)
            for _ in range(chance.choice((1, 1, 2))):
                at = chance.randrange(len(args))
                others = [other[at] for other, _ in own_calls if len(other) > at]
                args[at] = mixed(args[at], others, chance)
        except BaseException:
            continue
        add(code, args, named)
    return inputs


def shown(value, depth=0):
    if depth > 8:
        return '...'
    if isinstance(value, float):
        return 'f%.9g' % value
    if value is None or isinstance(value, (bool, int, str, bytes, complex)):
        return repr(value)[:2000]
    if isinstance(value, dict):
        return '{%s}' % ','.join('%s:%s' % (shown(key, depth + 1), shown(one, depth + 1)) for key, one in list(value.items())[:200])
    if isinstance(value, (set, frozenset)):
        return 'set(%s)' % ','.join(sorted(shown(one, depth + 1) for one in list(value)[:200]))
    if isinstance(value, (list, tuple)):
        return '%s(%s)' % (type(value).__name__, ','.join(shown(one, depth + 1) for one in value[:200]))
    if hasattr(value, '__next__'):
        parts = []
        for one in value:
            parts.append(shown(one, depth + 1))
            if len(parts) >= 200:
                break
        return 'iter(%s)' % ','.join(parts)
    if isinstance(value, types.FunctionType) or isinstance(value, type):
        return value.__qualname__
    inner = getattr(value, '__dict__', None)
    if isinstance(inner, dict):
        return type(value).__name__ + shown({key: inner[key] for key in sorted(inner)}, depth + 1)
    return re.sub('0x[0-9a-f]+', '', repr(value))[:2000]


def outcome_of(function, args, named, seconds):
    def late(*_):
        raise Slow()

    signal.signal(signal.SIGPROF, late)
    try:
        args, named = copy.deepcopy((args, named))
        before = shown(args)
        timed(seconds)
        value = shown(function(*args, **named))
        timed(0)
        after = shown(args)
        text = value if after == before else value + ' ' + after
        return hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12] + value[:60]
    except Slow:
        return 'endless'
    except RecursionError:
        return 'endless'
    except BaseException as error:
        timed(0)
        return '!' + type(error).__name__


class Asked(Child):
    """A fork in which one candidate is given all inputs."""

    def __init__(self, prepare, inputs, current, seconds):
        self.outcomes = {}
        super().__init__(prepare, Inputs(inputs, current, seconds), list(range(len(inputs))), max(1.0, 4 * seconds))

    def hear(self):
        more = super().hear()
        self.outcomes = dict(self.statuses)
        return more


class Inputs:
    def __init__(self, inputs, current, seconds):
        self.inputs, self.current, self.seconds = inputs, current, seconds

    def run(self, at, _):
        code, args, named = self.inputs[at]
        return outcome_of(self.current(code), args, named, self.seconds)


def probe_all(tests, out):
    base = batch['base']
    if base is None or len(base) != tests.count:
        return
    until = begun + batch['all_ms'] / 1000
    candidates = Candidates()
    candidates.index()
    paths = {one['path'] for one in batch['candidates']}
    function_of = {}
    for path in paths:
        for function in candidates.functions.get(path, []):
            function_of.setdefault(function.__code__, function)
    order = [at for at, status in enumerate(base) if status != 'skipped']
    inputs = inputs_from(record(tests, order, paths, function_of))
    if not inputs:
        return
    seconds = max(0.05, min(0.25, batch['each_ms'] / 1000))
    gc.freeze()

    def ask(at, prepare):
        child = Asked(prepare, inputs, lambda code: function_of[code], seconds)
        for _ in together([child], until):
            pass
        outcomes = [child.outcomes.get(number, 'endless') for number in range(len(inputs))]
        out.write(json.dumps({'at': at, 'outcomes': outcomes}) + '\\n')
        out.flush()

    ask(-1, lambda: None)
    for at, candidate in enumerate(batch['candidates']):
        if time.monotonic() >= until:
            break
        try:
            code = candidates.compiled(candidate['path'], candidates.edited(candidate['path'], candidate['edits']))
        except (SyntaxError, ValueError, OSError, RecursionError):
            continue
        exchanges = candidates.exchanges(candidate['path'], code)
        if exchanges is None:
            continue

        def prepare(exchanges=exchanges, path=candidate['path']):
            codes = dict(exchanges)
            for function in candidates.functions.get(path, []):
                if function.__code__ in codes:
                    function.__code__ = codes[function.__code__]

        ask(at, prepare)


def probe(tests):
    with open(${JSON.stringify(`${outDir}/${probesFile}`)}, 'w', encoding='utf-8') as out:
        probe_all(tests, out)
`;
