import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const identity = { GIT_AUTHOR_NAME: 'Someone', GIT_AUTHOR_EMAIL: 'someone@example.test' };
const env = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  ...identity,
  GIT_COMMITTER_NAME: identity.GIT_AUTHOR_NAME,
  GIT_COMMITTER_EMAIL: identity.GIT_AUTHOR_EMAIL,
};

/** Plain git, as a user would run it. */
export function git(dir: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

export function put(dir: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
}

export function makeRepo(dir: string, files: Record<string, string>): string {
  mkdirSync(dir, { recursive: true });
  put(dir, files);
  // One process of ours for the three: one as large as ours takes long to start another.
  const script = 'git init -q -b main && git add -A && git commit -q -m base';
  execFileSync('sh', ['-c', script], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return dir;
}

/** The commits of a branch that its base does not have, newest first. */
export function commitsOn(dir: string, branch: string, base = 'main'): string[] {
  return git(dir, 'log', '--format=%H', `${base}..${branch}`).split('\n').filter(Boolean);
}

export function branches(dir: string): string[] {
  return git(dir, 'for-each-ref', '--format=%(refname:short)', 'refs').split('\n').filter(Boolean);
}

/** Every file below a folder with a hash of what it is and holds; `without` names paths to leave out, by their beginning. */
export function listing(dir: string, without: string[] = []): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string): void => {
    for (const name of readdirSync(join(dir, path)).sort()) {
      const inner = path === '' ? name : `${path}/${name}`;
      if (without.some((start) => inner === start || inner.startsWith(`${start}/`))) continue;
      const stat = lstatSync(join(dir, inner));
      if (stat.isDirectory()) {
        found[`${inner}/`] = String(stat.mode);
        walk(inner);
      } else if (stat.isFile() && stat.size < hugeBytes)
        found[inner] = `${stat.mode} ${contentOf(join(dir, inner), false)}`;
      else if (stat.isSymbolicLink()) found[inner] = `${stat.mode} ${contentOf(join(dir, inner), true)}`;
      else found[inner] = `${stat.mode} ${stat.size} ${stat.mtimeMs}`;
    }
  };
  walk('');
  return found;
}

const hugeBytes = 2 ** 30;

function contentOf(path: string, link: boolean): string {
  return createHash('sha256')
    .update(link ? readlinkSync(path) : readFileSync(path))
    .digest('hex');
}

/** What of a repository a run may add to; everything else must stay as it is, byte for byte. */
export const additions = ['.git/objects', '.git/refs/heads/pawl', '.git/logs/refs/heads/pawl'];
