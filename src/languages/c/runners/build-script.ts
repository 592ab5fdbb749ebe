import { outDir } from '../../../ports/outside/sandbox.ts';

export const logFile = 'build.txt';
export const stageFile = 'stage.txt';
export const reportFile = 'report.xml';

/** The folder of the build in such a script: outside the tree, which a build must not change. */
export const buildDir = '"$b"';

/**
 * A shell script of steps: each but the last is a build, whose output goes to a log, and the stage that was reached is
 * written down. The last runs the tests, for which alone `$seconds` holds; the time is noted before and after it.
 */
export function stagedScript(needs: string, builds: string[], tests: string): string {
  const cores = 'cores=$(nproc 2>/dev/null || echo 2)';
  const lacks = `command -v ${needs} >/dev/null 2>&1 || { echo missing > ${outDir}/${stageFile}; exit 127; }`;
  const built = builds.map(
    (step) =>
      `{ ${step}; } >> ${outDir}/${logFile} 2>&1 || { code=$?; tail -c 4000 ${outDir}/${logFile}; exit $code; }`,
  );
  return [
    'src=$PWD; seconds=$1',
    cores,
    lacks,
    // The same in every sandbox, since programs know where they were built; short, since some have a socket there.
    `b=/tmp/b; mkdir $b 2>/dev/null || b=$(mktemp -d)`,
    `trap 'rm -rf "$b"' EXIT`,
    `echo build > ${outDir}/${stageFile}`,
    ...built,
    `echo "test $(date +%s%3N)" > ${outDir}/${stageFile}`,
    `${tests}; code=$?`,
    `echo "end $(date +%s%3N)" >> ${outDir}/${stageFile}`,
    'exit $code',
  ].join('\n');
}

export interface Stages {
  /** `missing`: the tool is not installed. */
  reached: 'missing' | 'build' | 'test';
  /** What the tests alone took; null where they did not come to an end. */
  test_ms: number | null;
}

export function readStages(text = ''): Stages {
  const [, from] = /^test (\d+)/m.exec(text) ?? [];
  const [, to] = /^end (\d+)/m.exec(text) ?? [];
  const reached = from !== undefined ? 'test' : /^missing/.test(text) ? 'missing' : 'build';
  return { reached, test_ms: from !== undefined && to !== undefined ? Number(to) - Number(from) : null };
}
