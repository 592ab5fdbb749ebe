// A whole run in the real service of E2B, with the key of whoever calls this, who pays for its minutes.
import { spawnSync } from 'node:child_process';

if (!process.env.E2B_API_KEY) {
  console.log('skipped: a whole run in E2B needs a key: set E2B_API_KEY');
  process.exit(0);
}
const env = { ...process.env, PAWL_TEST_E2B: 'real' };
for (const [program, ...args] of [
  ['node', 'scripts/setup.js'],
  ['npx', 'vitest', 'run', 'test/e2e/capstone.test.ts'],
]) {
  const { status } = spawnSync(program, args, { env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
