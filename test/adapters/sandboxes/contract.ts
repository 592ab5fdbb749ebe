import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolchainEnv, toolchainsOf } from '../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { places } from '../../../src/languages/registry.ts';
import type { Sandbox } from '../../../src/ports/outside/sandbox.ts';
import { command, mountAt, oddSleep, openDir, processesWith, run, shell, tempDir } from './support.ts';

interface Limits {
  memory_mb?: number;
  pids?: number;
  disk_mb?: number;
}
type Open = (env: Record<string, string | undefined>, limits?: Limits) => Sandbox;

/** What every sandbox promises, whatever it isolates. `reason` says why it does not hold one of the limits. */
export function sandboxContract(
  open: Open,
  reason: { [K in 'memory' | 'pids' | 'disk' | 'talk' | 'stall']?: string } = {},
  /** Its processes are ended by another machine: soon, not before the answer. */
  later = false,
): void {
  const sandbox = open(process.env);
  const noneLeft = async (nap: string) => {
    if (later) await expect.poll(() => processesWith(nap), { timeout: 10_000 }).toEqual([]);
    expect(processesWith(nap)).toEqual([]);
  };
  for (const [limit, why] of Object.entries(reason)) console.log(`skipped: ${limit}: ${why}`);

  describe('a command', () => {
    test('returns its exit code and both outputs apart', async () => {
      const result = await shell(sandbox, 'echo out; echo err >&2; exit 7');
      expect(result).toMatchObject({ ended: 'exit', exit_code: 7, signal: null, stdout: 'out\n', stderr: 'err\n' });
      expect(result.duration_ms).toBeGreaterThan(0);
    });

    test('runs in the asked folder of the work, which it knows by the place it is mounted at', async () => {
      const work_dir = tempDir();
      mkdirSync(join(work_dir, 'packages/one'), { recursive: true });
      const result = await run(sandbox, ['pwd', '-P'], { work_dir, cwd: 'packages/one' });
      expect(result.stdout).toBe(`${mountAt}/packages/one\n`);
    });

    test('changes the work for good', async () => {
      const work_dir = tempDir();
      writeFileSync(join(work_dir, 'old.txt'), 'old');
      const result = await shell(
        sandbox,
        `cat old.txt; echo more >> ${mountAt}/old.txt; mkdir made; echo new > made/new.txt`,
        {
          work_dir,
        },
      );
      expect(result).toMatchObject({ exit_code: 0, stdout: 'old' });
      expect(readFileSync(join(work_dir, 'old.txt'), 'utf8')).toBe('oldmore\n');
      expect(readFileSync(join(work_dir, 'made/new.txt'), 'utf8')).toBe('new\n');
    });

    test('sees its own variables and none of ours', async () => {
      const own = open({ ...process.env, PAWL_TEST_SECRET: 'do-not-tell' });
      const { stdout } = await run(own, ['env'], { env: { COLOUR: 'blue' } });
      const tools = Object.keys(toolchainEnv(await toolchainsOf(process.env, places())()));
      const known = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'PWD', 'COLOUR', ...tools];
      const names = stdout
        .trim()
        .split('\n')
        .map((line) => line.replace(/=.*/, ''));
      expect(stdout).toContain('COLOUR=blue');
      expect(stdout).not.toContain('do-not-tell');
      expect(names.filter((name) => !known.includes(name))).toEqual([]);
      expect(stdout).not.toContain(`HOME=${process.env.HOME}\n`);
    });

    test('sees variables of any name and any value', async () => {
      const odd = {
        'npm_config_//host/:x': 'a=b',
        IFS: 'x',
        UID: '7',
        PS4: '$(exit 3)',
        Ü: 'ü',
        LD_LIBRARY_PATH: '/none',
      };
      const env = { ...odd, EMPTY: '', LINES: 'one\ntwo', QUOTES: `'"\`$HOME`, DASHES: '--' };
      const { stdout } = await run(sandbox, ['node', '-p', 'JSON.stringify(process.env)'], { env });
      expect(JSON.parse(stdout)).toMatchObject(env);
    });

    test('that does not exist exits 127 and one that cannot be passed on exits 126', async () => {
      expect(await run(sandbox, ['no-such-program'])).toMatchObject({ ended: 'exit', exit_code: 127 });
      expect(await run(sandbox, ['echo', 'zero\0byte'])).toMatchObject({ ended: 'exit', exit_code: 126 });
      expect(await run(sandbox, ['echo', 'x'.repeat(4_000_000)])).toMatchObject({ ended: 'exit', exit_code: 126 });
    });

    test('may write bytes that are not UTF-8', async () => {
      const { stdout } = await shell(sandbox, "printf 'a\\377b'");
      expect(stdout).toBe('a\uFFFDb');
    });
  });

  describe('files', () => {
    test('are provided for reading and collected by name', async () => {
      const result = await shell(sandbox, 'cat /pawl/in/config.json > /pawl/out/copy.json; echo x > /pawl/out/other', {
        provide: { 'config.json': '{"a":1}' },
        collect: ['copy.json', 'missing.json'],
      });
      expect(result.files).toEqual({ 'copy.json': '{"a":1}' });
    });

    test('are collected only when plain, and only up to the limit', async () => {
      const secret = join(tempDir(), 'secret');
      writeFileSync(secret, 'host secret');
      const script = `cd /pawl/out; ln -s ${secret} link; mkdir folder; mkfifo fifo; printf '%01000d' 5 > long; printf '\\377' > odd`;
      const { exit_code, files } = await shell(sandbox, script, {
        collect: ['link', 'folder', 'fifo', 'long', 'odd'],
        file_limit: 100,
      });
      expect(exit_code).toBe(0);
      expect(files).toEqual({ long: '0'.repeat(100), odd: '\uFFFD' });
    });

    test('with names that lead elsewhere are refused', async () => {
      await expect(run(sandbox, ['true'], { provide: { '../x': '' } })).rejects.toThrow('plain file name');
      await expect(run(sandbox, ['true'], { collect: ['../in/x'] })).rejects.toThrow('plain file name');
    });
  });

  describe('what must end', () => {
    test('ends at the timeout, with its grandchildren', async () => {
      const nap = oddSleep();
      const result = await shell(sandbox, `echo begun; (${nap} & ${nap}) & ${nap}`, { timeout_ms: 3000 });
      expect(result).toMatchObject({ ended: 'timeout', exit_code: null, stdout: 'begun\n' });
      await noneLeft(nap);
    });

    test.skipIf(reason.stall)('ends when it makes no progress and whoever watches says so', async () => {
      const nap = oddSleep();
      const asked: [Record<string, string>, boolean][] = [];
      const stall = {
        silent_ms: 1000,
        isStuck: (files: Record<string, string>, silent_ms: number) => {
          asked.push([files, silent_ms >= 1000]);
          return asked.length === 2;
        },
      };
      const steps = 'for i in 1 2 3 4; do echo $i >> /pawl/out/steps; sleep 0.5; done';
      const result = await shell(sandbox, `${steps}; ${nap}`, { collect: ['steps'], stall });
      const files = { steps: '1\n2\n3\n4\n' };
      expect(result).toMatchObject({ ended: 'timeout', exit_code: null, files });
      expect(asked).toEqual([
        [files, true],
        [files, true],
      ]);
      await noneLeft(nap);
    });

    test('ends when cancelled, and does not start when cancelled before', async () => {
      const nap = oddSleep();
      const controller = new AbortController();
      const running = sandbox.run(command(['sh', '-c', nap]), controller.signal);
      await expect.poll(() => processesWith(nap), { timeout: 60_000 }).not.toEqual([]);
      controller.abort();
      expect(await running).toMatchObject({ ended: 'cancel', exit_code: null });
      await noneLeft(nap);

      const work_dir = tempDir();
      const never = await sandbox.run(command(['touch', 'started'], { work_dir }), controller.signal);
      expect(never.ended).toBe('cancel');
      expect(existsSync(join(work_dir, 'started'))).toBe(false);
    });

    test('ends when it writes more than the limit', async () => {
      const result = await shell(sandbox, 'yes', { output_limit: 10_000 });
      expect(result.ended).toBe('output_limit');
      expect(result.stdout).toHaveLength(10_000);
    });

    test('runs on where its output may be cut, and keeps the beginning and the end', async () => {
      const lines = 3_000_000;
      const script = `echo first; printf '\\377\\033[31m\\n'; seq ${lines} | sed 's/$/ of a line/'; echo last; echo problem >&2`;
      const before = process.memoryUsage().rss;
      const result = await shell(sandbox, script, { output_limit: 100_000, on_overflow: 'cut' });
      expect(result).toMatchObject({ ended: 'exit', exit_code: 0, stderr: 'problem\n' });
      expect(result.stdout.startsWith('first\n\uFFFD\u001b[31m\n1 of a line\n')).toBe(true);
      expect(result.stdout).toMatch(/\n\[\d{8} bytes cut\]\n[\s\S]*\n3000000 of a line\nlast\n$/);
      expect(result.stdout.length).toBeLessThan(51_000);
      expect(result.cut_bytes).toBeGreaterThan(50_000_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    });

    test('runs on where its output may be cut and is not', async () => {
      const result = await shell(sandbox, 'echo short', { output_limit: 100, on_overflow: 'cut' });
      expect(result).toMatchObject({ ended: 'exit', stdout: 'short\n' });
      expect(result).not.toHaveProperty('cut_bytes');
    });

    test('is a crash when a signal of the machine ended it, and no crash when it was asked to go', async () => {
      expect(await shell(sandbox, 'kill -SEGV $$')).toMatchObject({
        ended: 'crash',
        exit_code: null,
        signal: 'SIGSEGV',
      });
      expect(await run(sandbox, ['node', '-e', 'process.abort()'])).toMatchObject({
        ended: 'crash',
        signal: 'SIGABRT',
      });
      expect(await shell(sandbox, 'kill -TERM $$')).toMatchObject({ ended: 'exit', exit_code: 143, signal: null });
    });

    test('ends with the command, even when it was left in the background', async () => {
      const nap = oddSleep();
      expect(await shell(sandbox, `${nap} & echo done`)).toMatchObject({
        ended: 'exit',
        exit_code: 0,
        stdout: 'done\n',
      });
      await noneLeft(nap);
    });
  });

  describe.skipIf(reason.talk)('a conversation', () => {
    const line_limit = 1_000_000;

    test('is held in lines, both ways, while the command runs', async () => {
      const heard: string[] = [];
      let say: (line: string) => void = () => undefined;
      const result = await shell(
        sandbox,
        'while read -r line; do echo "$line $PWD"; [ "$line" != end ] || exit 3; done',
        {
          talk: {
            line_limit,
            begin: (to) => {
              say = to;
              say(`one in ${mountAt}`);
            },
            hear: (line) => {
              heard.push(line);
              say(heard.length === 1 ? 'zwei ü' : 'end');
            },
          },
        },
      );
      expect(heard).toEqual([`one in ${mountAt} ${mountAt}`, `zwei ü ${mountAt}`, `end ${mountAt}`]);
      expect(result).toMatchObject({ ended: 'exit', exit_code: 3, stdout: `${heard.join('\n')}\n` });
      say('nobody is there any more');
    });

    test('ends with a line that is too long, and with words that are not read', async () => {
      const quiet = { begin: () => undefined, hear: () => undefined, line_limit: 100_000 };
      expect(await shell(sandbox, 'head -c 300000 /dev/zero; sleep 50', { talk: quiet })).toMatchObject({
        ended: 'output_limit',
      });
      const talk = { ...quiet, begin: (say: (line: string) => void) => say('x'.repeat(900_000)) };
      expect(await shell(sandbox, 'sleep 50', { talk })).toMatchObject({ ended: 'output_limit' });
    });

    test('ends when cancelled', async () => {
      const nap = oddSleep();
      const controller = new AbortController();
      const talk = { begin: () => undefined, hear: () => controller.abort(), line_limit };
      const running = sandbox.run(command(['sh', '-c', `echo begun; ${nap}`], { talk }), controller.signal);
      expect(await running).toMatchObject({ ended: 'cancel', exit_code: null });
      await noneLeft(nap);
    });
  });

  describe('limits', () => {
    test.skipIf(reason.memory)('end a hog of memory, and the next command runs', async () => {
      const hog = 'const all = []; for (;;) all.push(Buffer.alloc(8 << 20, 1))';
      const small = open(process.env, { memory_mb: 128 });
      expect(await run(small, ['node', '-e', hog])).toMatchObject({ ended: 'memory', exit_code: null });
      expect(await run(sandbox, ['true'])).toMatchObject({ exit_code: 0 });
    });

    test.skipIf(reason.disk)('end a filler of the disk, and not one that stays below', async () => {
      const small = open(process.env, { disk_mb: 40 });
      const fill = 'head -c 300000000 /dev/zero';
      expect(await shell(small, `${fill} > big; sleep 15`)).toMatchObject({ ended: 'output_limit', exit_code: null });
      expect(await shell(small, 'head -c 30000000 /dev/zero > fair; sleep 0.5')).toMatchObject({ exit_code: 0 });
    });

    test.skipIf(reason.pids)('hold a fork bomb', async () => {
      const nap = oddSleep();
      const script = `i=0; while [ $i -lt 200 ]; do ${nap} & i=$((i+1)); done; echo all started`;
      const few = open(process.env, { pids: 64 });
      const { stdout, stderr } = await shell(few, script, { timeout_ms: 15_000 });
      expect(`${stdout}${stderr}`).toMatch(/fork|Resource temporarily unavailable/);
      expect(stdout).not.toContain('all started');
      await noneLeft(nap);
    });
  });

  describe('what is shown to a command', () => {
    test('as a layer has room for caches while the host keeps its folder, and nothing stays in the work', async () => {
      const [work_dir, host] = [tempDir(), openDir()];
      mkdirSync(join(host, 'pkg'));
      writeFileSync(join(host, 'pkg/index.js'), 'module.exports = 42;');
      mkdirSync(join(host, '.vite'));
      mkdirSync(join(host, '.bin'));
      writeFileSync(join(host, '.bin/tool'), '#!/bin/sh\necho tool ran\n');
      chmodSync(join(host, '.bin/tool'), 0o755);
      symlinkSync('pkg', join(host, 'alias'));
      const script =
        "tool && node -p \"require('pkg') + require('alias')\" && cd node_modules && mkdir -p .vite/x .vite-temp/x .cache/x && ls";
      const result = await shell(sandbox, script, {
        work_dir,
        layered: [
          { host, at: `${mountAt}/node_modules` },
          { host: join(host, 'missing'), at: `${mountAt}/missing` },
        ],
      });
      expect(result).toMatchObject({ exit_code: 0, stderr: '' });
      expect(result.stdout.split('\n')).toEqual(['tool ran', '84', 'alias', 'pkg', '']);
      expect(readdirSync(host).sort()).toEqual(['.bin', '.vite', 'alias', 'pkg']);
      expect(readdirSync(join(host, '.vite'))).toEqual([]);
      expect(readdirSync(work_dir)).toEqual([]);
    });

    test('read-only appears where it was asked for, in the work too, and is skipped when the host has none', async () => {
      const [work_dir, host] = [tempDir(), tempDir()];
      writeFileSync(join(host, 'fixture.env'), 'A=1');
      const result = await shell(sandbox, 'cat deep/down/.env; ls', {
        work_dir,
        read_only: [
          { host: join(host, 'fixture.env'), at: `${mountAt}/deep/down/.env` },
          { host: join(host, 'absent'), at: `${mountAt}/absent` },
        ],
      });
      expect(result).toMatchObject({ exit_code: 0, stdout: 'A=1deep\n' });
      expect(readdirSync(work_dir)).toEqual([]);
    });

    test('as a virtual environment comes first on the search path', async () => {
      const host = tempDir();
      mkdirSync(join(host, 'bin'));
      writeFileSync(join(host, 'bin/python3'), '#!/bin/sh\necho from the environment\n');
      chmodSync(join(host, 'bin/python3'), 0o755);
      const result = await run(sandbox, ['python3'], { layered: [{ host, at: `${mountAt}/.venv` }] });
      expect(result).toMatchObject({ exit_code: 0, stdout: 'from the environment\n' });
    });

    test('does not hide what the work has in its place', async () => {
      const [work_dir, host] = [tempDir(), tempDir()];
      symlinkSync('/', join(work_dir, 'elsewhere'));
      writeFileSync(join(host, 'marker'), '');
      const at = `${mountAt}/elsewhere/pawl-test-${process.pid}`;
      const result = await run(sandbox, ['readlink', 'elsewhere'], { work_dir, layered: [{ host, at }] });
      expect(result.stdout).toBe('/\n');
      expect(existsSync(`/pawl-test-${process.pid}`)).toBe(false);
    });
  });

  test('is fit for use here', async () => {
    expect(await sandbox.unfit()).toBeNull();
  });
}
