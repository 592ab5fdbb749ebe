import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Equipment, FindToolchain, Host, Toolchain } from '../../../ports/outside/toolchain.ts';
import { hostOf } from '../../host.ts';
import { once } from '../../once.ts';

export type FindToolchains = (needs?: readonly string[]) => Promise<Toolchain[]>;

/**
 * The node that runs us, and what the search path has of the languages. Asking a program where it lives takes longer than
 * a sandbox does, so each is asked once, and only when it is needed.
 */
export function toolchainsOf(
  env: Host['env'],
  equipment: readonly Equipment[],
  node = process.execPath,
): FindToolchains {
  const host = hostOf(env);
  const finders = equipment.flatMap(({ toolchains }) => Object.entries<FindToolchain>(toolchains));
  const asks = new Map(finders.map(([name, find]) => [name, once(() => find(host))]));
  const near = new Map<Equipment, Toolchain | null>();
  const nearOf = (each: Equipment): Toolchain | null => {
    if (!near.has(each)) near.set(each, each.near?.(host) ?? null);
    return near.get(each) ?? null;
  };
  return async (needs = [...asks.keys()]) => {
    const answers = await Promise.all(needs.map((name) => asks.get(name)?.() ?? []));
    const others = equipment.filter(({ toolchains }) => !needs.some((name) => Object.hasOwn(toolchains, name)));
    return [nodeToolchain(node), ...answers.flat(), ...others.map(nearOf)].filter((toolchain) => toolchain !== null);
  };
}

export function toolchainEnv(toolchains: Toolchain[]): Record<string, string> {
  return Object.assign({}, ...toolchains.map(({ env }) => env ?? {}));
}

/** Host paths that the programs of a folder of dependencies need. */
export function pathsBehind(env: Host['env'], equipment: readonly Equipment[]): (folder: string) => string[] {
  const host = hostOf(env);
  return (folder) => equipment.flatMap((each) => each.behind?.(folder, host) ?? []);
}

/** Never the folder around them, which may be a home folder or ~/.local. */
function nodeToolchain(program: string): Toolchain | null {
  if (program.startsWith('/usr/')) return null;
  const bin = dirname(program);
  const parts = ['bin', 'lib', 'lib64', 'libexec', 'include'].map((part) => join(dirname(bin), part));
  return { paths: basename(bin) === 'bin' ? parts.filter(existsSync) : [program], bin };
}
