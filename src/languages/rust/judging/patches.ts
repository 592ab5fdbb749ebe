import { lineAt } from '../../../code/bare-code.ts';
import type { Sighting } from '../../judging/surrounding.ts';

/** Names that the standard library is linked with: another function of that name takes their place in every test. */
const linked =
  /^(?:mem\w+|bcmp|str\w+|malloc|calloc|realloc|free|exit|_exit|abort|write|writev|read|open\w*|close|raise|kill|atexit|getenv|clock_gettime|pthread_\w+|__\w+|rust_\w+|main|_start)$/;

/** Where a crate newly takes the place of a function of the system, or runs before its program does. */
export async function rustPatches(_path: string, text: string): Promise<Sighting[]> {
  const sightings: Sighting[] = [];
  const add = (index: number, what: string) => sightings.push({ line: lineAt(text, index), what, meddles: true });
  for (const match of text.matchAll(
    /#\[\s*(?:unsafe\s*\(\s*)?no_mangle\b[^\]]*\](?:\s|#\[[^\]]*\])*([^{;]*?)\bfn\s+(\w+)/g,
  ))
    if (linked.test(match[2] ?? '')) add(match.index, `patches ${match[2]}`);
  for (const match of text.matchAll(/\bexport_name\s*=\s*"([^"]+)"/g))
    if (linked.test(match[1] ?? '')) add(match.index, `patches ${match[1]}`);
  for (const match of text.matchAll(
    /\blink_section\s*=\s*"[^"]*(?:init_array|ctors|preinit|fini_array|mod_init)[^"]*"/g,
  ))
    add(match.index, 'patches the start of the program');
  return sightings;
}
