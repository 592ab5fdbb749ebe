import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTree } from '../../src/adapters/remove-tree.ts';
import { neighbour } from './neighbour.ts';

/** A throw-away place for one attack. Everything in it is open to every user: only a sandbox stands before it. */
export interface Stage {
  /** Whether this is the control, without a sandbox. */
  bare: boolean;
  dir: string;
  /** The work folder, known to the command by the same path. */
  work: string;
  outside: string;
  secret: string;
  /** A process of the same user that does nothing. */
  victim: ChildProcess;
  neighbour: Neighbour;
  env: Record<string, string>;
  outsideBefore: string;
  outsideNow(): string;
  heard(): Promise<boolean>;
  beats(): Promise<boolean>;
  close(): Promise<void>;
}

export function openStage(other: Neighbour, bare: boolean): Stage {
  const dir = mkdtempSync(join(tmpdir(), 'pawl-attack-'));
  const place = (name: string) => join(dir, name);
  const secret = `secret-${randomUUID()}`;
  const token = `token-${randomUUID()}`;
  for (const name of ['work', 'outside', 'home/.ssh', 'home/.aws', 'runs/other/git/hooks'])
    mkdirSync(place(name), { recursive: true });
  for (const name of [
    'home/.ssh/id_ed25519',
    'home/.aws/credentials',
    'home/.npmrc',
    'runs/other/git/config',
    'runs/other/journal',
  ])
    writeFileSync(place(name), secret);
  writeFileSync(place('outside/target.txt'), 'untouched');
  openToAll(dir);
  const victim = spawn('sleep', ['1000'], { stdio: 'ignore', ...asCommand() });
  const describe = () => describeFolder(place('outside'));
  const outsideBefore = describe();
  return {
    bare,
    dir,
    work: place('work'),
    outside: place('outside'),
    secret,
    victim,
    neighbour: other,
    outsideBefore,
    outsideNow: describe,
    env: {
      STAGE: dir,
      WORK: place('work'),
      OUTSIDE: place('outside'),
      SECRETS: place('home'),
      TOKEN: token,
      VICTIM: String(victim.pid),
      ...(bare ? { APART: 'yes' } : {}),
      ...other.env,
    },
    // Bare, it is waited for; in the sandbox, it must not come.
    heard: () => eventually(() => other.heard().includes(token), bare ? 10_000 : 300),
    beats: () => goesOn(join(dir, 'work', 'beat'), bare ? 10_000 : 500),
    close: async () => {
      writeFileSync(join(dir, 'stop'), '');
      victim.kill('SIGKILL');
      if (existsSync(join(dir, 'work', 'beat'))) await sleep(150);
      await removeTree(dir);
    },
  };
}

export interface Neighbour {
  secret: string;
  run: string;
  env: Record<string, string>;
  heard(): string;
  close(): Promise<void>;
}

export async function moveIn(): Promise<Neighbour> {
  const dir = mkdtempSync(join(tmpdir(), 'pawl-neighbour-'));
  const [run, home] = [join(dir, 'run'), join(dir, 'home')];
  for (const folder of [run, home]) mkdirSync(folder);
  openToAll(dir);
  const secret = `secret-${randomUUID()}`;
  const child = spawn('/usr/bin/python3', ['-c', neighbour, run, home, `--password=${secret}`], {
    env: { NEIGHBOUR_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...asCommand(),
  });
  const facts = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line)));
    child.once('exit', () => reject(new Error('the neighbour did not start')));
  });
  const [pid = '', tcp = '', tcp6 = '', udp = '', abstract = '', segment = '', address = ''] = facts.trim().split(' ');
  return {
    secret,
    run,
    env: {
      PID: pid,
      TCP: tcp,
      TCP6: tcp6,
      UDP: udp,
      ABSTRACT: abstract,
      SEGMENT: segment,
      ADDRESS: address,
      RUN: run,
      NEIGHBOUR: home,
    },
    heard: () => readFileSync(join(home, 'heard'), 'latin1'),
    close: async () => {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
      await removeTree(dir);
    },
  };
}

/** Root's sandbox runs commands as this user: then rights alone do not keep them from another process. */
function asCommand(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
}

function openToAll(path: string): void {
  const folder = statSync(path).isDirectory();
  chmodSync(path, folder ? 0o777 : 0o666);
  if (folder) for (const name of readdirSync(path)) openToAll(join(path, name));
}

function describeFolder(folder: string): string {
  const one = (name: string) => {
    const path = join(folder, name);
    const found = statSync(path);
    return `${name} ${found.mode} ${found.isFile() ? readFileSync(path, 'latin1') : ''}`;
  };
  return readdirSync(folder).sort().map(one).join('\n');
}

async function eventually(holds: () => boolean, within_ms: number): Promise<boolean> {
  for (let waited = 0; waited < within_ms && !holds(); waited += 20) await sleep(20);
  return holds();
}

/** Beats come twenty times a second. */
async function goesOn(file: string, within_ms: number): Promise<boolean> {
  const size = () => (existsSync(file) ? statSync(file).size : 0);
  const before = size();
  return eventually(() => size() > before + 1, within_ms);
}
