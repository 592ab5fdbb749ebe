import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { removeAfter } from '../../support/after.ts';
import { waste } from '../../support/waste.ts';

export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-repo-')));
  removeAfter('test', dir);
  return dir;
}

/** Plain git as a user would run it, with a home folder of its own. */
export function plainEnv(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

const identity = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.test', '-c', 'init.defaultBranch=main'];

/** Several commands of plain git at the price of one: a process as large as ours takes long to start another. */
export function inOne(dir: string, ...commands: string[]): void {
  const script = commands.map((command) => `git "$@" ${command}`).join(' && ');
  execFileSync('sh', ['-c', script, 'sh', ...identity], { cwd: dir, env: plainEnv('/nonexistent'), stdio: 'pipe' });
}

export function sh(dir: string, ...args: string[]): string {
  return execFileSync('git', [...identity, ...args], { cwd: dir, env: plainEnv('/nonexistent'), stdio: 'pipe' })
    .toString()
    .trim();
}

/** Runs plain git and does not mind how it ends. */
export function trySh(dir: string, ...args: string[]): void {
  spawnSync('git', args, { cwd: dir, env: plainEnv('/nonexistent'), stdio: 'ignore' });
}

export function put(dir: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
}

/** A repository with one commit of the given files. */
export function repository(files: Record<string, string | Uint8Array> = { 'a.txt': 'one\n' }): string {
  const dir = tempDir();
  put(dir, files);
  inOne(dir, 'init -q', 'add -A', 'commit -q --allow-empty -m first');
  return dir;
}

/** The adapter with state in a folder of its own. */
export function adapter(points: string[] = [], more: Record<string, string> = {}) {
  const state_dir = join(tempDir(), 'state');
  const env = { ...plainEnv('/nonexistent'), ...more };
  return { state_dir, env, repo: gitRepo({ waste, state_dir, env, point: (name) => points.push(name) }) };
}

/** A clone of a repository at its HEAD, with one workspace. */
export async function opened(dir: string) {
  const { repo, state_dir } = adapter();
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const base = await clone.treeOf(target.head);
  const workspace = await clone.workspace('main', base);
  return { repo, state_dir, target, clone, base, workspace };
}

/** Every path below a folder with its type, permission bits and content's hash. */
export function fingerprint(dir: string, skip: (path: string) => boolean = () => false): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (path: string) => {
    for (const name of readdirSync(join(dir, path)).sort()) {
      const sub = path === '' ? name : `${path}/${name}`;
      if (skip(sub)) continue;
      const place = join(dir, sub);
      const stats = lstatSync(place);
      if (stats.isDirectory()) {
        found[sub] = 'folder';
        visit(sub);
      } else if (stats.isSymbolicLink()) found[sub] = `link ${readlinkSync(place)}`;
      else {
        const hash = createHash('sha256').update(readFileSync(place)).digest('hex');
        found[sub] = `${(stats.mode & 0o111) === 0 ? 'plain' : 'exec'} ${hash}`;
      }
    }
  };
  visit('');
  return found;
}

export function asRoot(): boolean {
  return process.getuid?.() === 0;
}
