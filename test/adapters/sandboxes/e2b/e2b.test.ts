import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { e2b } from '../../../../src/adapters/sandboxes/e2b/e2b.ts';
import { openService } from '../../../../src/adapters/sandboxes/e2b/service.ts';
import { places } from '../../../../src/languages/registry.ts';
import { sandboxContract } from '../contract.ts';
import { startService, testKey } from '../e2b-service.ts';
import { command, run, shell, tempDir } from '../support.ts';

const service = await startService();
afterAll(() => service.close());
const reason =
  spawnSync('bwrap', ['--dev-bind', '/', '/', '--unshare-pid', 'true']).status === 0 ? null : 'no bubblewrap';
if (reason !== null) console.log(`skipped: E2B against a stand-in of its service: ${reason}`);

const open = (env: Record<string, string | undefined> = process.env, changes: { disk_mb?: number } = {}) =>
  e2b({ equipment: places(), network: 'none', ...changes, env: { ...env, ...service.env } });

describe.skipIf(reason !== null)('E2B, as far as a stand-in of its service goes,', () => {
  const why = 'it is that of the template';
  sandboxContract(open, { memory: why, pids: why, talk: 'it refuses one', stall: 'it does not look' }, true);

  test('refuses a conversation in one line', async () => {
    const talk = { begin: () => undefined, hear: () => undefined, line_limit: 1 };
    await expect(run(open(), ['cat'], { talk })).rejects.toThrow('e2b cannot hold a conversation with a command');
  });
});

describe.skipIf(reason !== null)('a machine of E2B', () => {
  const failing = (call: string, times: number) => {
    let left = times;
    service.interfere = (asked) => {
      if (asked !== call || left === 0) return null;
      left -= 1;
      return { status: 500, message: `no luck for ${testKey}` };
    };
    onTestFinished(() => {
      service.interfere = () => null;
    });
  };
  const made = () => service.log.filter(({ call }) => call === 'made').at(-1)?.body;

  test('has no network, is of the template that was asked for, and ends by itself should we not end it', async () => {
    await run(open(), ['true'], { timeout_ms: 60_000 });
    expect(made()).toMatchObject({ templateID: 'base', allow_internet_access: false, timeout: 15 * 60 + 60 });
    await run(e2b({ equipment: places(), network: 'host', image: 'own-tools', env: service.env }), ['true']);
    expect(made()).toMatchObject({ templateID: 'own-tools', allow_internet_access: true });
  });

  test('is ended however its command ends', async () => {
    const sandbox = open();
    await run(sandbox, ['false']);
    await shell(sandbox, 'sleep 20', { timeout_ms: 200 });
    await shell(sandbox, 'yes', { output_limit: 1000 });
    const cancelled = sandbox.run(command(['sleep', '20']), AbortSignal.timeout(400));
    expect((await cancelled).ended).toBe('cancel');
    expect(service.machines.size).toBe(0);
  });

  test.each(['POST /files', 'POST /process.Process/Start', 'GET /files'])(
    'is ended when %s fails, and the work stays as it was',
    async (call) => {
      failing(call, Number.POSITIVE_INFINITY);
      const work_dir = tempDir();
      writeFileSync(join(work_dir, 'kept'), 'as it was');
      const running = shell(open(), 'echo changed > kept', { work_dir });
      await expect(running).rejects.toMatchObject({ exitCode: 8, message: expect.not.stringContaining(testKey) });
      expect(readFileSync(join(work_dir, 'kept'), 'utf8')).toBe('as it was');
      expect(service.machines.size).toBe(0);
    },
  );

  test('that is not ended at once is ended at the next try, and one that cannot be ended is named', async () => {
    let failures = 2;
    service.interfere = (asked) =>
      asked.startsWith('DELETE /sandboxes/') && failures-- > 0 ? { status: 500, message: 'no' } : null;
    onTestFinished(() => {
      service.interfere = () => null;
    });
    expect(await run(open(), ['true'])).toMatchObject({ exit_code: 0 });
    expect(service.machines.size).toBe(0);
    failures = Number.POSITIVE_INFINITY;
    await expect(run(open(), ['true'])).rejects.toThrow(/^E2B: the sandbox i\w+ cannot be ended: /);
  });

  test('that goes away under its command is a crash, and a line that breaks is not', async () => {
    const breaking = async (status: number) => {
      service.interfere = (call) => (call === 'GET /health' ? { status, message: 'gone' } : null);
      const work_dir = tempDir();
      const running = shell(open(), 'touch /tmp/begun; sleep 20', { work_dir });
      const machine = await vi.waitFor(() => {
        const found = [...service.machines.values()].find(({ dir }) => existsSync(join(dir, 'tmp/begun')));
        if (found === undefined) throw new Error('it has not begun');
        return found;
      }, 10_000);
      for (const stream of machine.streams) stream.destroy();
      return running;
    };
    onTestFinished(() => {
      service.interfere = () => null;
    });
    expect(await breaking(502)).toMatchObject({
      ended: 'crash',
      stderr: 'the remote sandbox disappeared while the command was running\n',
    });
    await expect(breaking(503)).rejects.toMatchObject({ exitCode: 8, reason: 'sandbox_failed' });
  });
});

describe('E2B without', () => {
  test('its library says in one line how to install it', async () => {
    const absent: string = 'a-library-that-is-not-installed';
    const { open: opening } = openService({
      ...{ template: 'base', network: 'none', env: service.env },
      load: () => import(absent),
    });
    await expect(opening(1000)).rejects.toThrow(/^the sandbox e2b needs its library beside Pawl: npm install e2b/);
  });

  test('a key is unfit in one line, and is asked nothing', async () => {
    const before = service.log.length;
    const sandbox = e2b({ equipment: places(), network: 'none', env: { ...service.env, E2B_API_KEY: ' ' } });
    expect(await sandbox.unfit()).toBe('the sandbox e2b needs E2B_API_KEY, which is not set');
    await expect(run(sandbox, ['true'])).rejects.toMatchObject({ exitCode: 8, reason: 'no_credentials' });
    expect(service.log).toHaveLength(before);
  });

  test('a key that is accepted says so and does not tell the key', async () => {
    const wrong = testKey.replaceAll('0', '9');
    const reason = await e2b({
      equipment: places(),
      network: 'none',
      env: { ...service.env, E2B_API_KEY: wrong },
    }).unfit();
    expect(reason).toMatch(/^E2B: no sandbox of the template base: .*Invalid API key/);
    expect(reason).not.toContain(wrong);
  });
});
