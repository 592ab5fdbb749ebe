import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs `work` while no other process does in this checkout; the lock of a process that died is taken over. */
export function locked(root, work) {
  const lock = join(root, '.setup-lock');
  while (!take(lock)) pause(200);
  // `work` may end the process, and the lock must not outlive it.
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

/** The lock appears whole or not at all, by a link, so it always names its owner. */
function take(lock) {
  const mine = `${lock}-${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = read(lock);
    if (owner !== null && !alive(Number(owner))) discard(lock, owner, `${mine}-stale`);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes a dead owner's lock, and puts it back if a living one's was caught instead. */
function discard(lock, owner, aside) {
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) === owner) rmSync(aside);
  else renameSync(aside, lock);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
