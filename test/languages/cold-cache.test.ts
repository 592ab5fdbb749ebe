import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { none } from '../../src/adapters/sandboxes/none.ts';
import { places } from '../../src/languages/registry.ts';
import { readProject } from '../../src/languages/runs/project.ts';
import { runTests } from '../../src/languages/runs/run-tests.ts';
import { opened, repository } from '../adapters/repo/setup.ts';
import { policyWith } from '../core/policy.ts';

/** Rustup's shims are there without a toolchain too. */
const lacks = (program: string, ask: string): boolean => spawnSync(program, [ask], { cwd: '/' }).status !== 0;
/** Far less than compiling takes, and more than the tests do. */
const limit_ms = 2000;

/** The tests of a project with that limit, compiled by a machine that has never compiled anything. */
async function judged(files: Record<string, string>, env: Record<string, string> = {}, timeout_ms = limit_ms) {
  const { clone, base, workspace, target } = await opened(repository(files));
  const policy = policyWith({ tests: { ...policyWith().tests, env } });
  const { runner } = await readProject(clone, base, target, policy);
  if (!runner) throw new Error('no runner was found');
  const signal = new AbortController().signal;
  const started = performance.now();
  const how = {
    sandbox: none({ equipment: places(), env: process.env }),
    workspace,
    target,
    policy,
    runner,
    only: null,
    signal,
  };
  const run = await runTests({ ...how, timeout_ms });
  return { run, ms: performance.now() - started };
}

describe.skipIf(lacks('go', 'version'))('go without a build cache (needs go)', () => {
  const files = (body: string) => ({
    'go.mod': 'module example.com/calc\n\ngo 1.21\n',
    'calc_test.go': `package calc\n\nimport "testing"\nimport "time"\n\nfunc TestIt(t *testing.T) { time.Sleep(${body}) }\n`,
  });
  const warm = { GOCACHE: spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).stdout?.trim() ?? '' };
  const cold = () => {
    const GOCACHE = mkdtempSync(join(tmpdir(), 'pawl-cold-'));
    onTestFinished(() => rmSync(GOCACHE, { recursive: true, force: true }));
    return { GOCACHE, PAWL_GOCACHE: '/nonexistent' };
  };

  test('compiles for as long as it takes: only tests count', async () => {
    const { run, ms } = await judged(files('0'), cold());
    expect(ms).toBeGreaterThan(limit_ms);
    expect(run).toMatchObject({ outcome: 'ok', cases: [{ status: 'passed' }] });
  }, 300_000);

  test('still notices a test that hangs', async () => {
    const { ms } = await judged(files('0'), warm);
    const { run } = await judged(files('time.Hour'), warm, Math.max(limit_ms, 3 * ms));
    expect(run).toMatchObject({ outcome: 'ok', cases: [{ status: 'failed', error: { type: 'Hang' } }] });
  }, 300_000);
});

describe.skipIf(lacks('cargo', '--version'))('cargo without anything built (needs cargo)', () => {
  const files = (body: string, build = '') => ({
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'build.rs': `fn main() { ${build} }\n`,
    'src/lib.rs': `#[test]\nfn it() { ${body} }\n`,
  });

  test('compiles for as long as it takes: only tests count', async () => {
    const slow = 'std::thread::sleep(std::time::Duration::from_secs(4))';
    const { run, ms } = await judged(files('', slow));
    expect(ms).toBeGreaterThan(limit_ms);
    expect(run).toMatchObject({ outcome: 'ok', cases: [{ status: 'passed' }] });
  }, 300_000);

  test('still notices a test that hangs', async () => {
    const { run } = await judged(files('loop { std::thread::sleep(std::time::Duration::from_secs(1)) }'));
    expect(run.outcome).toBe('ok');
    expect(run.cases).toMatchObject([
      { id: 'src/lib.rs > it', status: 'failed', error: { type: 'Hang', message: 'did not end in time' } },
    ]);
  }, 300_000);
});
