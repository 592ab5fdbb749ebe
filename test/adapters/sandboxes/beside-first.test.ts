import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { besideFirst } from '../../../src/adapters/sandboxes/beside-first.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../../src/ports/outside/sandbox.ts';

it('does the work once, while the first command runs', async () => {
  const order: string[] = [];
  const slow = {
    async run() {
      order.push('command begins');
      await pause(100);
      order.push('command ends');
      return {} as SandboxResult;
    },
  } as unknown as Sandbox;
  const sandbox = besideFirst(slow, () => void order.push('work'));
  for (let run = 0; run < 2; run += 1) await sandbox.run({} as SandboxCommand, new AbortController().signal);
  expect(order).toEqual(['command begins', 'work', 'command ends', 'command begins', 'command ends']);
});
