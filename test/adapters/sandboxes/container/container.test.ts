import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { containerArguments } from '../../../../src/adapters/sandboxes/container/arguments.ts';
import { container } from '../../../../src/adapters/sandboxes/container/container.ts';
import { disguise } from '../../../../src/adapters/sandboxes/place/disguise.ts';
import { openExchange } from '../../../../src/adapters/sandboxes/place/exchange.ts';
import { mountPoints } from '../../../../src/adapters/sandboxes/place/mount-points.ts';
import { places } from '../../../../src/languages/registry.ts';
import { sandboxContract } from '../contract.ts';
import { command, mountAt, openDir, run, tempDir } from '../support.ts';

const limits = { image: 'node:20', memory_mb: 512, pids: 64, network: 'none' } as const;
const real = { ...limits, image: process.env.PAWL_TEST_IMAGE };
const reason = await container({ equipment: places(), ...real, env: process.env }).unfit();
if (reason !== null) console.log(`skipped: the container sandbox with a real engine: ${reason}`);

describe.skipIf(reason !== null)('a container of the engine here', () => {
  sandboxContract((env, changes) => container({ equipment: places(), ...real, ...changes, env }));
});

describe('the command line of an engine', () => {
  const told = async (changes: Parameters<typeof command>[1] = {}, keep_id = false): Promise<string[]> => {
    const wanted = command(['node', '--test', 'a b'], changes);
    const exchange = openExchange(wanted.provide, null);
    const points = mountPoints(wanted.work_dir, null);
    try {
      const user = { uid: 1000, gid: 100, owner: null, keep_id };
      return containerArguments(
        disguise(wanted),
        { ...limits, equipment: places() },
        { name: 'pawl-1', exchange, points, user },
      );
    } finally {
      points.undo();
      await exchange.close();
    }
  };
  const valuesOf = (args: string[], flag: string) => args.filter((_, index) => args[index - 1] === flag);

  test('takes every right and the network away, and sets the limits', async () => {
    const args = await told();
    expect(args[0]).toBe('run');
    expect(args).toContain('--read-only');
    expect(
      Object.fromEntries(
        ['--network', '--cap-drop', '--security-opt', '--user'].map((flag) => [flag, valuesOf(args, flag)]),
      ),
    ).toEqual({
      '--network': ['none'],
      '--cap-drop': ['ALL'],
      '--security-opt': ['no-new-privileges', 'label=disable'],
      '--user': ['1000:100'],
    });
    expect(valuesOf(args, '--pids-limit')).toEqual(['64']);
    expect([valuesOf(args, '--memory'), valuesOf(args, '--memory-swap')]).toEqual([['512m'], ['512m']]);
    expect(valuesOf(args, '--tmpfs')).toEqual(['/tmp:rw,nosuid,nodev,exec,mode=1777,size=256m']);
    expect(valuesOf(args, '--name')).toEqual(['pawl-1']);
    expect(valuesOf(args, '--pull')).toEqual(['never']);
    expect(args).not.toContain('--userns');
    expect(await told({}, true)).toContain('keep-id');
  });

  test('lets the command read only where there is a conversation', async () => {
    const talk = { begin: () => undefined, hear: () => undefined, line_limit: 1 };
    expect(await told()).not.toContain('--interactive');
    expect(await told({ talk })).toContain('--interactive');
  });

  test('names the image, then the command in its folder and no shell word of it', async () => {
    const args = await told({ cwd: 'packages/one', env: { COLOUR: 'blue' } });
    const image = args.indexOf('node:20');
    expect(args.slice(image - 2, image)).toEqual(['--entrypoint', '/bin/sh']);
    expect(args.slice(image + 3)).toEqual(['sh', `${mountAt}/packages/one`, '', '', '120', 'node', '--test', 'a b']);
    expect(valuesOf(args, '--env')).toContain('COLOUR=blue');
  });

  test('mounts the work to be written and what is given to be read, whatever their names', async () => {
    const host = join(tempDir(), 'with, "comma"');
    writeFileSync(host, '');
    const work_dir = tempDir();
    const read_only = [
      { host, at: `${mountAt}/fixture` },
      { host: `${host}-absent`, at: `${mountAt}/absent` },
    ];
    const mounts = valuesOf(await told({ work_dir, read_only }), '--mount');
    expect(mounts[0]).toBe(`type=bind,source=${work_dir},target=${mountAt}`);
    expect(mounts[1]).toMatch(/^type=bind,source=.*\/in,target=\/[a-z]{12}\/[a-z]{12},readonly$/);
    expect(mounts[2]).toMatch(/^type=bind,source=.*\/out,target=\/[a-z]{12}\/[a-z]{12}$/);
    expect(mounts[3]).toBe(`type=bind,"source=${host.replaceAll('"', '""')}",target=${mountAt}/fixture,readonly`);
    expect(mounts).toHaveLength(4);
  });

  test('shows dependencies read-only with room for caches, and their programs on the search path', async () => {
    const host = openDir();
    for (const name of ['pkg', '.bin', '.vite']) mkdirSync(join(host, name));
    symlinkSync('../packages/own', join(host, 'own'));
    const args = await told({ layered: [{ host, at: `${mountAt}/node_modules` }] });
    const mounts = valuesOf(args, '--mount').slice(3);
    expect(mounts[0]).toMatch(new RegExp(`/layer-0,target=${mountAt}/node_modules,readonly$`));
    expect(mounts.slice(1)).toEqual([
      `type=bind,source=${host},target=${mountAt}/node_modules/.pawl/node_modules,readonly`,
      `type=bind,source=${host}/.bin,target=${mountAt}/node_modules/.bin,readonly`,
    ]);
    expect(valuesOf(args, '--tmpfs')).toContain(
      `${mountAt}/node_modules/.vite-temp:rw,nosuid,nodev,mode=1777,size=64m`,
    );
    expect(args.slice(args.indexOf('node:20') + 5, -3)).toEqual(['', `:${mountAt}/node_modules/.bin`, '120']);
  });
});

describe('an engine that', () => {
  test('is not installed is named in one line', async () => {
    expect(await container({ equipment: places(), ...limits, env: { PATH: '' } }).unfit()).toBe(
      'there is no container engine: install podman or docker',
    );
  });

  test('does not answer makes the sandbox unfit, and runs nothing', async () => {
    const { sandbox } = engine('echo "Cannot connect to the daemon" >&2; exit 125');
    const message = 'no container engine can be used: podman: Cannot connect to the daemon';
    expect(await sandbox.unfit()).toBe(message);
    await expect(run(sandbox, ['true'])).rejects.toMatchObject({ message, exitCode: 8 });
  });

  test('does not answer is passed over for one that does', async () => {
    const { sandbox, folder } = engine('echo "Cannot connect" >&2; exit 125');
    writeFileSync(join(folder, 'docker'), '#!/bin/sh\n[ "$1" != run ] || echo from docker\n');
    chmodSync(join(folder, 'docker'), 0o755);
    expect(await run(sandbox, ['true'])).toMatchObject({ ended: 'exit', exit_code: 0, stdout: 'from docker\n' });
  });

  test('would run without limits is not used', async () => {
    const { sandbox } = engine('printf "host:\\n  cgroupVersion: v1\\n  security:\\n    rootless: true\\n"');
    expect(await sandbox.unfit()).toBe(
      'no container engine can be used: podman: without root and on cgroup v1 it limits neither memory nor processes',
    );
  });

  test('cannot start a container says why', async () => {
    const { sandbox } = engine('case $1 in run) echo "no such runtime" >&2; exit 126;; inspect) exit 1;; esac');
    await expect(run(sandbox, ['true'])).rejects.toMatchObject({
      message: 'the container cannot be started: no such runtime',
      exitCode: 8,
    });
  });

  test('cannot remove a container says which', async () => {
    const { sandbox } = engine(
      'case $1 in rm) echo "device busy" >&2; exit 1;; inspect) echo "false 2030-01-01";; esac',
    );
    await expect(run(sandbox, ['true'])).rejects.toThrow(/^the container pawl-\S+ cannot be removed: device busy$/);
  });

  test('has no image says how to get it', async () => {
    const { sandbox, program } = engine('[ "$1" != image ]');
    expect(await sandbox.unfit()).toBe(`there is no image node:20: ${program} pull node:20`);
  });

  test('runs on after a timeout has its container removed by name', async () => {
    const { sandbox, log } = engine('[ "$1" = run ] && exec sleep 60; exit 0');
    const result = await run(sandbox, ['true'], { timeout_ms: 200 });
    expect(result).toMatchObject({ ended: 'timeout', exit_code: null });
    const [, started = '', asked, removed] = log();
    const name = /--name (\S+)/.exec(started)?.[1];
    expect(asked).toMatch(new RegExp(`^inspect .* ${name}$`));
    expect(removed).toBe(`rm --force --volumes ${name}`);
  });

  test('ended a command for want of memory says so, and one that answered 125 itself is believed', async () => {
    const ended = (code: number, state: string) =>
      run(engine(`case $1 in run) exit ${code};; inspect) echo "${state} 2030-01-01";; esac`).sandbox, ['true']);
    expect(await ended(137, 'true')).toMatchObject({ ended: 'memory', exit_code: null });
    expect(await ended(137, 'false')).toMatchObject({ ended: 'crash', signal: 'SIGKILL' });
    expect(await ended(125, 'false')).toMatchObject({ ended: 'exit', exit_code: 125 });
    expect(await ended(0, 'true')).toMatchObject({ ended: 'exit', exit_code: 0 });
  });
});

/** A program that stands where podman would, and notes what it is told. */
function engine(script: string) {
  const folder = realpathSync(tempDir());
  const [program, notes] = [join(folder, 'podman'), join(folder, 'notes')];
  writeFileSync(program, `#!/bin/sh\necho "$*" | head -n 1 >> ${notes}\n${script}\n`);
  chmodSync(program, 0o755);
  const sandbox = container({ equipment: places(), ...limits, env: { PATH: `${folder}:/usr/bin:/bin` } });
  return { sandbox, program, folder, log: () => readFileSync(notes, 'utf8').trim().split('\n') };
}
