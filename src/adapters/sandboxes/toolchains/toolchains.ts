import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { spawn } from '../../spawn.ts';
import { which } from '../../which.ts';
import { below } from '../place/place.ts';
import { compilers } from './compilers.ts';
import type { Toolchain } from './toolchain.ts';

type Found = (Toolchain | null)[];
export type FindToolchains = (needs?: readonly string[]) => Promise<Toolchain[]>;

/**
 * The node that runs us, and what the search path has of other languages. Asking a program where it lives takes longer
 * than a sandbox does, so each is asked once, and only when it is needed. A python3 that can be found without asking is
 * always there, since tests of other languages may call it.
 */
export function toolchainsOf(env: Record<string, string | undefined>, node = process.execPath): FindToolchains {
  const asking: Record<string, () => Promise<Found>> = { python: () => pythonToolchain(env), ...compilers(env) };
  const known = new Map<string, Promise<Found>>();
  const ask = (name: string): Promise<Found> => {
    const answer = known.get(name) ?? asking[name]?.() ?? Promise.resolve([]);
    known.set(name, answer);
    return answer;
  };
  let near: Toolchain | null | undefined;
  return async (needs = Object.keys(asking)) => {
    const found = await Promise.all(needs.map(ask));
    if (near === undefined) near = nearPython(env);
    const python = needs.includes('python') ? null : near;
    return [nodeToolchain(node), ...found.flat(), python].filter((toolchain) => toolchain !== null);
  };
}

/** What the interpreter behind a virtual environment needs. The environment's own files are not trusted to name it. */
export function venvPaths(venv: string): string[] {
  const program = join(venv, 'bin', 'python3');
  if (!existsSync(program)) return [];
  const home = /^home\s*=\s*(\S.*)$/m.exec(readIfThere(join(venv, 'pyvenv.cfg')))?.[1]?.trim();
  const bases = [dirname(dirname(realpathSync(program))), ...(home === undefined ? [] : [dirname(home)])];
  return [...new Set(bases)]
    .filter(isPythonPrefix)
    .flatMap((prefix) => partsOf(prefix).filter((part) => staysIn(prefix, part)));
}

function nodeToolchain(program: string): Toolchain | null {
  if (inUsr(program)) return null;
  const bin = dirname(program);
  const paths = basename(bin) === 'bin' ? partsOf(dirname(bin)) : [program];
  return { paths, bin };
}

/** The python3 of the search path, where its place or the choice of pyenv says whose it is. */
function nearPython(env: Record<string, string | undefined>): Toolchain | null {
  const program = which('python3', env.PATH);
  if (program === null || inUsr(program)) return null;
  const pyenv = /^(.*)\/shims\/python3$/.exec(program)?.[1];
  const chosen = pyenv === undefined ? null : (readIfThere(join(pyenv, 'version')).trim().split(/\s/)[0] ?? '');
  const own = chosen === null ? program : join(pyenv ?? '', 'versions', chosen, 'bin', 'python3');
  if (!existsSync(own)) return null;
  const prefix = dirname(dirname(realpathSync(own)));
  return isPythonPrefix(prefix) ? { paths: partsOf(prefix), bin: join(prefix, 'bin') } : null;
}

/** A shim is a script that picks the interpreter, so the interpreter is asked where it lives. */
async function pythonToolchain(env: Record<string, string | undefined>): Promise<(Toolchain | null)[]> {
  const program = which('python3', env.PATH);
  if (program === null) return [];
  const question = 'import sys, json; print(json.dumps([sys.executable, sys.prefix, sys.base_prefix]))';
  const asked = await spawn([program, '-I', '-c', question], {
    cwd: '/',
    env: { PATH: env.PATH ?? '', ...(env.HOME === undefined ? {} : { HOME: env.HOME }) },
    timeout_ms: 5000,
    output_limit: 64 * 1024,
  });
  const places = asked.exit_code === 0 ? readPlaces(asked.stdout.toString()) : null;
  if (places === null) return [];
  const { executable, prefixes } = places;
  const real = dirname(dirname(realpathSync(executable)));
  const paths = [...new Set([...prefixes, real])].filter((prefix) => !inUsr(`${prefix}/`)).flatMap(partsOf);
  return paths.length === 0 ? [] : [{ paths, bin: dirname(executable) }];
}

function readPlaces(answer: string): { executable: string; prefixes: string[] } | null {
  let places: unknown;
  try {
    places = JSON.parse(answer);
  } catch {
    return null;
  }
  if (!Array.isArray(places) || !places.every((place) => typeof place === 'string')) return null;
  const [executable, ...prefixes] = places;
  return executable === undefined || !existsSync(executable) ? null : { executable, prefixes };
}

/** Never the prefix itself, which may be a home folder or ~/.local. */
function partsOf(prefix: string): string[] {
  return ['bin', 'lib', 'lib64', 'libexec', 'include', 'pyvenv.cfg']
    .map((part) => join(prefix, part))
    .filter((part) => existsSync(part));
}

/** Whoever made the environment may have made the prefix, too, with a link to anywhere among its parts. */
function staysIn(prefix: string, part: string): boolean {
  return below(realpathSync(prefix), realpathSync(part)) !== null;
}

function isPythonPrefix(prefix: string): boolean {
  const lib = join(prefix, 'lib');
  if (inUsr(`${prefix}/`) || !existsSync(join(prefix, 'bin', 'python3')) || !isFolder(lib)) return false;
  return readdirSync(lib).some((name) => name.startsWith('python3') && existsSync(join(lib, name, 'os.py')));
}

function inUsr(path: string): boolean {
  return path.startsWith('/usr/');
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
