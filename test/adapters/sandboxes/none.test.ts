import { describe, expect, test } from 'vitest';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { places } from '../../../src/languages/registry.ts';
import { outDir, type SandboxCommand } from '../../../src/ports/outside/sandbox.ts';
import { sandboxContract } from './contract.ts';
import { shell } from './support.ts';

describe('the sandbox that isolates nothing', () => {
  const why = 'without walls there is none';
  sandboxContract((env) => none({ equipment: places(), env }), { memory: why, pids: why, disk: why });
});

describe('a watched command', () => {
  const sandbox = none({ equipment: places(), env: process.env });
  const watched = (stall: Partial<NonNullable<SandboxCommand['stall']>>): Partial<SandboxCommand> => ({
    collect: ['report'],
    stall: { silent_ms: 100, isStuck: () => false, ...stall },
  });

  test('that takes away the folder of its results has none, and harms nobody', async () => {
    const script = `rm -r ${outDir}; echo no folder > ${outDir}; sleep 0.5; echo done`;
    const { ended, exit_code, stdout, files } = await shell(sandbox, script, watched({}));
    expect({ ended, exit_code, stdout, files }).toEqual({ ended: 'exit', exit_code: 0, stdout: 'done\n', files: {} });
  });

  test('ends where nobody can look at it any more, with what is wrong', async () => {
    const isStuck = () => {
      throw new Error('the report cannot be understood');
    };
    await expect(shell(sandbox, 'sleep 30', watched({ isStuck }))).rejects.toThrow('the report cannot be understood');
  });
});
