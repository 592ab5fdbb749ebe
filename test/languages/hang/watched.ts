import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { places } from '../../../src/languages/registry.ts';
import { readProject } from '../../../src/languages/runs/project.ts';
import { runTests } from '../../../src/languages/runs/run-tests.ts';
import type { TestRun } from '../../../src/schema/judge/test-run.ts';
import { opened, repository } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';

const own = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** As good as a loop that never returns, and leaves the processor to others. One loop for each runner is a real one. */
export const blocks = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

/** The tests of a project, where no test may be silent for longer than that. */
export async function watchedRun(
  files: Record<string, string>,
  { seconds = 2, only = null as string[] | null, env = {} as Record<string, string> } = {},
): Promise<TestRun> {
  const dir = repository(files);
  const asked = process.env.PAWL_TEST_MODULES ?? own;
  const isVitest = (files['package.json'] ?? '').includes('vitest') && !existsSync(join(asked, 'vitest'));
  symlinkSync(isVitest ? own : asked, join(dir, 'node_modules'));
  const { clone, base, workspace, target } = await opened(dir);
  const policy = policyWith({
    tests: { ...policyWith().tests, env },
    limits: { verify_seconds: seconds, full_seconds: 100 },
  });
  const { runner } = await readProject(clone, base, target, policy);
  if (!runner) throw new Error('no runner was found');
  return runTests({
    sandbox: none({ equipment: places(), env: process.env }),
    workspace,
    target,
    policy,
    runner,
    only,
    timeout_ms: 100_000,
    signal: new AbortController().signal,
  });
}

/** Each test with what became of it; those that did not end apart. */
export function said({ cases }: TestRun): Record<string, string> {
  return Object.fromEntries(cases.map(({ id, status, error }) => [id, error?.type === 'Hang' ? 'hang' : status]));
}
