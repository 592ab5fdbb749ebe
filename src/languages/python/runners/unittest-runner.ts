/**
 * `python -m unittest` with a report, as a module's text: it is placed in the sandbox and runs there. Arguments: a JSON
 * list of the only files to run or null, one of tests to leave out, then unittest's own. One JSON line an event; the last line counts the others.
 */
export const unittestRunner = (reportFile: string) => `
import inspect, json, os, sys, time, traceback, unittest

only = json.loads(sys.argv[1])
left_out = json.loads(sys.argv[2])
sys.path[0] = os.getcwd()
out = open(${JSON.stringify(reportFile)}, 'w', encoding='utf-8')
top = os.path.realpath(os.getcwd()) + os.sep
lines = 0


def write(event):
    global lines
    lines += 1
    out.write(json.dumps(event) + '\\n')
    out.flush()


def cut(value, most=8000):
    return str(value)[:most]


def relative(path):
    path = os.path.realpath(path)
    return path[len(top):] if path.startswith(top) else path


def file_of(thing):
    try:
        return relative(inspect.getsourcefile(thing) or inspect.getfile(thing))
    except (TypeError, OSError):
        return ''


def line_of(test):
    try:
        method = getattr(test, getattr(test, '_testMethodName', ''), None)
        return inspect.unwrap(method).__code__.co_firstlineno
    except (AttributeError, TypeError, ValueError):
        return None


def place(test):
    kind = type(test)
    if kind.__module__ == 'doctest':
        example = test._dt_test
        return {'file': relative(example.filename or ''), 'names': [cut(example.name, 2000)], 'line': (example.lineno or 0) + 1}
    name = getattr(test, '_testMethodName', None) or str(test)
    if kind.__module__ == 'unittest.loader':
        return {'file': name.replace('.', '/') + '.py', 'names': ['(module)'], 'line': None}
    return {'file': file_of(kind), 'names': [kind.__qualname__, cut(name, 2000)], 'line': line_of(test)}


def describe(err):
    kind, value, trace = err
    frames = [[relative(f.filename), f.lineno] for f in traceback.extract_tb(trace)]
    if isinstance(value, SyntaxError) and value.filename:
        frames.append([relative(value.filename), value.lineno or 1])
    text = ''.join(traceback.format_exception(kind, value, trace))
    return {'type': kind.__name__, 'message': cut(value), 'stack': text[-8000:], 'frames': frames[-200:]}


class Result(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        self.begun = time.perf_counter()
        self.faults = []
        self.status = None
        write({'e': 'run', **place(test)})

    def stopTest(self, test):
        super().stopTest(test)
        if type(test).__name__ == '_FailedTest':
            return
        status = 'failed' if self.faults and self.status != 'error' else self.status
        took = (time.perf_counter() - self.begun) * 1000
        write({'e': 'test', **place(test), 'status': status, 'ms': took, 'errors': self.faults})

    def addSuccess(self, test):
        super().addSuccess(test)
        self.status = self.status or 'passed'

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if isinstance(test, unittest.TestCase):
            self.status = self.status or 'skipped'
        else:
            write({'e': 'skip', 'what': cut(test)})

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.status = 'skipped'

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.faults.append({'type': 'UnexpectedSuccess', 'message': 'the test was expected to fail', 'stack': '', 'frames': []})

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.faults.append(describe(err))

    def addError(self, test, err):
        super().addError(test, err)
        if type(test).__name__ == '_FailedTest':
            write({'e': 'unloaded', 'module': cut(test._testMethodName), 'text': cut(err[1], 16000)})
        elif isinstance(test, unittest.TestCase):
            self.faults.append(describe(err))
            self.status = 'error' if not isinstance(err[1], test.failureException) else self.status
        else:
            write({'e': 'fault', 'what': cut(test), 'error': describe(err)})

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            told = describe(err)
            told['message'] = cut(subtest._subDescription() + ' ' + told['message'])
            self.faults.append(told)


def file_named(loader, name):
    top_level = getattr(loader, '_top_level_dir', None) or os.getcwd()
    path = os.path.join(top_level, *name.split('.'))
    return relative(path + '.py' if os.path.isfile(path + '.py') else os.path.join(path, '__init__.py'))


def load_module(loader, name):
    file = file_named(loader, name)
    if file in left_out:
        raise unittest.SkipTest('left out')
    write({'e': 'load', 'file': file})
    try:
        return get_module(loader, name)
    finally:
        write({'e': 'loaded', 'file': file})


def load_named(loader, name, module=None):
    file = file_named(loader, name)
    if module is not None or not os.path.isfile(file):
        return load_name(loader, name, module)
    if file in left_out:
        return loader.suiteClass()
    write({'e': 'load', 'file': file})
    try:
        return load_name(loader, name, module)
    finally:
        write({'e': 'loaded', 'file': file})


get_module = getattr(unittest.TestLoader, '_get_module_from_name', None)
load_name = unittest.TestLoader.loadTestsFromName
if get_module:
    unittest.TestLoader._get_module_from_name = load_module
unittest.TestLoader.loadTestsFromName = load_named


def chosen(suite):
    for test in suite:
        if type(test).__name__ == 'ModuleSkipped' and place(test)['file'] in left_out:
            continue
        if isinstance(test, unittest.TestSuite):
            yield from chosen(test)
        elif type(test).__name__ == '_FailedTest' or is_chosen(place(test)):
            yield test


def is_chosen(where):
    key = '\\n'.join([where['file'], *where['names']])
    return (only is None or where['file'] in only) and key not in left_out


class Runner:
    def __init__(self, *args, **options):
        self.options = options

    def run(self, suite):
        result = Result()
        result.buffer = self.options.get('buffer', False)
        if only is not None or left_out:
            suite = unittest.TestSuite(chosen(suite))
        begin = getattr(result, 'startTestRun', None)
        if begin:
            begin()
        suite.run(result)
        result.stopTestRun()
        return result


write({'e': 'begin'})
program = unittest.main(module=None, argv=['python -m unittest', *sys.argv[3:]], testRunner=Runner, exit=False)
out.write(json.dumps({'e': 'end', 'lines': lines}) + '\\n')
out.close()
sys.exit(0 if program.result.wasSuccessful() else 1)
`;
