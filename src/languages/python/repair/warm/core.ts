import { inDir, outDir } from '../../../../ports/outside/sandbox.ts';
import { surveyFile, trialsFile, warmBatchFile } from '../../../repair/warm.ts';

/**
 * Tries candidates on tests that are loaded once, as a module's text: each in a fork with a limit of processor time, of
 * memory and of what it may write. `serve` is given the tests: `count`, `run(at, next)` for a status, and `reload()`,
 * which loads the project anew. Where only bodies of functions differ, their code is exchanged in place.
 */
export const warmCore = `
import ast, gc, hashlib, importlib.machinery, json, marshal, os, resource, select, signal, sys, time, types

top = os.path.realpath(os.getcwd()) + os.sep
with open(${JSON.stringify(`${inDir}/${warmBatchFile}`)}, encoding='utf-8') as told:
    batch = json.load(told)
begun = time.monotonic()
memory = 1 << 30
most_written = 64 << 20
# Failing tests without one that passes now, until the rest is not asked.
enough = 3


known = {}


def own(path):
    if path not in known:
        real = os.path.realpath(path)
        known[path] = real[len(top):] if real.startswith(top) and not path.startswith('<') else None
    return known[path]


class Candidates:
    """What the edits make of the files, and how it comes into a process."""

    def __init__(self):
        self.texts, self.trees, self.codes, self.functions, self.called, self.files = {}, {}, {}, {}, None, None

    def text(self, path):
        if path not in self.texts:
            with open(path, encoding='utf-8', newline='') as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def edited(self, path, edits):
        units = self.text(path).encode('utf-16-le')
        for edit in sorted(edits, key=lambda edit: -edit['start']):
            units = units[:2 * edit['start']] + edit['text'].encode('utf-16-le') + units[2 * edit['end']:]
        return units.decode('utf-16-le').encode('utf-8')

    def compiled(self, path, text):
        return compile(text, os.path.join(top, path), 'exec', dont_inherit=True)

    def base(self, path):
        if path not in self.codes:
            self.codes[path] = self.compiled(path, self.text(path).encode('utf-8'))
        return self.codes[path]

    def index(self):
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType):
                path = own(thing.__code__.co_filename)
                if path is not None:
                    self.functions.setdefault(path, []).append(thing)

    def loaded(self, path):
        if self.files is None:
            files = [getattr(module, '__file__', None) for module in list(sys.modules.values())]
            self.files = {own(file) for file in files if isinstance(file, str)}
        return path in self.files

    def names_called_early(self):
        """Names of functions that are called while modules are loaded."""
        if self.called is None:
            self.called = set()
            files = {getattr(module, '__file__', None) for module in list(sys.modules.values())}
            for file in files:
                if isinstance(file, str) and file.endswith('.py') and own(file) is not None:
                    try:
                        with open(file, 'rb') as source:
                            early(ast.parse(source.read()).body, self.called)
                    except (OSError, SyntaxError, ValueError):
                        pass
        return self.called

    def exchanges(self, path, code):
        """Pairs of function codes, old and new; None where the module itself has to run again."""
        pairs = []
        if not matched(self.base(path), code, pairs):
            return None
        changed = [pair for pair in pairs if not same(*pair)]
        if any(old.co_name in self.names_called_early() for old, _ in changed):
            return None
        if any(old.co_freevars != new.co_freevars for old, new in changed):
            return None
        return changed


def early(parts, names):
    for part in parts:
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            outside = getattr(part, 'decorator_list', []) + part.args.defaults
            names.update(getattr(one, 'id', getattr(one, 'attr', '')) for one in getattr(part, 'decorator_list', []))
            early(outside, names)
            continue
        if isinstance(part, ast.Call):
            names.add(getattr(part.func, 'id', getattr(part.func, 'attr', '')))
        early(ast.iter_child_nodes(part), names)


def inner(code):
    return [one for one in code.co_consts if isinstance(one, types.CodeType)]


def runs_at_once(code):
    return not code.co_flags & 1 or (code.co_name.startswith('<') and code.co_name != '<lambda>')


def plain(code):
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags,
            code.co_argcount, [repr(one) for one in code.co_consts if not isinstance(one, types.CodeType)])


def same(old, new):
    return plain(old) == plain(new) and len(inner(old)) == len(inner(new)) and all(map(same, inner(old), inner(new)))


def matched(old, new, pairs):
    if runs_at_once(old):
        if plain(old) != plain(new):
            return False
        return len(inner(old)) == len(inner(new)) and all(
            one.co_name == other.co_name and matched(one, other, pairs) for one, other in zip(inner(old), inner(new)))
    pairs.append((old, new))
    for one, other in zip(inner(old), inner(new)):
        if one.co_name == other.co_name:
            matched(one, other, pairs)
    return True


def digest(code):
    def told(code):
        return [code.co_name, plain(code)[:-1], plain(code)[-1], [told(one) for one in inner(code)]]
    return hashlib.sha256(repr(told(code)).encode('utf-8', 'replace')).digest()


def forget():
    """Modules of the project are loaded anew by whoever asks for them."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, '__file__', None)
        if name != '__main__' and isinstance(file, str) and own(file) is not None:
            if os.path.basename(file) != 'conftest.py' and 'site-packages' not in file:
                del sys.modules[name]
    sys.path_importer_cache.clear()


def served_from(path, text):
    """Imports read a candidate's file from memory."""
    loader = importlib.machinery.SourceFileLoader
    get_data, path_stats = loader.get_data, loader.path_stats
    loader.get_data = lambda self, asked: text if own(asked) == path else get_data(self, asked)

    def stats(self, asked):
        if own(asked) == path:
            raise OSError('no cache')
        return path_stats(self, asked)

    loader.path_stats = stats


def limit():
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, most_written), (resource.RLIMIT_CORE, 0)):
        try:
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        except (OSError, ValueError):
            pass


def timed(seconds):
    signal.setitimer(signal.ITIMER_PROF, seconds)


class Child:
    """A fork that runs tests in an order and tells each as it begins and ends."""

    def __init__(self, prepare, tests, order, seconds, look=None, stops=None):
        self.statuses, self.at, self.took, self.rest, self.seen, self.stuck = {}, None, {}, '', {}, []
        self.fd, told = os.pipe()
        self.last = time.monotonic()
        self.seconds = seconds
        self.pid = os.fork()
        if self.pid:
            os.close(told)
            return
        code = 1
        try:
            os.close(self.fd)
            gc.disable()
            limit()
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            say = lambda *words: os.write(told, (json.dumps(words) + '\\n').encode())
            prepare()
            watch = Watch(say) if look else None
            for place, at in enumerate(order):
                say('begin', at)
                used = time.process_time()
                timed(seconds)
                if watch:
                    watch.start()
                try:
                    status = tests.run(at, order[place + 1] if place + 1 < len(order) else None)
                except BaseException:
                    status = 'failed'
                if watch:
                    watch.stop()
                timed(0)
                say('end', at, status, time.process_time() - used, watch.lines() if watch else None)
                if stops and stops(at, status):
                    break
            say('over')
            code = 0
        finally:
            os._exit(code)

    def hear(self):
        """False once there is nothing more to come."""
        try:
            part = os.read(self.fd, 1 << 16)
        except OSError:
            part = b''
        self.last = time.monotonic()
        self.rest += part.decode('utf-8', 'replace')
        *lines, self.rest = self.rest.split('\\n')
        for line in lines:
            word, *more = json.loads(line)
            if word == 'begin':
                self.at = more[0]
            elif word == 'end':
                self.at = None
                self.statuses[more[0]] = more[1]
                self.took[more[0]] = more[2]
                if more[3]:
                    self.seen[more[0]] = more[3]
            elif word == 'stuck':
                self.stuck = more[0]
                self.seen[self.at] = more[1]
        return part != b''

    def end(self):
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)


class Watch:
    """The lines that a test executes, and those in which one is that has no end."""

    def __init__(self, say):
        self.say, self.hits, self.known = say, set(), {}
        signal.signal(signal.SIGPROF, self.stuck)

    def path(self, file):
        if file not in self.known:
            self.known[file] = own(file)
        return self.known[file]

    def trace(self, frame, event, _):
        path = self.path(frame.f_code.co_filename)
        if path is None:
            return None
        if event == 'line' or event == 'call':
            self.hits.add((path, frame.f_lineno))
        return self.trace

    def start(self):
        self.hits = set()
        sys.settrace(self.trace)

    def stop(self):
        sys.settrace(None)

    def lines(self):
        return sorted(self.hits)[:4000]

    def stuck(self, _, frame):
        sys.settrace(None)
        frames = []
        while frame and len(frames) < 50:
            path = self.path(frame.f_code.co_filename)
            if path is not None:
                frames.append((path, frame.f_lineno))
            frame = frame.f_back
        self.say('stuck', frames, self.lines())
        os._exit(1)


def together(children, until):
    """Hears children out, each as long as it may be silent; yields those that are over."""
    while children:
        wait = max(0.0, min(0.2, until - time.monotonic()))
        ready, _, _ = select.select([child.fd for child in children], [], [], wait)
        now = time.monotonic()
        for child in list(children):
            heard = child.hear() if child.fd in ready else True
            if not heard or now - child.last > 20 * child.seconds + 2 or now >= until:
                children.remove(child)
                child.end()
                yield child


def survey(tests, out):
    until = begun + batch['all_ms'] / 1000
    seconds = batch['each_ms'] / 1000
    statuses = ['failed'] * tests.count
    lines, stuck, hangs = {}, [], 0
    left = list(range(tests.count))
    while left and time.monotonic() < until:
        child = Child(lambda: None, tests, left, seconds if hangs < 2 else seconds / 3, look=True)
        for _ in together([child], until):
            pass
        for at, status in child.statuses.items():
            statuses[at] = status
        for at, hit in child.seen.items():
            for path, line in hit:
                counts = lines.setdefault(path, {}).setdefault(str(line), [0, 0])
                if statuses[at] != 'skipped':
                    counts[1 if statuses[at] == 'passed' else 0] += 1
        done = set(child.statuses)
        if child.at is not None:
            done.add(child.at)
            again = Child(lambda: None, tests, [child.at], seconds if hangs < 2 else seconds / 3)
            for _ in together([again], until):
                pass
            statuses[child.at] = again.statuses.get(child.at, 'failed')
            if again.at is not None:
                hangs += 1
                stuck.extend(child.stuck[:10])
        if not done:
            break
        left = [at for at in left if at not in done]
    out.write(json.dumps({'tests': statuses, 'lines': lines, 'stuck': stuck}))


def serve(tests):
    if not batch['candidates']:
        with open(${JSON.stringify(`${outDir}/${surveyFile}`)}, 'w', encoding='utf-8') as out:
            survey(tests, out)
        return
    with open(${JSON.stringify(`${outDir}/${trialsFile}`)}, 'w', encoding='utf-8') as out:
        try_all(tests, out)


def try_all(tests, out):
    base = batch['base']
    if base is None or len(base) != tests.count:
        return
    until = begun + batch['all_ms'] / 1000
    candidates = Candidates()
    candidates.index()
    gc.collect()
    gc.freeze()
    failing = [at for at, status in enumerate(base) if status == 'failed']
    passing = [at for at, status in enumerate(base) if status == 'passed']
    seconds = batch['each_ms'] / 1000
    whole_at = None
    seen, running, results = {}, {}, {}
    cores = max(1, min(8, len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1))
    queue = iter(enumerate(batch['candidates']))

    def told(at, result):
        nonlocal whole_at
        results[at] = result
        out.write(json.dumps(dict(result, at=at)) + '\\n')
        out.flush()
        if result['failing'] == 0 and result['broken'] == 0 and result['passed']:
            whole_at = at if whole_at is None else min(at, whole_at)

    def started(at, candidate):
        path, edits = candidate['path'], candidate['edits']
        try:
            text = candidates.edited(path, edits)
            code = candidates.compiled(path, text)
        except (SyntaxError, ValueError, OSError, RecursionError):
            return told(at, {'failing': len(failing), 'broken': len(passing), 'passed': 0})
        key = (path, digest(code))
        if digest(candidates.base(path)) == key[1]:
            return told(at, {'failing': len(failing), 'broken': 0, 'passed': len(passing)})
        if key in seen:
            seen[key].append(at)
            if seen[key][0] in results:
                told(at, results[seen[key][0]])
            return None
        seen[key] = [at]
        if not candidates.loaded(path):
            return None
        exchanges = candidates.exchanges(path, code)

        def prepare():
            served_from(path, text)
            if exchanges is None:
                forget()
                tests.reload()
                return
            codes = dict(exchanges)
            for function in candidates.functions.get(path, []):
                if function.__code__ in codes:
                    function.__code__ = codes[function.__code__]

        heard = []

        def stops(number, status):
            heard.append(status)
            return len(heard) >= min(len(failing), enough) and 'passed' not in heard

        child = Child(prepare, tests, failing + passing, seconds, stops=stops)
        running[child] = (at, key)
        return child

    def finished(child):
        at, key = running.pop(child)
        statuses = child.statuses
        good = [number for number in failing if statuses.get(number) == 'passed']
        broken = [number for number in passing if statuses.get(number) != 'passed']
        result = {'failing': len(failing) - len(good), 'broken': len(broken) if good else 0,
                  'passed': sum(1 for status in statuses.values() if status == 'passed')}
        for same_at in seen[key]:
            told(same_at, result)

    children = []
    for at, candidate in queue:
        if time.monotonic() >= until or (whole_at is not None and at > whole_at + batch['more']):
            break
        child = started(at, candidate)
        if child:
            children.append(child)
        while len(children) >= cores:
            for over in together(children, until):
                finished(over)
                break
    for over in together(children, until):
        finished(over)
`;
