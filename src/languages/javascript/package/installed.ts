import type { Files } from '../../runner.ts';
import { prefixed } from '../../runs/script.ts';

const locks = /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;

/**
 * A command whose programs lie in node_modules, after what runs before it. Where the tree may be one package of a
 * workspace they may lie further up: they are looked for as Node looks for packages.
 */
export function startedIn(files: Files, before: string | null, argv: string[]): string[] {
  if (files.paths.some((path) => locks.test(path))) return prefixed(before, argv);
  const [shell = '', flag = '', line = '', ...words] = prefixed(before ?? ':', argv);
  return [shell, flag, `${nearest}; ${line}`, ...words];
}

/** In a shell: each word that is a path in node_modules becomes that of the nearest folder that has it. */
export const nearest = [
  'for a do shift',
  'case $a in node_modules/*) d=$PWD',
  'while [ "$d" ] && [ ! -e "$d/$a" ]',
  'do d=$(dirname "$d" | sed "s,^/$,,")',
  'done',
  '[ "$d" ] && a=$d/$a',
  'esac',
  'set -- "$@" "$a"',
  'done',
].join('; ');
