import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unfit } from '../../../ports/errors.ts';
import { spawn } from '../../spawn.ts';
import { isAlive, killIfThere } from '../watch/processes.ts';
import { readGroupFolders } from './cgroup-folders.ts';

export interface Limits {
  memory_mb: number;
  pids: number;
}

/** One command's own control group, in each hierarchy that it takes. */
export interface Group {
  /** Files that take a 0 from a process, of one thread, that is to join. */
  joins: string[];
  /** True once the kernel ended a process of the group for want of memory. */
  outOfMemory(): boolean;
  /** Ends what is left in the group, waits until it is gone, and removes the group. */
  close(): Promise<void>;
}

export type OpenGroup = () => Group;

/** Null where groups that limit memory and processes cannot be made by us. */
export async function findGroups(limits: Limits): Promise<OpenGroup | null> {
  for (const parents of readGroupFolders()) {
    if (await works(parents, limits)) {
      for (const parent of parents) await removeStale(parent);
      return () => openGroup(parents, limits);
    }
  }
  return null;
}

function openGroup(parents: string[], limits: Limits): Group {
  const name = `pawl-${process.pid}-${randomBytes(4).toString('hex')}`;
  const folders = parents.map((parent) => join(parent, name));
  for (const folder of folders) {
    mkdirSync(folder);
    for (const [file, value] of settings(limits))
      if (existsSync(join(folder, file))) writeFileSync(join(folder, file), value);
  }
  return {
    joins: folders.map(joinFile),
    outOfMemory: () => folders.some(hadOutOfMemory),
    close: async () => {
      for (const folder of folders) await empty(folder);
    },
  };
}

/** Under v1 a lone thread joins without the lock over all processes, which takes 3 to 10 ms to get. */
function joinFile(folder: string): string {
  const file = [join(folder, 'tasks'), join(folder, 'cgroup.procs')].find(existsSync);
  if (file === undefined) throw new Unfit(`the control group ${folder} has no file to join it by`);
  return file;
}

/** Both versions' files; those that a folder lacks are not written. The limit with swap comes after the one without. */
function settings({ memory_mb, pids }: Limits): [string, string][] {
  const bytes = String(memory_mb * 1024 * 1024);
  return [
    ['memory.limit_in_bytes', bytes],
    ['memory.memsw.limit_in_bytes', bytes],
    ['memory.max', bytes],
    ['memory.swap.max', '0'],
    ['pids.max', String(pids)],
  ];
}

/** The truth is what happens when a process joins: permissions and v2's rule against inner processes show only then. */
async function works(parents: string[], limits: Limits): Promise<boolean> {
  let group: Group;
  try {
    group = openGroup(parents, limits);
  } catch {
    return false;
  }
  const folders = group.joins.map((file) => dirname(file));
  const limited = (files: string[]) => folders.some((folder) => files.some((file) => existsSync(join(folder, file))));
  const complete = limited(['memory.max', 'memory.limit_in_bytes']) && limited(['pids.max']);
  const script = 'for file; do echo 0 >"$file" || exit 1; done';
  const joined = await spawn(['/bin/sh', '-c', script, 'sh', ...group.joins], { env: {}, timeout_ms: 2000 });
  await group.close();
  return complete && joined.exit_code === 0;
}

function hadOutOfMemory(folder: string): boolean {
  return ['memory.events', 'memory.oom_control'].some((name) => {
    const file = join(folder, name);
    return existsSync(file) && /^oom_kill [1-9]/m.test(readFileSync(file, 'utf8'));
  });
}

async function empty(folder: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== 'EBUSY') throw error;
    }
    for (const pid of members(folder)) killIfThere(pid);
    await sleep(Math.min(1 + tries, 20));
  }
  throw new Unfit(`processes of the sandbox cannot be ended: ${members(folder).join(', ')}`, 'sandbox_stuck');
}

function members(folder: string): number[] {
  return readFileSync(join(folder, 'cgroup.procs'), 'utf8')
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
}

/**
 * What a process that was killed left behind. Bubblewrap dies with its owner, but not in the moment in which it starts
 * its second process: that one would wait for ever.
 */
async function removeStale(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const owner = /^pawl-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      await empty(join(parent, name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EACCES' && code !== 'EPERM') throw error;
    }
  }
}
