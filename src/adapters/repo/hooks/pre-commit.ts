import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Hooks } from '../../../ports/outside/repo.ts';

/**
 * What hooks of the pre-commit framework need besides the repository: the checks that it has installed, and the virtual
 * environment that it is installed in, which it names itself.
 */
export async function preCommitPlaces(
  texts: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Pick<Hooks, 'read_only' | 'env'>> {
  const framework = texts.filter((text) => text.includes('pre_commit') || text.includes('pre-commit.com'));
  if (framework.length === 0) return { read_only: [], env: {} };
  const home =
    env.PRE_COMMIT_HOME ?? join(env.XDG_CACHE_HOME ?? join(env.HOME ?? '/nonexistent', '.cache'), 'pre-commit');
  const python = framework.map((text) => /^INSTALL_PYTHON='?(\/[^'\n]+)'?$/m.exec(text)?.[1] ?? '').find(Boolean) ?? '';
  const prefix = dirname(dirname(python));
  const isEnvironment = python !== '' && !prefix.startsWith('/usr') && existsSync(join(prefix, 'pyvenv.cfg'));
  const isInstalled = existsSync(join(home, 'db.db'));
  return {
    read_only: [...(isInstalled ? [home] : []), ...(isEnvironment ? [prefix] : [])].map((host) => ({ host, at: host })),
    env: isInstalled ? { PRE_COMMIT_HOME: home } : {},
  };
}
