import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { diesWithParent } from '../../../src/adapters/with-parent.ts';
import { startChild } from '../../support/child.ts';
import { plainEnv, put, repository, sh, tempDir } from './setup.ts';

const limits = { question_ms: 4000, content_ms: 4000, checkout_ms: 4000, remote_ms: 4000 };

function impatient() {
  const env = plainEnv('/nonexistent');
  return gitRepo({ waste: [], state_dir: join(tempDir(), 'state'), env, point: () => undefined, limits });
}

/** A pipe that nobody writes to, in place of what was there. */
function pipe(dir: string, path: string): void {
  rmSync(join(dir, path), { recursive: true, force: true });
  execFileSync('mkfifo', [join(dir, path)]);
}

describe('git that would wait for ever', () => {
  const inGit: Record<string, (dir: string) => void> = {
    HEAD: (dir) => pipe(dir, '.git/HEAD'),
    'the configuration': (dir) => pipe(dir, '.git/config'),
    'a file that the configuration includes': (dir) => {
      pipe(dir, '.git/more');
      appendFileSync(join(dir, '.git/config'), '[include]\n\tpath = more\n');
    },
    'the packed refs': (dir) => {
      sh(dir, 'pack-refs', '--all');
      pipe(dir, '.git/packed-refs');
    },
    'the branch': (dir) => pipe(dir, '.git/refs/heads/main'),
    'the list of other object folders': (dir) => {
      sh(dir, 'gc', '-q');
      pipe(dir, '.git/objects/info/alternates');
    },
    'the index of a pack': (dir) => {
      sh(dir, 'gc', '-q');
      const name = readdirSync(join(dir, '.git/objects/pack')).find((file) => file.endsWith('.idx')) ?? '';
      pipe(dir, `.git/objects/pack/${name}`);
    },
  };

  it.each(Object.keys(inGit))('is stopped, and the error says what it was asked: %s is a pipe', async (what) => {
    const dir = repository();
    inGit[what]?.(dir);
    const failure = await impatient()
      .inspect(dir)
      .then(() => null)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'git_timeout', exitCode: 8 });
    expect(String(failure)).toMatch(/git (rev-parse|config) .*took longer than 4 s in .*and was stopped/);
    expect(String(failure)).not.toContain('\n');
  });

  it.each(['index', 'info/exclude', 'shallow', 'commondir'])(
    'is not needed to see that .git/%s is a pipe',
    async (file) => {
      const dir = repository();
      const repo = impatient();
      const target = await repo.inspect(dir);
      pipe(dir, `.git/${file}`);
      const asked = repo.capture('r1', target, false).then(
        () => 'captured',
        (error: { exitCode?: number }) => error.exitCode,
      );
      expect([8, 'captured']).toContain(await asked);
    },
  );

  it('is stopped where an ignore file of the work tree is a pipe', async () => {
    const dir = repository();
    const repo = impatient();
    const target = await repo.inspect(dir);
    put(dir, { 'new/b.txt': 'two\n' });
    pipe(dir, 'new/.gitignore');
    await expect(repo.capture('r1', target, false)).rejects.toMatchObject({ reason: 'git_timeout', exitCode: 8 });
  });

  it('dies with the process that started it, also when that is killed', async () => {
    const dir = repository();
    pipe(dir, '.git/HEAD');
    const parent = await startChild(new URL('./inspector.child.ts', import.meta.url), [dir]);
    await expect.poll(() => gitsOn(dir), { timeout: 60_000 }).not.toEqual([]);
    parent.kill('SIGKILL');
    await expect.poll(() => gitsOn(dir), { timeout: 60_000 }).toEqual([]);
  });

  it('runs without a guard where the system has none', async () => {
    await expect(diesWithParent(tempDir())()).resolves.toEqual([]);
  });
});

/** The processes that ask git about a folder. */
function gitsOn(dir: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return words.includes(dir) && words.includes('rev-parse');
    } catch {
      return false;
    }
  });
}
