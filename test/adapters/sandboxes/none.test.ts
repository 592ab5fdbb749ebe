import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { makerOf } from '../../../src/adapters/temp-folder.ts';
import { places } from '../../../src/languages/registry.ts';
import { outDir, type SandboxCommand } from '../../../src/ports/outside/sandbox.ts';
import { sandboxContract } from './contract.ts';
import { mountAt, shell, tempDir } from './support.ts';

describe('the sandbox that isolates nothing', () => {
  const why = 'without walls there is none';
  sandboxContract((env) => none({ equipment: places(), env }), { memory: why, pids: why, disk: why });
});

test('a folder that cannot be shown leaves neither links in the work nor what the command was given', async () => {
  const [work_dir, host] = [tempDir(), tempDir()];
  for (const name of ['a', 'b']) writeFileSync(join(host, name), '');
  const layered = [{ host, at: `${mountAt}/deps` }];
  const read_only = [{ host, at: `${mountAt}/${'x'.repeat(300)}` }];
  const before = exchanges();
  const command = { work_dir, layered, read_only, provide: { key: 'a secret' } };
  await expect(shell(none({ equipment: places(), env: process.env }), 'true', command)).rejects.toThrow('ENAMETOOLONG');
  expect([readdirSync(work_dir), exchanges()]).toEqual([[], before]);
});

const exchanges = (): string[] => readdirSync(tmpdir()).filter((name) => makerOf(name) === process.pid);

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
