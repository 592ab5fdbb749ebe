import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BubblewrapOptions } from '../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { findGroups } from '../../../src/adapters/sandboxes/bubblewrap/cgroup.ts';
import { toolchainEnv, toolchainsOf } from '../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { places } from '../../../src/languages/registry.ts';
import type { Sandbox } from '../../../src/ports/outside/sandbox.ts';
import { mountAt, oddSleep, openDir, processesWith, run, shell, tempDir } from './support.ts';

const repository = dirname(dirname(dirname(import.meta.dirname)));

/** What a command in bubblewrap must not be able to do. */
export function isolation(open: (changes?: Partial<BubblewrapOptions>) => Sandbox): void {
  const sandbox = open();

  describe('the file system', () => {
    test('cannot be written outside the work, the layers and the scratch folders', async () => {
      const places = [
        '/',
        '/usr',
        '/etc',
        '/bin',
        '/dev',
        '/proc',
        '/proc/sys/kernel',
        '/pawl',
        '/pawl/in',
        dirname(mountAt),
      ];
      const script = 'for at; do touch "$at/x" 2>/dev/null && echo "$at"; done; true';
      const { stdout } = await run(sandbox, ['sh', '-c', script, 'sh', ...places]);
      expect(stdout).toBe('');
    });

    test('shows nothing of the host but its programs', async () => {
      const secret = join(tempDir(), 'secret');
      writeFileSync(secret, 'host secret');
      const script = `cat ${secret}; ls -A ${homedir()} /root /home /var /run /sys /mnt /opt; cat /etc/shadow /etc/hostname`;
      const { stdout } = await shell(sandbox, script);
      expect(stdout).not.toContain('host secret');
      const visible = stdout.split('\n').filter((line) => line !== '' && !line.endsWith(':'));
      const tools = (await toolchainsOf(process.env, places())()).flatMap(({ paths }) =>
        paths.flatMap((path) => path.split('/')),
      );
      expect(visible.filter((name) => !['someone', ...tools].includes(name))).toEqual([]);
    });

    test.each([0o700, 0o755])('keeps the entries of a layer of mode %o as the host has them', async (mode) => {
      const host = tempDir();
      chmodSync(host, mode);
      mkdirSync(join(host, 'pkg'));
      writeFileSync(join(host, 'pkg/index.js'), 'original');
      writeFileSync(join(host, 'top.js'), 'original');
      const script =
        'cd node_modules; echo bad > pkg/index.js; echo bad > top.js; rm -rf pkg top.js; mv pkg gone; touch pkg/new; cat pkg/index.js top.js';
      const { stdout } = await shell(sandbox, script, { layered: [{ host, at: `${mountAt}/node_modules` }] });
      expect(stdout).toBe('originaloriginal');
      expect(readFileSync(join(host, 'pkg/index.js'), 'utf8')).toBe('original');
      expect(readdirSync(join(host, 'pkg'))).toEqual(['index.js']);
    });

    test('leads a layer to the packages of the work where the host has links to its own', async () => {
      const [work_dir, host] = [tempDir(), openDir()];
      for (const [name, place] of [
        ['one', join(work_dir, 'packages/one')],
        ['two', join(work_dir, 'packages/two')],
        ['three', join(host, '@scope/three')],
      ] as const) {
        mkdirSync(place, { recursive: true });
        writeFileSync(join(place, 'index.js'), `module.exports = '${name}';`);
      }
      symlinkSync('../packages/one', join(host, 'one'));
      symlinkSync('../../packages/two', join(host, '@scope/two'));
      mkdirSync(join(host, 'user'));
      writeFileSync(
        join(host, 'user/index.js'),
        "module.exports = [require('one'), require('@scope/two'), require('@scope/three')].join();",
      );
      const layered = [{ host, at: `${mountAt}/node_modules` }];
      const result = await run(sandbox, ['node', '-p', "require('user')"], { work_dir, layered });
      expect(result).toMatchObject({ stdout: 'one,two,three\n', stderr: '' });
    });

    test('is not led onto the host by a link of the work where something is to be mounted', async () => {
      const [work_dir, host, bait] = [tempDir(), tempDir(), tempDir()];
      for (const root of ['/oldroot', '']) {
        symlinkSync(`${root}${bait}`, join(work_dir, `trap${root.length}`));
        const at = `${mountAt}/trap${root.length}`;
        const layered = [
          { host, at: `${at}/inner/node_modules` },
          { host, at },
        ];
        expect(await run(sandbox, ['true'], { work_dir, layered, read_only: layered })).toMatchObject({ exit_code: 0 });
      }
      expect(readdirSync(bait)).toEqual([]);
    });

    test('shows what the user has built read-only, and not what a link leads to in its place', async () => {
      const [top, secret] = [openDir(), openDir()];
      mkdirSync(join(top, 'target'));
      writeFileSync(join(top, 'target', 'made'), 'by the user\n');
      writeFileSync(join(secret, 'key'), 'secret\n');
      symlinkSync(secret, join(top, 'linked'));
      const script = `cat /built/${top}/*/*; echo x > /built/${top}/target/made; echo $?; ls /built/${top}`;
      const built = ['target', 'linked', 'missing'].map((name) => join(top, name));
      const { stdout } = await shell(sandbox, script, { built });
      expect(stdout).toMatch(/^by the user\n[12]\ntarget\n$/);
      expect(readFileSync(join(top, 'target', 'made'), 'utf8')).toBe('by the user\n');
    });

    test('has its scratch folders, of a limited size', async () => {
      const small = open({ memory_mb: 64 });
      const { stdout } = await shell(
        small,
        'touch "$HOME/x" /tmp/x /dev/shm/x && df -m --output=size /tmp /dev/shm | tail -2 | xargs',
      );
      expect(stdout).toBe('32 32\n');
    });

    test.each(['/tmp/pawl-test/project', '/root/project', '/usr/share', '/deep/down/in/a/folder'])(
      'holds the work at %s',
      async (mount_at) => {
        const work_dir = tempDir();
        expect(await shell(sandbox, 'pwd; touch made', { work_dir, mount_at })).toMatchObject({
          stdout: `${mount_at}\n`,
          stderr: '',
        });
        expect(readdirSync(work_dir)).toEqual(['made']);
      },
    );

    test.each(['/', '/usr', '/usr/bin', '/usr/lib/x86_64-linux-gnu', '/proc/x', '/pawl/in', 'relative', '/a/../etc'])(
      'refuses the work at %s',
      async (mount_at) => {
        await expect(run(sandbox, ['true'], { mount_at })).rejects.toMatchObject({
          reason: 'sandbox_place',
          exitCode: 2,
        });
      },
    );

    test('may lose the folder that a command is to start in', async () => {
      expect(await run(sandbox, ['true'], { cwd: 'deleted' })).toMatchObject({ ended: 'exit', exit_code: 126 });
    });
  });

  describe('the network', () => {
    test('does not reach a server of the host, while servers inside reach each other', async () => {
      const server = createServer((socket) => socket.end('host'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const client = (to: string) =>
        `require('net').connect(${to}, '127.0.0.1').on('data', (d) => { console.log(String(d)); process.exit() }).on('error', (e) => { console.log(e.code); process.exit() })`;
      const outside = await run(sandbox, ['node', '-e', client(String(port))]);
      const inside = await run(sandbox, [
        'node',
        '-e',
        `require('net').createServer((s) => s.end('inside')).listen(0, '127.0.0.1', function () { ${client('this.address().port')} })`,
      ]);
      const shared = await run(open({ network: 'host' }), ['node', '-e', client(String(port))]);
      await new Promise((resolve) => server.close(resolve));
      expect(outside.stdout).toBe('ECONNREFUSED\n');
      expect(inside.stdout).toBe('inside\n');
      expect(shared.stdout).toBe('host\n');
    });
  });

  describe('rights', () => {
    test('are none: not root, no capability, nothing gained by exec', async () => {
      const { stdout } = await shell(
        sandbox,
        "id -u; grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status | tr -s '\\t' ' '",
      );
      const [uid, ...lines] = stdout.trim().split('\n');
      expect(Number(uid)).toBeGreaterThan(0);
      expect(lines.filter((line) => line.startsWith('Cap')).every((line) => line.endsWith(' 0000000000000000'))).toBe(
        true,
      );
      expect(lines).toContain('NoNewPrivs: 1');
      expect(lines).toContain('Seccomp: 2');
    });

    test('do not grow in a namespace of its own', async () => {
      for (const flag of ['-U', '-m', '-n', '-p', '-Ur'])
        expect(await run(sandbox, ['unshare', flag, 'true'])).not.toMatchObject({ exit_code: 0 });
    });

    test('of the system calls that lead out are refused, and those that programs need are not', async () => {
      const { stdout, stderr } = await run(sandbox, ['python3', '-c', systemCalls]);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        unix: 'EAFNOSUPPORT',
        vsock: 'EAFNOSUPPORT',
        packet: 'EAFNOSUPPORT',
        inet: 'ok',
        socketpair: 'ok',
        ptrace: 'EPERM',
        newuser: 'EPERM',
        clone3: 'ENOSYS',
        io_uring: 'ENOSYS',
        bpf: 'EPERM',
        keyctl: 'EPERM',
        mount: 'EPERM',
        tiocsti: 'EPERM',
      });
    });

    test.runIf(process.arch === 'x64')('do not come back through another calling convention', async () => {
      const x32 = 'import ctypes; ctypes.CDLL(None).syscall(0x40000000 + 39)';
      expect(await run(sandbox, ['python3', '-c', x32])).toMatchObject({ ended: 'crash', signal: 'SIGSYS' });
    });

    test('do not come with the environment or the open files of our own process', async () => {
      const { stdout } = await shell(
        sandbox,
        'cat /proc/*/environ | tr "\\0" "\\n"; for fd in /proc/self/fd/*; do readlink "$fd"; done; true',
      );
      const tools = Object.keys(toolchainEnv(await toolchainsOf(process.env, places())()));
      const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'PWD', ...tools].join('|');
      const known = new RegExp(`^(${names})=|^(/dev/null|pipe:.*|socket:.*|/proc/\\d+/fd)?$`);
      expect(stdout.split('\n').filter((line) => !known.test(line))).toEqual([]);
      expect(stdout.split('\n').filter((line) => line.startsWith('socket:')).length).toBeLessThanOrEqual(2);
    });
  });

  describe('limits', () => {
    test('end a hog of memory that is shared, or in files without a name', async () => {
      const small = open({ memory_mb: 100 });
      const hogs = [
        'import mmap, time; m = mmap.mmap(-1, 300 << 20); [m.write(b"x" * (1 << 20)) for i in range(300)]; time.sleep(15)',
        'import os, time; fd = os.memfd_create("x"); [os.write(fd, b"x" * (1 << 20)) for i in range(300)]; time.sleep(15)',
        'import time; [open("/tmp/%d" % i, "w") for i in range(200_000)]; time.sleep(15)',
      ];
      for (const hog of hogs)
        expect(await run(small, ['python3', '-c', hog]), hog).not.toMatchObject({ ended: 'exit', exit_code: 0 });
    });

    test('end a filler of the disk that writes results, or files without a name', async () => {
      const small = open({ disk_mb: 40 });
      const fill = 'head -c 300000000 /dev/zero';
      const collected = await shell(small, `${fill} > /pawl/out/big; sleep 15`, { collect: ['big'], file_limit: 10 });
      expect(collected).toMatchObject({ ended: 'output_limit' });
      expect(await shell(small, `${fill} > /pawl/out/big`)).not.toMatchObject({ exit_code: 0 });
      const open_ = `exec 7>hidden; rm hidden; ${fill} >&7; sleep 15`;
      expect(await shell(small, open_)).toMatchObject({ ended: 'output_limit' });
    });

    test('reach a daemon that left its session', async () => {
      const nap = oddSleep();
      const result = await shell(sandbox, `setsid sh -c '${nap} & ${nap}' & ${nap}`, { timeout_ms: 2000 });
      expect(result.ended).toBe('timeout');
      expect(processesWith(nap)).toEqual([]);
    });

    test('leave no group behind', async () => {
      const groups = await findGroups({ memory_mb: 64, pids: 16 });
      if (groups === null) return console.log('skipped: no writable control group here');
      const group = groups();
      const folder = dirname(group.joins[0] ?? '');
      expect(existsSync(folder)).toBe(true);
      await group.close();
      expect(existsSync(folder)).toBe(false);
      expect(readdirSync(dirname(folder)).filter((name) => name.startsWith(`pawl-${process.pid}-`))).toEqual([]);
    });
  });

  describe('programs', () => {
    test('vitest runs on dependencies that it cannot change', async () => {
      const work_dir = tempDir();
      writeFileSync(join(work_dir, 'package.json'), '{"type":"module"}');
      writeFileSync(join(work_dir, 'vitest.config.ts'), "export default { test: { include: ['*.test.ts'] } };");
      writeFileSync(
        join(work_dir, 'sum.test.ts'),
        "import { expect, test } from 'vitest';\ntest('adds', () => { expect(1 + 1).toBe(2); });\n",
      );
      const result = await run(
        open({ memory_mb: 1024, pids: 256 }),
        ['vitest', 'run', '--reporter=json', '--outputFile=/pawl/out/report.json'],
        {
          work_dir,
          layered: [{ host: realpathSync(join(repository, 'node_modules')), at: `${mountAt}/node_modules` }],
          collect: ['report.json'],
          timeout_ms: 50_000,
        },
      );
      expect(result).toMatchObject({ ended: 'exit', exit_code: 0 });
      expect(JSON.parse(result.files['report.json'] ?? '{}')).toMatchObject({ numPassedTests: 1, success: true });
    });
  });
}

const systemCalls = `
import ctypes, errno, json, platform, socket
libc = ctypes.CDLL(None, use_errno=True)
arm = platform.machine() == 'aarch64'
numbers = dict(ptrace=117 if arm else 101, clone=220 if arm else 56, bpf=280 if arm else 321, keyctl=219 if arm else 250,
  mount=40 if arm else 165, ioctl=29 if arm else 16, clone3=435, io_uring=425)
def call(name, *args):
  ctypes.set_errno(0)
  return 'ok' if libc.syscall(numbers[name], *args) >= 0 else errno.errorcode[ctypes.get_errno()]
def sock(family, kind=socket.SOCK_STREAM):
  try:
    socket.socket(family, kind).close()
    return 'ok'
  except OSError as error:
    return errno.errorcode[error.errno]
socket.socketpair()
print(json.dumps(dict(unix=sock(1), vsock=sock(40), packet=sock(17, 3), inet=sock(2), socketpair='ok',
  ptrace=call('ptrace', 0, 0, 0, 0), newuser=call('clone', 0x10000011, 0, 0, 0, 0), clone3=call('clone3', 0, 0),
  io_uring=call('io_uring', 1, 0), bpf=call('bpf', 0, 0, 0), keyctl=call('keyctl', 0, 0), mount=call('mount', 0, 0, 0, 0, 0),
  tiocsti=call('ioctl', 0, 0x5412, 0))))
`;
