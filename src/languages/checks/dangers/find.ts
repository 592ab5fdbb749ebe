import { commonDangers, type Danger } from '../../../code/dangers/rules.ts';
import { type Scope, scopeOf } from '../../../code/dangers/scope.ts';
import type { Node } from '../../../code/fingerprint/node.ts';
import { lineOf, linesOf } from '../../../code/structure/definitions.ts';
import { type Reading, type Source, type StructureRules, unlessDeep } from '../../../code/structure/shape.ts';
import type { Parsers } from '../../../schema/code/tree.ts';
import { structureOf } from '../../registry.ts';

export interface DangerFound {
  name: string;
  grave: boolean;
  /** The first and the last line, counted from 1. */
  line: number;
  last: number;
}

/** What is dangerous in a file, by its structure. */
export interface DangersRead {
  dangers: DangerFound[];
  /** Whether the parser does not understand all of it. */
  broken: boolean;
  /** Whether a line, counted from 1, is one that the parser does not understand: what is on it is not known. */
  isGap(line: number): boolean;
}

/** Larger files are generated, or meant to keep us busy. */
const largest = 256 * 1024;

/** Null for a file whose structure is not known: in another language, too large, or without a parser that can be loaded. */
export async function dangersOf(sources: Source[], parsers: Parsers): Promise<(DangersRead | null)[]> {
  const results: (DangersRead | null)[] = sources.map(() => null);
  const groups = new Map<StructureRules, number[]>();
  for (const [at, { path, text }] of sources.entries()) {
    const rules = text.length > largest ? null : structureOf(path);
    if (rules) groups.set(rules, [...(groups.get(rules) ?? []), at]);
  }
  for (const [rules, indexes] of groups) {
    const readings = await rules.read(
      indexes.map((at) => sources[at] as Source),
      parsers,
    );
    for (const [order, at] of indexes.entries()) {
      const reading = readings[order];
      const text = sources[at]?.text ?? '';
      if (reading) results[at] = unlessDeep(() => readBy(reading, linesOf(text), rules));
    }
  }
  return results;
}

function readBy({ root, gaps }: Reading, lines: number[], rules: StructureRules): DangersRead {
  const dangers: Danger[] = [...commonDangers, ...rules.dangers];
  const idioms = rules.idioms ?? {};
  const byPlace = new Map<string, DangerFound>();
  const walk = (tree: Node, around: [number, number], outer: Scope): void => {
    const span = tree.span ?? around;
    const scope = tree.kind === 'fn' ? scopeOf(tree, idioms, outer) : outer;
    for (const { name, grave = false, fits } of dangers) {
      if (!fits(tree, scope)) continue;
      const line = lineOf(lines, span[0]);
      const earlier = byPlace.get(`${line} ${name}`);
      const last = Math.max(earlier?.last ?? 0, lineOf(lines, Math.max(span[0], span[1] - 1)));
      byPlace.set(`${line} ${name}`, { name, grave: grave || (earlier?.grave ?? false), line, last });
    }
    const kids = isTagged(tree) ? tree.kids.flatMap((kid) => (kid.kind === 'concat' ? kid.kids : [kid])) : tree.kids;
    for (const kid of kids) walk(kid, span, scope);
  };
  walk(root, [0, 0], scopeOf(root, idioms));
  const broken = gaps.map(([from, to]) => [lineOf(lines, from), lineOf(lines, Math.max(from, to - 1))] as const);
  return {
    broken: broken.length > 0,
    dangers: [...byPlace.values()].sort((a, b) => a.line - b.line),
    isGap: (line) => broken.some(([from, to]) => line >= from && line <= to),
  };
}

/** A template that a function puts together gets its values apart from its text. */
const isTagged = ({ kind, text }: Node): boolean => kind === 'call' && text === 'tagged';
