import { builtAt, inDir } from '../../../ports/outside/sandbox.ts';

export const cratesFile = 'built-crates.mjs';

/**
 * Takes the crates of others that the user has built already, as a module's text: it is placed in the sandbox and runs
 * there before cargo does. They are copied with their times, by which cargo tells whether they are still good; the
 * user's folder is never written to. What is built from the tree itself is left out: sources named from the tree or
 * inside of it, and build scripts that ran for one of its own crates. Arguments: the folder of that build, the one of
 * this, and the names of the tree's crates.
 */
export const builtCrates = `
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';

const [from, to, ...own] = process.argv.slice(2);
const top = process.cwd() + '/';
const names = (folder) => {
  try {
    return readdirSync(from + '/' + folder);
  } catch {
    return [];
  }
};
const byHash = new Map();
for (const name of names('deps')) {
  const hash = /-([0-9a-f]{16})(?:\\.|$)/.exec(name)?.[1];
  if (hash) byHash.set(hash, [...(byHash.get(hash) ?? []), 'deps/' + name]);
}
const built = new Set(names('build'));

/** Whether a list of sources, as a compiler writes it for make, names only those of others. */
function isForeign(list) {
  const sources = readFileSync(from + '/' + list, 'utf8').split('\\n').filter((line) => /^[^#\\s].*:$/.test(line));
  const isOther = (line) => line.startsWith('/') && (!line.startsWith(top) || line.startsWith(to + '/build/'));
  return sources.length > 0 && sources.every(isOther);
}

const wanted = [];
for (const unit of names('.fingerprint')) {
  const [, crate, hash] = /^(.*)-([0-9a-f]{16})$/.exec(unit) ?? [];
  if (hash === undefined) continue;
  const inBuild = built.has(unit) ? ['build/' + unit] : [];
  const files = [...(byHash.get(hash) ?? []), ...inBuild];
  const lists = [...files, ...inBuild.flatMap((folder) => names(folder).map((name) => folder + '/' + name))].filter(
    (name) => name.endsWith('.d'),
  );
  if (lists.length === 0 ? own.includes(crate) : !lists.every(isForeign)) continue;
  wanted.push('.fingerprint/' + unit, ...files);
}
mkdirSync(to, { recursive: true });
for (let at = 0; at < wanted.length; at += 500)
  execFileSync('cp', ['-a', '--no-preserve=ownership', '--reflink=auto', '--parents', '-t', to, ...wanted.slice(at, at + 500)], { cwd: from, stdio: 'ignore' });
`;

/** What a shell does before it starts cargo. Without such a build, or where it cannot be copied, cargo builds all. */
export const useBuiltCrates = (own: string[]): string =>
  `place=$(cargo metadata --offline --no-deps --format-version 1 2> /dev/null | sed -n 's/.*"target_directory":"\\([^"\\\\]*\\)".*/\\1/p'); ` +
  `if [ -n "$place" ] && [ ! -e "$place/debug" ] && [ -d "${builtAt}$place/debug/.fingerprint" ]; then ` +
  `node ${inDir}/${cratesFile} "${builtAt}$place/debug" "$place/debug" ${own.join(' ')} > /dev/null 2>&1 || rm -rf "$place/debug"; fi; `;
