import { bareCode, lineAt } from '../../../code/bare-code.ts';
import type { Sighting } from '../../judging/surrounding.ts';
import { importsOf } from '../code/imports.ts';
import { goCode } from '../code/style.ts';

/** What programs set for themselves. */
const harmless =
  /^(?:flag\.(?:Usage|CommandLine)|os\.(?:Stdout|Stderr|Stdin)|http\.Default(?:Client|Transport|ServeMux)\.\w+)$/;

/**
 * Where a file newly sets a variable of another package, or takes its address: `io.EOF = nil` changes what every test
 * that asks for it compares with. A package without its name in front hides that.
 */
export async function goPatches(_path: string, text: string): Promise<Sighting[]> {
  const bare = bareCode(text, goCode);
  const sightings: Sighting[] = [];
  for (const { at, local, path } of importsOf(bare)) {
    if (local === '.')
      sightings.push({ line: lineAt(text, at), what: `patches ${path}: imported without a name`, meddles: true });
    if (!/^\w+$/.test(local)) continue;
    const name = `(?<![\\w.])${local}\\.([A-Z]\\w*(?:\\.\\w+)*)`;
    for (const pattern of [
      `${name}\\s*(?:\\[[^\\]\\n]*\\]\\s*)?(?:[-+*/|&^%]|<<|>>)?=(?!=)`,
      `${name}\\s*(?:\\+\\+|--)`,
      `${name}(?:\\s*,\\s*[\\w.]+)+\\s*=(?!=)`,
      `(?:[\\w.]+\\s*,\\s*)+${name}\\s*=(?!=)`,
      `(?<![&\\w)\\]]\\s*)&\\s*${name}(?!\\s*[{.\\w])`,
    ]) {
      for (const match of bare.code.matchAll(new RegExp(pattern, 'g'))) {
        const set = `${local}.${match[1] ?? ''}`;
        if (!harmless.test(set))
          sightings.push({ line: lineAt(text, match.index), what: `patches ${set}`, meddles: true });
      }
    }
  }
  return sightings;
}
