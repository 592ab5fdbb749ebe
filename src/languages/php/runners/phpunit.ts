import { outDir } from '../../../ports/outside/sandbox.ts';
import { readJunitXml } from '../../generic/junit-report.ts';
import { plainError, testRun } from '../../reports/report.ts';
import { stableName } from '../../reports/stable-name.ts';
import type { Files, Runner } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';

const id = 'phpunit';
const reportFile = 'report.xml';
const valued = new Set([
  '-c',
  '--configuration',
  '--filter',
  '--group',
  '--exclude-group',
  '--testsuite',
  '--bootstrap',
]);
/** Reporting is ours; stopping early and coverage are not for a judge. */
const dropped = /^--(?:log-\w+|coverage-\S+|stop-on-\S+|colors|testdox\S*|debug|verbose|teamcity)(?:=.*)?$/;

/** What failed stands below the name of the test. */
function toldIn(stack: string): string | null {
  const [first = '', ...lines] = stack.trim().split('\n');
  const message = lines
    .slice(
      0,
      lines.findIndex((line) => line.trim() === ''),
    )
    .join('\n');
  return /^[\w\\]+::\w+/.test(first) && message !== '' ? message : null;
}

/** PHPUnit with its JUnit report: the project's own where it is installed, else the machine's. */
export function phpunit(call: Invocation, args: string[], { paths }: Files): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const isConfigured = paths.some((path) => /^phpunit(?:\.dist)?\.xml(?:\.dist)?$/.test(path));
  const folder = isConfigured
    ? []
    : ['tests', 'test'].filter((one) => paths.some((path) => path.startsWith(`${one}/`))).slice(0, 1);
  const start = 'p=vendor/bin/phpunit; [ -e "$p" ] || p=phpunit; exec "$p" "$@"';
  return {
    id,
    evidence: 'report',
    unguarded: true,
    // It takes one place: more files than one cannot be told apart from all.
    command: (only) => ({
      argv: prefixed(call.before, [
        ...['sh', '-c', start, 'sh', '--log-junit', `${outDir}/${reportFile}`, '--colors=never', ...keptFlags],
        ...(only?.length === 1 ? only : plain.length > 0 ? plain : folder),
      ]),
      provide: {},
      collect: [reportFile],
      env: call.env,
    }),
    read: (result, mount_at) => {
      const reading = readJunitXml(result.files[reportFile], { mount_at });
      const cases = reading.cases.map((one) => ({
        ...one,
        id: stableName(one.id),
        names: one.names.map(stableName),
        error: one.error && { ...one.error, message: toldIn(one.error.stack) ?? one.error.message },
      }));
      const output = `${result.stdout}\n${result.stderr}`;
      const errors = [...reading.errors];
      if (cases.length === 0 && /vendor\/autoload\.php/.test(output))
        errors.push(
          plainError(
            'MissingModule',
            'vendor/autoload.php is not there: run composer install, and set tests.bind to [vendor]',
          ),
        );
      if (result.exit_code === 127)
        errors.push(plainError('MissingProgram', 'phpunit is not installed: composer require --dev phpunit/phpunit'));
      return testRun({ id, evidence: 'report' }, result, { ...reading, cases, errors });
    },
    isTest: (path) => /(?:^|\/)tests?\/.*\.php$|Test\.php$/.test(path),
    related: async () => null,
    links: async () => null,
    coverage: null,
  };
}
