import { parseToml, tableAt } from '../../../code/toml.ts';
import { testRun } from '../../reports/report.ts';
import type { Files, Runner, RunnerCommand } from '../../runner.ts';
import { type Invocation, prefixed, splitFlags } from '../../runs/script.ts';
import { builtCrates, cratesFile, useBuiltCrates } from './built-crates.ts';
import { readCargo } from './cargo-report.ts';
import { missingCrate } from './compile-errors.ts';
import { choose, crateLinks, membersOf, readCrates, relatedCrates } from './crates.ts';
import { binaryFile, cargoFile, reportFile, runBinary, runCargo } from './scripts.ts';

const id = 'cargo';
const valued = new Set([
  ...['-p', '--package', '--exclude', '--test', '--bin', '--example', '--bench', '--features', '-F', '--profile'],
  ...['--target', '--target-dir', '--manifest-path', '--jobs', '-j', '--message-format', '--color', '--config', '-Z'],
]);
/** Reporting is ours; building only, or quietly, is not for a judge. */
const dropped = /^(?:--(?:message-format|color|quiet|verbose|no-run|no-fail-fast|offline)(?:=|$)|-[qv]+$)/;
const harnessValued = new Set(['--test-threads', '--skip', '--format', '--color', '--logfile', '-Z', '--shuffle-seed']);
const harnessDropped =
  /^(?:--(?:format|nocapture|no-capture|show-output|quiet|list|logfile|color|report-time)(?:=|$)|-[qZ]$)/;

/**
 * `cargo test`, with the results of its test programs as JSON and the compiler's messages as JSON. Which toolchain runs
 * is the machine's choice: a `rust-toolchain` file is not followed.
 */
export async function cargoTest(call: Invocation, args: string[], files: Files): Promise<Runner> {
  const at = args.indexOf('--');
  const { flags, plain } = splitFlags(at === -1 ? args : args.slice(0, at), valued);
  const harness = splitFlags(at === -1 ? [] : args.slice(at + 1), harnessValued);
  const keptFlags = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const top = parseToml((await files.read('Cargo.toml')) ?? '');
  const crates = membersOf(await readCrates(files), top);
  const own = crates.map(({ name }) => name).filter((name) => /^[\w-]+$/.test(name));
  // A workspace that names what is tested by default has others that not every machine can build.
  const isChosen = tableAt(top, 'workspace')['default-members'] !== undefined;
  const workspace =
    crates.length > 1 &&
    !isChosen &&
    !keptFlags.some((flag) => /^(?:-p|--(?:package|workspace|all|manifest-path))$/.test(flag));
  const filters = [...plain, ...harness.plain];
  const inside = harness.flags.filter(([name = '']) => !harnessDropped.test(name)).flat();
  const command = (only: string[] | null, test_ms?: number): RunnerCommand => ({
    argv: prefixed(call.before, [
      ...[
        'sh',
        '-c',
        `${useBuiltCrates(own)}${runCargo}`,
        'sh',
        'cargo',
        'test',
        '--no-fail-fast',
        '--offline',
        '--message-format=json',
      ],
      ...keptFlags,
      ...(only === null ? (workspace ? ['--workspace'] : []) : choose(only, crates)),
      ...['--', '-Z', 'unstable-options', '--format', 'json', '--report-time', ...inside, ...filters],
    ]),
    provide: { [binaryFile]: runBinary(test_ms), [cratesFile]: builtCrates },
    collect: [reportFile, cargoFile],
    env: { CARGO_TERM_COLOR: 'never', ...call.env },
  });

  return {
    id,
    evidence: 'report',
    compiles: true,
    command,
    read: (result, mount_at) => {
      const reading = readCargo(result.files[cargoFile], result.files[reportFile], { mount_at, paths: files.paths });
      const missing = reading.complete ? null : missingCrate(result.stderr);
      if (missing) reading.errors.push(missing);
      return testRun({ id, evidence: 'report' }, result, reading);
    },
    isTest,
    related: (changed, tree) => relatedCrates(changed, tree, isTest),
    links: (tree, deleted) =>
      crateLinks(
        tree,
        deleted.filter((path) => path.endsWith('.rs')),
        isTest,
      ),
    coverage: null,
  };
}

/** Files that hold nothing but tests; most unit tests of Rust are in the file that they test. */
function isTest(path: string): boolean {
  return /\.rs$/.test(path) && /(?:^|\/)tests\/|(?:^|\/)(?:tests?|[^/]+_tests?|test_[^/]+)\.rs$/.test(path);
}
