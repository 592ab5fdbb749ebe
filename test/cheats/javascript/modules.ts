import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../../../node_modules', import.meta.url));
/** Packages that this project does not install come from where a variable says. */
const others = process.env.PAWL_TEST_MODULES ?? own;

export const installVitest = installed(own, ['vitest']);
export const installJest = installed(others, ['jest']);
export const installMocha = installed(others, ['mocha', 'chai']);

/**
 * Packages with all that they need, as an installation has them: real folders with real files, in the first folder that
 * asks. Others beside it share them.
 */
function installed(modules: string, names: string[]): (dir: string) => void {
  const places = new Map<string, string>();
  return (dir) => {
    const around = join(dir, '..');
    const place = join(dir, 'node_modules');
    const first = places.get(around);
    if (first !== undefined) return symlinkSync(first, place);
    places.set(around, place);
    mkdirSync(place);
    const bins = names.map((name) => `.bin/${name}`).filter((path) => existsSync(join(modules, path)));
    // Links are quicker, where both are on one disk.
    for (const how of ['-al', '-a']) {
      const args = [how, '--parents', ...needed(modules, names), ...bins, place];
      if (spawnSync('cp', args, { cwd: modules }).status === 0) return;
    }
    throw new Error(`${names.join(', ')} cannot be copied from ${modules}`);
  };
}

/** Packages and what they depend on, as far as it is installed at the top. */
function needed(modules: string, names: string[]): string[] {
  const found = new Set<string>();
  const look = (name: string): void => {
    if (found.has(name) || !existsSync(join(modules, name, 'package.json'))) return;
    found.add(name);
    // A package may hold others, which need more from the top.
    for (const manifest of manifestsIn(join(modules, name))) {
      const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
      for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) look(next);
    }
  };
  for (const name of names) look(name);
  return [...found];
}

function manifestsIn(folder: string): string[] {
  const inner = join(folder, 'node_modules');
  const held = existsSync(inner) ? readdirSync(inner) : [];
  const scoped = held.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(inner, name)).map((one) => join(name, one)) : [name],
  );
  const own = join(folder, 'package.json');
  return [...(existsSync(own) ? [own] : []), ...scoped.flatMap((name) => manifestsIn(join(inner, name)))];
}
