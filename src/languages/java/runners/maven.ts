import { outDir } from '../../../ports/outside/sandbox.ts';
import { coverageOf } from '../../reports/coverage.ts';
import { testRun } from '../../reports/report.ts';
import type { Files, LineHits, Runner, RunnerCommand } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { classesOf } from './classes.ts';
import { phaseOf, withoutAudits } from './goals.ts';
import { readJacoco } from './jacoco.ts';
import { readMaven } from './maven-report.ts';
import { moduleLinks, relatedClasses } from './related.ts';
import { clearedReports, collected, collectedReports } from './reports.ts';

const id = 'maven';
const reportFile = 'reports.txt';
const logFile = 'maven.txt';
const jacocoFile = 'jacoco.txt';
const valued = new Set([
  '-P',
  '--activate-profiles',
  '-pl',
  '--projects',
  '-f',
  '--file',
  '-T',
  '--threads',
  '-D',
  '-s',
  '-l',
]);
/** Reporting is ours; skipping tests, ignoring what they say and stopping early are not for a judge. */
const dropped =
  /^(?:-(?:o|B|q|X|e|U|ff|fae|fn|ntp|s|l)|--(?:offline|batch-mode|quiet|debug|errors|update-snapshots|fail-\w+(?:-\w+)?|no-transfer-progress|settings|log-file).*|-D(?:skipTests|skipITs|maven\.test\.skip|maven\.test\.failure\.ignore|test|it\.test|surefire\.skipAfterFailureCount|style\.color)(?:=.*)?)$/;
const phase = /^(?:test|integration-test|verify|package|install)$/;

/**
 * Maven without a network, with the reports of surefire and failsafe. Those are written into the project, at a place
 * that only its own configuration can change, so they are cleared before and brought out after. The wrapper (`mvnw`)
 * would fetch a Maven of its own: the machine's is used.
 */
export async function maven(call: Invocation, args: string[], files: Files): Promise<Runner> {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const phases = plain.filter((goal) => phase.test(goal)).map((goal) => (goal === 'install' ? 'verify' : goal));
  const pom = (await files.read('pom.xml')) ?? '';
  const goals = phases.length > 0 ? phases : [await phaseOf(pom, files)];
  // Else the modules behind one whose tests fail would not be tested. It costs the exit code.
  const modules = /<modules>/.test(pom) ? ['-Dmaven.test.failure.ignore=true'] : [];
  const classes = classesOf(files.paths);
  const isTest = (path: string) => /(?:^|\/)src\/(?:test|it|integrationTest)\/.*\.(?:java|kt|groovy|scala)$/.test(path);
  const command = (only: string[] | null, test_ms?: number, more: string[] = []): RunnerCommand => ({
    argv: prefixed(call.before, [
      ...['sh', '-c', script, 'sh', 'mvn', '-o', '-B', '-fae', ...offline, ...withoutAudits, ...modules, ...keptFlags],
      ...(test_ms === undefined ? [] : limits(test_ms)),
      ...(only === null ? [] : chosen(only, classes.nameOf)),
      ...goals,
      ...more,
    ]),
    provide: {},
    collect: [reportFile, logFile],
    env: call.env,
  });

  return {
    id,
    evidence: 'report',
    compiles: true,
    command: (only, test_ms) => command(only, test_ms),
    read: (result, mount_at) => {
      const log = result.files[logFile] ?? '';
      const reading = readMaven(result.files[reportFile], log, { mount_at, classes });
      return testRun({ id, evidence: 'report' }, { ...result, stdout: log }, reading);
    },
    isTest,
    related: (changed, tree) => relatedClasses(changed, tree, isTest),
    links: moduleLinks,
    coverage: /jacoco-maven-plugin/.test(pom)
      ? coverageOf(
          jacocoFile,
          (only) => command(only, undefined, ['jacoco:report']),
          (report) => covered(report, (path) => classes.fileAt(path) ?? path),
        )
      : null,
  };
}

/** Each module leaves a report of its own. */
function covered(reports: string, fileOf: (path: string) => string): LineHits {
  const parts = reports.split('\u001e').slice(1);
  return new Map(parts.flatMap((part) => [...readJacoco(part.slice(part.indexOf('\n') + 1), fileOf)]));
}

/** What is in the local repository counts, whichever server it once came from. */
const offline = ['-Dstyle.color=never', '-Daether.enhancedLocalRepository.trackingFilename=none'];

/** Surefire ends a program that tests for too long. */
function limits(test_ms: number): string[] {
  const seconds = Math.ceil(test_ms / 1000);
  return [`-Dsurefire.timeout=${seconds}`, `-Dfailsafe.timeout=${seconds}`];
}

function chosen(only: string[], nameOf: (path: string) => string): string[] {
  const names = only.map(nameOf).flatMap((name) => [name, `${name}$*`]);
  return [`-Dtest=${names.join(',')}`, '-Dsurefire.failIfNoSpecifiedTests=false', '-DfailIfNoTests=false'];
}

const reports = "\\( -path '*/surefire-reports/*' -o -path '*/failsafe-reports/*' \\)";
const script =
  clearedReports(reports) +
  `"$@" > ${outDir}/${logFile}; code=$?; ` +
  collectedReports(reports, `${outDir}/${reportFile}`) +
  `find . -type f -path '*/jacoco/jacoco.xml' ${collected} > ${outDir}/${jacocoFile}; ` +
  `exit "$code"`;
