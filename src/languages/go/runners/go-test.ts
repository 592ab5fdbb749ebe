import { outDir } from '../../../ports/sandbox.ts';
import type { Files, Runner, RunnerCommand } from '../../runner.ts';
import { coverageOf } from '../../runs/coverage.ts';
import { orHung, testRun } from '../../runs/report.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { buildCache, cacheFile, useBuildCache } from './build-cache.ts';
import { readCoverProfile } from './cover-profile.ts';
import { readGoTest } from './go-report.ts';
import { packageLinks, relatedPackages } from './related.ts';

const id = 'go';
const reportFile = 'report.ndjson';
const namesFile = 'names.txt';
const profileFile = 'cover.out';
const valued = new Set([
  ...['-run', '-skip', '-tags', '-timeout', '-count', '-p', '-parallel', '-cpu', '-ldflags', '-gcflags', '-mod'],
  ...['-coverprofile', '-coverpkg', '-covermode', '-exec', '-o', '-bench', '-benchtime', '-vet', '-shuffle', '-C'],
  ...['-cpuprofile', '-memprofile', '-blockprofile', '-mutexprofile', '-trace', '-outputdir', '-fuzz', '-fuzztime'],
]);
/** Reporting is ours; coverage, profiles, benchmarks, fuzzing and stopping early are not for a judge. */
const dropped =
  /^--?(?:v|json|x|n|c|o|cover\w*|bench\w*|fuzz\w*|(?:cpu|mem|block|mutex)profile|trace|outputdir|failfast|exec|count|i)(?:=|$)/;

/**
 * `go test`, whose events name packages and functions: which file a function is in is looked up where it runs. A package
 * is the least that can be run.
 */
export async function goTest(call: Invocation, args: string[], files: Files): Promise<Runner> {
  const { flags, plain } = splitFlags(args, valued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const module = /^\s*module\s+"?([^\s"]+)/m.exec((await files.read('go.mod')) ?? '')?.[1] ?? '';
  const limited = keptFlags.some((flag) => /^--?(?:test\.)?timeout(?:=|$)/.test(flag));
  const command = (only: string[] | null, more: string[] = []): RunnerCommand => {
    const packages = only === null ? (plain.length > 0 ? plain : ['./...']) : packagesOf(only);
    return {
      argv: prefixed(call.before, [
        ...['sh', '-c', script, 'sh', 'go', 'test', '-json', '-count=1', ...keptFlags, ...more, ...packages],
      ]),
      provide: { [cacheFile]: buildCache },
      collect: [reportFile, namesFile],
      env: call.env,
    };
  };

  return {
    id,
    evidence: 'report',
    compiles: true,
    // Go counts from when a package's tests start. A limit that the project has set is its own affair.
    command: (only, test_ms) =>
      command(only, test_ms === undefined || limited ? [] : [`-timeout=${Math.ceil(test_ms / 1000)}s`]),
    read: (result, mount_at) => {
      const { reading, output } = readGoTest(result.files[reportFile], result.files[namesFile], { mount_at, module });
      const run = testRun({ id, evidence: 'report' }, { ...result, stdout: output }, reading);
      return limited ? run : orHung(run);
    },
    isTest: (path) => path.endsWith('_test.go') && !/(?:^|\/)(?:vendor|testdata)\//.test(path),
    related: (changed, tree) => relatedPackages(changed, tree, module),
    links: (tree, deleted) => packageLinks(tree, deleted, module),
    coverage: coverageOf(
      profileFile,
      (only) => command(only, [`-coverprofile=${outDir}/${profileFile}`, '-coverpkg=./...']),
      (report) => readCoverProfile(report, (path) => fileOf(path, module)),
    ),
  };
}

/** `example.com/module/folder/file.go` in the tree of that module. */
function fileOf(path: string, module: string): string {
  return module !== '' && path.startsWith(`${module}/`) ? path.slice(module.length + 1) : path;
}

function packagesOf(paths: string[]): string[] {
  return [...new Set(paths.map((path) => `./${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`))];
}

/** Events go to a file: a suite's output is soon larger than what is kept of a command's. */
const script =
  `${useBuildCache}grep -rnE '^func (Test|Fuzz|Example|Benchmark)' --include='*_test.go' . > ${outDir}/${namesFile} 2>/dev/null; ` +
  `exec "$@" > ${outDir}/${reportFile}`;
