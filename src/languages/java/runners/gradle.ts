import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import { testRun } from '../../reports/report.ts';
import type { Files, Runner, RunnerCommand } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { classesOf } from './classes.ts';
import { readGradle } from './gradle-report.ts';
import { moduleLinks, relatedClasses } from './related.ts';
import { clearedReports, collectedReports } from './reports.ts';

const id = 'gradle';
const reportFile = 'reports.txt';
const logFile = 'gradle.txt';
const initFile = 'tests.gradle';
const valued = new Set([
  '-p',
  '--project-dir',
  '-b',
  '--build-file',
  '-c',
  '--settings-file',
  '-P',
  '-D',
  '-x',
  '--tests',
]);
/** Reporting is ours; leaving tests out and stopping early are not for a judge. */
const allowedFlag = /^(?:-P.*|-D(?!skip|test)[\w.]+(?:=.*)?|-p|--project-dir|-b|--build-file|-c|--settings-file)$/;

/**
 * Gradle without a network and without a daemon, with the reports that its test tasks write into the project. The
 * wrapper would fetch a Gradle of its own: its distribution is used where it was fetched before, else the machine's.
 */
export async function gradle(call: Invocation, args: string[], files: Files): Promise<Runner> {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => allowedFlag.test(name)).flat();
  const tasks = plain.filter((task) => /(?:^|:)\w*[tT]est$/.test(task));
  const classes = classesOf(files.paths);
  const isTest = (path: string) => /(?:^|\/)src\/(?:test|it|integrationTest)\/.*\.(?:java|kt|groovy|scala)$/.test(path);
  const command = (only: string[] | null, test_ms?: number): RunnerCommand => ({
    argv: prefixed(call.before, [
      ...['sh', '-c', script, 'sh', '--offline', '--no-daemon', '--continue', '--console=plain'],
      ...['-I', `${inDir}/${initFile}`, ...keptFlags, ...(tasks.length > 0 ? tasks : ['test'])],
    ]),
    provide: { [initFile]: initScript(only === null ? [] : only.map(classes.nameOf), test_ms) },
    collect: [reportFile, logFile],
    env: call.env,
  });

  return {
    id,
    evidence: 'report',
    compiles: true,
    command,
    read: (result, mount_at) => {
      const log = result.files[logFile] ?? '';
      const reading = readGradle(result.files[reportFile], log, { mount_at, classes });
      return testRun({ id, evidence: 'report' }, { ...result, stdout: log }, reading);
    },
    isTest,
    related: (changed, tree) => relatedClasses(changed, tree, isTest),
    links: moduleLinks,
    coverage: null,
  };
}

/** For every project of the build: only the named classes, a limit, and a line when a test begins and ends. */
function initScript(names: string[], test_ms?: number): string {
  const chosen = names.map((name) => `includeTestsMatching '${name.replace(/['\\]/g, '\\$&')}*'`);
  return `allprojects {
  tasks.withType(Test) { task ->
    outputs.upToDateWhen { false }
    beforeTest { one -> println "\\n[begin] \${one.className} \${one.name}" }
    afterTest { one, result -> println "\\n[end] \${one.className} \${one.name}" }
    filter { failOnNoMatchingTests = false; ${chosen.join('; ')} }
    ${test_ms === undefined ? '' : `if (task.hasProperty('timeout')) task.timeout = java.time.Duration.ofSeconds(${Math.ceil(test_ms / 1000)})`}
  }
}
`;
}

const places = "-path '*/test-results/*'";
const script =
  `wanted=$(sed -n 's#^distributionUrl=.*/\\(gradle-[^/]*\\)\\.zip.*#\\1#p' gradle/wrapper/gradle-wrapper.properties 2> /dev/null); ` +
  `program=$(command -v gradle); if [ -n "$wanted" ]; then for one in "$PAWL_GRADLE_DISTRIBUTIONS/$wanted"/*/*/bin/gradle; do ` +
  `if [ -f "$one" ]; then program=$one; fi; done; fi; ` +
  `if [ -z "$program" ]; then echo "[missing] \${wanted:-gradle}" > ${outDir}/${logFile}; exit 127; fi; ` +
  `export GRADLE_USER_HOME=$(mktemp -d) LC_ALL=C.UTF-8; ${clearedReports(places)}` +
  `sh "$program" "$@" > ${outDir}/${logFile} 2>&1; code=$?; ` +
  `${collectedReports(places, `${outDir}/${reportFile}`)}exit "$code"`;
