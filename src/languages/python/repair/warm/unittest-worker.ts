import { warmCore } from './core.ts';

/**
 * `python -m unittest`, as a module's text, in which candidates are tried on what it has loaded. Arguments: a JSON list
 * of the only files to run, then unittest's own.
 */
export const unittestWorker = `${warmCore}
import inspect, unittest

only = json.loads(sys.argv[1])
sys.path[0] = os.getcwd()


def file_of(test):
    try:
        return own(inspect.getsourcefile(type(test)) or inspect.getfile(type(test)))
    except (TypeError, OSError):
        return None


def chosen(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from chosen(test)
        elif type(test).__name__ == '_FailedTest' or file_of(test) in only:
            yield test


class UnittestTests:
    def __init__(self, suite):
        self.take(suite)

    def take(self, suite):
        self.tests = list(chosen(suite))
        self.count = len(self.tests)

    def reload(self):
        count = self.count
        unittest.main(module=None, argv=words, testRunner=Once(self), exit=False)
        if self.count != count:
            raise RuntimeError('other tests')

    def run(self, at, next_at):
        result = unittest.TestResult()
        unittest.TestSuite([self.tests[at]]).run(result)
        if not result.wasSuccessful() or result.testsRun == 0:
            return 'failed'
        return 'skipped' if result.skipped or result.expectedFailures else 'passed'


class Once:
    def __init__(self, tests):
        self.tests = tests

    def run(self, suite):
        self.tests.take(suite)
        return unittest.TestResult()


class Serving:
    def __init__(self, *_, **__):
        pass

    def run(self, suite):
        tests = UnittestTests(suite)
        if not any(type(test).__name__ == '_FailedTest' for test in tests.tests):
            serve(tests)
        return unittest.TestResult()


words = ['python -m unittest', *sys.argv[2:]]
if __name__ == '__main__':
    unittest.main(module=None, argv=words, testRunner=Serving, exit=False)
`;
