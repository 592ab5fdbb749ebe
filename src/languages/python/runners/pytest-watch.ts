import { stableName } from '../../reports/stable-name.ts';
import type { Running } from '../../runner.ts';
import { runningIn } from '../../runs/progress.ts';

/**
 * `python -m pytest`, as a script's text, with a plugin that writes down which test and which module begins: pytest
 * itself tells nothing to a program before the end.
 */
export const pytestWatch = (progressFile: string) => `
import json, os, sys

if not getattr(sys.flags, 'safe_path', False):
    sys.path[0] = os.getcwd()


def watch(pytest):
    out = open(${JSON.stringify(progressFile)}, 'w', encoding='utf-8')
    loading = set()

    def tell(event, nodeid, file):
        try:
            out.write(json.dumps({'e': event, 'file': file, 'names': [nodeid]}) + '\\n')
            out.flush()
        except (OSError, ValueError):
            pass

    class Watch:
        def pytest_collectstart(self, collector):
            if isinstance(collector, pytest.Module):
                loading.add(collector.nodeid)
                tell('load', collector.nodeid, collector.nodeid)

        def pytest_collectreport(self, report):
            if report.nodeid in loading:
                loading.discard(report.nodeid)
                tell('done', report.nodeid, report.nodeid)

        def pytest_runtest_logstart(self, nodeid, location):
            tell('run', nodeid, nodeid.split('::')[0])

        def pytest_runtest_logfinish(self, nodeid, location):
            tell('end', nodeid, nodeid.split('::')[0])

    return Watch()


if __name__ == '__main__':
    try:
        import pytest
    except ModuleNotFoundError as error:
        if error.name != 'pytest':
            raise
        sys.exit(sys.executable + ': No module named pytest')
    sys.argv[0] = os.path.join(os.path.dirname(pytest.__file__), '__main__.py')
    sys.exit(pytest.main(plugins=[watch(pytest)]))
`;

/** The names of a test are in what pytest calls it, as its report has them: `tests/test_a.py::TestFoo::test_x[a]`. */
export const runningPytest = (progress: string | undefined, mount_at: string): Running[] =>
  runningIn(progress, mount_at).map(({ names: [key = ''], ...one }) => ({ ...one, names: namesIn(key), key }));

function namesIn(key: string): string[] {
  const [, before = key, parameters = ''] = /^([^[]*)(\[.*)?$/s.exec(key) ?? [];
  const names = before.split('::').slice(1);
  const last = names.pop();
  return last === undefined ? [] : [...names, stableName(`${last}${parameters}`)];
}

/** The words that leave them out. */
export const deselected = (leftOut: readonly Running[]): string[] =>
  leftOut.map(({ file, names, key }) => (names.length > 0 ? `--deselect=${key}` : `--ignore=${file}`));
