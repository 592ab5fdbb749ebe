import { warmCore } from './core.ts';

/** `python -m pytest`, as a script's text, in which candidates are tried on what it has collected. */
export const pytestWorker = `${warmCore}

class PytestTests:
    def __init__(self, session):
        self.session, self.reports = session, []
        self.items = session.items
        self.count = len(self.items)
        session.config.pluginmanager.register(self, 'pawl-warm-reports')

    def pytest_runtest_logreport(self, report):
        self.reports.append(report)

    def reload(self):
        self.items = self.session.perform_collect()
        if len(self.items) != self.count:
            raise RuntimeError('other tests')

    def run(self, at, next_at):
        item = self.items[at]
        following = None if next_at is None else self.items[next_at]
        if item.get_closest_marker('xfail') is None:
            return self.run_plain(item, following)
        del self.reports[:]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        outcomes = [report.outcome for report in self.reports]
        if 'failed' in outcomes or not outcomes:
            return 'failed'
        return 'skipped' if 'skipped' in outcomes else 'passed'


    def run_plain(self, item, following):
        """Without a report, which takes far longer than most tests."""
        import pytest
        status = 'passed'
        try:
            item.ihook.pytest_runtest_setup(item=item)
            item.ihook.pytest_runtest_call(item=item)
        except pytest.skip.Exception:
            status = 'skipped'
        except BaseException:
            status = 'failed'
        try:
            item.ihook.pytest_runtest_teardown(item=item, nextitem=following)
        except BaseException:
            status = 'failed'
        return status


if __name__ == '__main__':
    if not getattr(sys.flags, 'safe_path', False):
        sys.path[0] = os.getcwd()
    import pytest

    class Warm:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session):
            if not session.testsfailed:
                serve(PytestTests(session))
            return True

    sys.argv[0] = os.path.join(os.path.dirname(pytest.__file__), '__main__.py')
    sys.exit(pytest.main(plugins=[Warm()]))
`;
