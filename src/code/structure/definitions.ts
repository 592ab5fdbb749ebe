import type { Definition } from '../../schema/code/file-facts.ts';
import type { SyntaxNode } from '../../schema/code/tree.ts';
import { redact } from '../redact.ts';
import { shortText } from '../text.ts';

/** How a kind of node defines something. */
export interface DefinitionKind {
  /** The kinds of its kids that can be the name; the first one counts, or the last one. */
  names: string[];
  last?: boolean;
  /** The kids that are no part of its signature: bodies and values. */
  bodies: string[];
  /** Only where it has a kid of one of these kinds. */
  needs?: string[];
  /** Only where it begins its line, without a space before it. */
  outer?: boolean;
  /** Only where the name fits. */
  fits?: RegExp;
}

export type DefinitionKinds = Record<string, DefinitionKind>;

export const mostDefinitions = 400;
const longestSignature = 110;

export function definitionsIn(text: string, nodes: SyntaxNode[], kinds: DefinitionKinds): Definition[] {
  const lines = linesOf(text);
  const definitions: Definition[] = [];
  for (const tree of nodes) {
    const kind = kinds[tree.kind];
    const nameNodes = tree.kids.filter((kid) => kind?.names.includes(kid.kind));
    const name = kind?.last ? nameNodes.at(-1) : nameNodes[0];
    if (!kind || !name || (kind.needs && !tree.kids.some((kid) => kind.needs?.includes(kid.kind)))) continue;
    const body = tree.kids.find((kid) => kid.start > name.start && kind.bodies.includes(kid.kind));
    const one = definition(text, lines, text.slice(name.start, name.end), {
      start: tree.start,
      name: name.start,
      end: body?.start ?? tree.end,
    });
    if ((kind.outer && one.depth > 0) || (kind.fits && !kind.fits.test(one.name))) continue;
    definitions.push(one);
    if (definitions.length === mostDefinitions) break;
  }
  return definitions;
}

/** A definition by its places: where it starts, where its name is, and where its body or value begins. */
export function definition(
  text: string,
  lines: number[],
  name: string,
  at: { start: number; name: number; end: number },
): Definition {
  const line = lineOf(lines, at.name);
  const begins = lines[line - 1] ?? 0;
  const from = Math.max(begins, Math.min(at.start, at.name));
  const depth = /^\s/.test(text.slice(begins, begins + 1)) ? 1 : 0;
  // Words before it belong to it: `export`, `pub`.
  const head = /^[\w\s()@]*$/.test(text.slice(begins, from)) ? begins : from;
  return { name, line, depth, signature: signature(text.slice(head, Math.max(at.end, at.name + name.length))) };
}

function signature(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s*[{:=;]*\s*$/, '');
  // Half of a secret would not be known for one.
  return shortText(redact(plain), longestSignature);
}

/** Where each line begins. */
export function linesOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line of an offset, counted from 1. */
export function lineOf(lines: number[], offset: number): number {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
