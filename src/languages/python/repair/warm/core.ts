import { outDir } from '../../../../ports/outside/sandbox.ts';
import { surveyFile, trialsFile } from '../../../repair/warm.ts';
import { candidates } from './candidates.ts';
import { children } from './children.ts';
import { probing } from './probe.ts';

const serving = `
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
    if batch['work'] == 'probe':
        # What is noted of the calls changes this process: it does nothing else.
        return probe(tests)
    if batch['work'] == 'survey':
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

/**
 * Tries candidates on tests that are loaded once, as a module's text: each in a fork with its limits. `serve` is given
 * the tests: `count`, `run(at, next)` for a status, and `reload()`, which loads the project anew.
 */
export const warmCore = `${candidates}${children}${probing}${serving}`;
