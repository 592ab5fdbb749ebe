import { outDir } from '../../../ports/outside/sandbox.ts';
import type { TestCase } from '../../../schema/judge/test-run.ts';
import { readAll } from '../../related.ts';
import { hangType, plainError, type Reading, testAt } from '../../reports/report.ts';
import { stableName } from '../../reports/stable-name.ts';
import type { Files, Runner } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { buildDir, reportFile } from './build-script.ts';
import { native } from './native.ts';
import { readNative } from './native-report.ts';

/** CMake with ctest, whose own JUnit report is read (since 3.21), or else the line that it prints for each test. */
export async function ctest(call: Invocation, files: Files): Promise<Runner> {
  const options = [...offline, ...testOptions(await cmakeSettings(files)).map((name) => `-D${name}=ON`)].join(' ');
  const report = `ctest --help 2>/dev/null | grep -q output-junit && report="--output-junit ${outDir}/${reportFile}"`;
  return native(call, {
    id: 'ctest',
    needs: 'cmake',
    cure: 'install it with a compiler, for instance by apt-get install cmake build-essential',
    builds: [`cmake -S . -B ${buildDir} ${options}`, `cmake --build ${buildDir} -j "$cores"`],
    tests: `cd ${buildDir}; ${report}; ctest --output-on-failure --timeout "$seconds" $report`,
    read: (xml, mount_at, { stdout }) => {
      const lines = linesIn(stdout);
      const words = new Map(lines.map(({ name, word }) => [name, word]));
      return xml === undefined ? readLines(stdout) : readNative(xml, words, mount_at);
    },
  });
}

/** Nothing can be fetched; what is installed may stand in for it. */
const offline = [
  '-DBUILD_TESTING=ON',
  '-DFETCHCONTENT_FULLY_DISCONNECTED=ON',
  '-DFETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS',
];

const addsTest =
  /^\s*(?:add_test|gtest_discover_tests|gtest_add_tests|catch_discover_tests|doctest_discover_tests|include\s*\(\s*CTest\b|\w*add_\w*test\w*\s*\()/im;

/** Whether a tree has tests for ctest. */
export async function hasCtest(files: Files): Promise<boolean> {
  return files.paths.includes('CMakeLists.txt') && addsTest.test(await cmakeSettings(files));
}

async function cmakeSettings(files: Files): Promise<string> {
  const paths = files.paths.filter((path) => /(?:^|\/)CMakeLists\.txt$|\.cmake$/i.test(path)).slice(0, 200);
  return [...(await readAll(files, paths)).values()].join('\n');
}

/** Switches that only leave the tests out, where they are off. */
export function testOptions(settings: string): string[] {
  return [...settings.matchAll(/^\s*option\s*\(\s*(\w+)\s+(?:"[^"]*"\s+)?(?:OFF|FALSE|NO)\s*\)/gim)]
    .map(([, name = '']) => name)
    .filter((name) => /(?:^|_)(?:UNIT_?)?TESTS?(?:ING|_ENABLED)?$/i.test(name));
}

interface Line {
  name: string;
  word: string;
  passed: boolean;
  seconds: number;
}

/** ` 3/19 Test  #3: parse_hex4 .......   Passed    0.00 sec` */
function linesIn(output: string): Line[] {
  const line = /^\s*\d+\/\d+ Test\s+#\d+: (\S+) \.{2,}\s*(.*?)\s+([\d.]+) sec/gm;
  return [...output.matchAll(line)].map(([, name = '', word = '', seconds]) => ({
    name,
    word: word.replace(/[*:]+/g, ' ').trim(),
    passed: word === 'Passed',
    seconds: Number(seconds),
  }));
}

function readLines(output: string): Reading {
  const cases = linesIn(output).map(({ name, word, passed, seconds }): TestCase => {
    const status = passed ? 'passed' : /skipped|not run/i.test(word) ? 'skipped' : 'failed';
    const error = status === 'failed' ? plainError(/timeout/i.test(word) ? hangType : 'Failure', word) : null;
    const id = stableName(name);
    return { ...testAt('', [id]), id, line: null, status, duration_ms: seconds * 1000, error };
  });
  return { cases, errors: [], complete: /^\d+% tests passed/m.test(output) };
}
