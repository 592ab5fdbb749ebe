import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Hooks } from '../../../ports/outside/repo.ts';
import { writeDurably } from '../../durable-file.ts';

/**
 * What hooks of the pre-commit framework need besides the repository: the checks that it has installed, and the virtual
 * environment that it is installed in, which it names itself.
 */
export async function preCommitPlaces(
  texts: readonly string[],
  env: Record<string, string | undefined>,
  copies: string,
): Promise<Pick<Hooks, 'read_only' | 'env'>> {
  const framework = texts.filter((text) => text.includes('pre_commit') || text.includes('pre-commit.com'));
  if (framework.length === 0) return { read_only: [], env: {} };
  const home =
    env.PRE_COMMIT_HOME ?? join(env.XDG_CACHE_HOME ?? join(env.HOME ?? '/nonexistent', '.cache'), 'pre-commit');
  const python = framework.map((text) => /^INSTALL_PYTHON='?(\/[^'\n]+)'?$/m.exec(text)?.[1] ?? '').find(Boolean) ?? '';
  const prefix = dirname(dirname(python));
  const isEnvironment = python !== '' && !prefix.startsWith('/usr') && existsSync(join(prefix, 'pyvenv.cfg'));
  const isInstalled = existsSync(join(home, list));
  return {
    read_only: [
      ...(isInstalled ? await readable(home, copies) : []),
      ...(isEnvironment ? [{ host: prefix, at: prefix }] : []),
    ],
    env: isInstalled ? { PRE_COMMIT_HOME: home } : {},
  };
}

/**
 * The framework's folder; for root, its parts. It makes the folder of each check and its list of them for their owner
 * alone, and the sandbox is then somebody else: who may enter folders that are made there above a mount, and read a copy.
 */
async function readable(home: string, copies: string): Promise<Hooks['read_only']> {
  if (process.getuid?.() !== 0) return [{ host: home, at: home }];
  const places: Hooks['read_only'] = [];
  for (const name of await readdir(home)) {
    const at = join(home, name);
    const stats = await stat(at).catch(() => null);
    if (stats?.isDirectory()) {
      const isOpen = (stats.mode & 0o5) === 0o5;
      const parts = isOpen ? [at] : (await readdir(at)).map((part) => join(at, part));
      places.push(...parts.map((part) => ({ host: part, at: part })));
    } else if (name === list) {
      const host = join(copies, name);
      await writeDurably(host, await readFile(at));
      await chmod(host, 0o644);
      places.push({ host, at });
    }
  }
  return places;
}

/** Where the framework writes down which checks are installed in which folder. */
const list = 'db.db';
