import { dirname, join, relative } from 'node:path';
import type { Host, Toolchain } from '../../../ports/outside/toolchain.ts';
import { partsIn } from '../../runs/toolchain.ts';

/**
 * A shim is a script that picks the interpreter, so the interpreter is asked where it lives. Where pyenv's own file says
 * which one it picks, that is read: asking takes as long as half a sandbox.
 */
export async function pythonToolchain(host: Host): Promise<Toolchain[]> {
  const chosen = chosenToolchain(host);
  if (chosen !== null) return [chosen];
  const question = 'import sys, json; print(json.dumps([sys.executable, sys.prefix, sys.base_prefix]))';
  const answer = await host.ask('python3', ['-I', '-c', question]);
  const places = answer === null ? null : readPlaces(answer);
  if (places === null || !host.exists(places.executable)) return [];
  const { executable, prefixes } = places;
  const real = dirname(dirname(host.real(executable)));
  const paths = [...new Set([...prefixes, real])]
    .filter((prefix) => !inUsr(`${prefix}/`))
    .flatMap((prefix) => partsOf(host, prefix));
  return paths.length === 0 ? [] : [{ paths, bin: dirname(executable) }];
}

/** The python3 of the search path, where its place or the choice of pyenv says whose it is. */
export function nearPython(host: Host): Toolchain | null {
  const program = host.which('python3');
  if (program === null || inUsr(program)) return null;
  const pyenv = pyenvOf(program);
  const interpreter = pyenv === null ? program : chosenBy(pyenv, host);
  if (!host.exists(interpreter)) return null;
  const prefix = dirname(dirname(host.real(interpreter)));
  return isPrefix(host, prefix) ? { paths: partsOf(host, prefix), bin: join(prefix, 'bin') } : null;
}

/** The interpreter that pyenv's file of versions names first, where that is an installed one and no virtual environment. */
function chosenToolchain(host: Host): Toolchain | null {
  const pyenv = pyenvOf(host.which('python3'));
  if (pyenv === null || host.exists('/.python-version')) return null;
  const prefix = dirname(dirname(chosenBy(pyenv, host)));
  if (host.exists(join(prefix, 'pyvenv.cfg')) || host.real(prefix) !== prefix || !isPrefix(host, prefix)) return null;
  return { paths: partsOf(host, prefix), bin: join(prefix, 'bin') };
}

const pyenvOf = (program: string | null): string | null => /^(.*)\/shims\/python3$/.exec(program ?? '')?.[1] ?? null;

/** What the interpreter behind a virtual environment needs. */
export function behindVenv(venv: string, host: Host): string[] {
  const program = join(venv, 'bin', 'python3');
  if (!host.exists(program)) return [];
  const home = /^home\s*=\s*(\S.*)$/m.exec(host.read(join(venv, 'pyvenv.cfg')))?.[1]?.trim();
  const bases = [dirname(dirname(host.real(program))), ...(home === undefined ? [] : [dirname(home)])];
  return [...new Set(bases)]
    .filter((prefix) => isPrefix(host, prefix))
    .flatMap((prefix) => partsOf(host, prefix).filter((part) => staysIn(host.real(prefix), host.real(part))));
}

/** The virtual environment that a program is in. */
export function venvAround(program: string, host: Host): string | null {
  const prefix = dirname(dirname(program));
  return host.exists(join(prefix, 'pyvenv.cfg')) ? prefix : null;
}

function chosenBy(pyenv: string, host: Host): string {
  const [version = ''] = host.read(join(pyenv, 'version')).trim().split(/\s/);
  return join(pyenv, 'versions', version, 'bin', 'python3');
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
  return executable === undefined ? null : { executable, prefixes };
}

/** Never the prefix itself, which may be a home folder or ~/.local. */
const partsOf = (host: Host, prefix: string): string[] =>
  partsIn(host, prefix, ['bin', 'lib', 'lib64', 'libexec', 'include', 'pyvenv.cfg']);

/** A hostile environment may name a prefix whose parts link to anywhere. */
function staysIn(prefix: string, part: string): boolean {
  const rest = relative(prefix, part);
  return rest !== '..' && !rest.startsWith('../');
}

function isPrefix(host: Host, prefix: string): boolean {
  if (inUsr(`${prefix}/`) || !host.exists(join(prefix, 'bin', 'python3'))) return false;
  const lib = join(prefix, 'lib');
  return host.entries(lib).some((name) => name.startsWith('python3') && host.exists(join(lib, name, 'os.py')));
}

const inUsr = (path: string): boolean => path.startsWith('/usr/');
