import { join } from 'node:path';
import type { Target, Workspace } from '../../ports/outside/repo.ts';
import type { SandboxCommand } from '../../ports/outside/sandbox.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { languageOfRunner, places } from '../registry.ts';
import type { Runner } from '../runner.ts';
import type { Project } from './project.ts';

const megabyte = 1024 * 1024;

/**
 * A command in a workspace that stands where the target stands, with the target's own dependencies or those installed
 * in another folder.
 */
export function commandIn(
  workspace: Workspace,
  target: Target,
  policy: Policy,
  installed: string = target.top,
  dirs: readonly string[] = [],
): Omit<SandboxCommand, 'argv' | 'timeout_ms'> {
  return {
    ...shownIn(target, policy, installed, dirs),
    work_dir: workspace.dir,
    mount_at: target.top,
    cwd: target.scope,
    // The same for every command: a variable that only test runs have would tell code that it is judged.
    env: { ...Object.assign({}, ...places().map(({ env }) => env ?? {})), ...policy.tests.env },
    provide: {},
    collect: [],
    output_limit: megabyte,
    on_overflow: 'cut',
    file_limit: 32 * megabyte,
  };
}

/** The folders of a project's packages that have tests. */
export const dirsOf = (runner: Runner | null): string[] => runner?.parts?.map(({ dir }) => dir) ?? [];

/** What of the host a command in a target sees: submodules, dependencies, also of its packages, and what the user binds. */
export function shownIn(
  { top, scope, submodules = [] }: Target,
  { tests }: Policy,
  installed: string = top,
  dirs: readonly string[] = [],
): Pick<SandboxCommand, 'read_only' | 'layered'> {
  const own = scope === '' ? '' : `/${scope}`;
  const above = [...new Set(['', own, ...dirs.map((dir) => (dir === '' ? own : `${own}/${dir}`))])];
  const names = places().flatMap(({ installed: folders }) => folders ?? []);
  const layered = above.flatMap((place) =>
    names.map((name) => ({
      host: `${installed}${place}/${name}`,
      at: `${top}${place}/${name}`,
      within: installed,
    })),
  );
  const bound = [...submodules.filter(({ there }) => there).map(({ path }) => path), ...tests.bind];
  return { read_only: bound.map((path) => ({ host: join(top, path), at: join(top, path) })), layered };
}

/** The toolchains that a runner uses. A command that is not known may use any. */
export function needsOf({ id }: Pick<Runner, 'id'>): { needs?: string[] } {
  const place = languageOfRunner(id)?.place;
  return place ? { needs: Object.keys(place.toolchains) } : {};
}

/** What a developer's commands use: what the tests do, and what other parts of the project are written in. */
export function needsOfShell({ runner, paths }: Pick<Project, 'runner' | 'paths'>): { needs?: string[] } {
  const { needs } = runner ? needsOf(runner) : {};
  const others = places().filter(({ marks }) => paths.some((path) => marks.test(path)));
  return needs
    ? { needs: [...new Set([...needs, ...others.flatMap(({ toolchains }) => Object.keys(toolchains))])] }
    : {};
}

/** What of the user's own builds a runner may start from, in its folder and those above. */
export function builtIn({ top, scope }: Target, dir: string, { id }: Runner): Pick<SandboxCommand, 'built'> {
  const names = languageOfRunner(id)?.place?.built ?? [];
  const parts = join(scope, dir).split('/');
  const above = parts.map((_, at) => parts.slice(0, at).join('/'));
  const folders = [...new Set([...above, join(scope, dir)])];
  return names.length === 0 ? {} : { built: folders.flatMap((folder) => names.map((name) => join(top, folder, name))) };
}

/** What a command is given of an earlier build. */
export function givenBuild({ built: build }: Runner, built: string | undefined): Record<string, string> {
  return build === undefined || built === undefined ? {} : { [build.file]: built };
}
