import { linesOf } from '../../repair/edits.ts';
import type { Proposal, Repairable, Span } from '../../repair/shape.ts';
import { type PyStatement, pyStatements } from '../code/python-tokens.ts';
import { blocks } from './blocks.ts';
import { bounds } from './bounds.ts';
import { conditions } from './conditions.ts';
import { copies } from './copies.ts';
import { guards } from './guards.ts';
import { imports } from './imports.ts';
import { names } from './names.ts';
import { operators } from './operators.ts';
import type { Definition, Place, Template } from './place.ts';
import { statements } from './statements.ts';
import { turns } from './turns.ts';
import { values } from './values.ts';

const templates: readonly Template[] = [
  ...[operators, conditions, bounds, names, statements, guards],
  ...[values, blocks, copies, turns],
];

export async function pythonSource(path: string, text: string): Promise<Repairable | null> {
  const all = await pyStatements(text);
  if (all.some(({ tokens }) => tokens.some(({ kind }) => kind === 'Unknown'))) return null;
  const lineOf = linesOf(text);
  const definitions = definitionsIn(all);
  return {
    path,
    text,
    spans: definitions.map(({ name, head, body }) => spanOf(name, head, body, lineOf)),
    propose: (evidence) => {
      const proposals: Proposal[] = [];
      for (const statement of all) {
        const [first] = statement.tokens;
        if (!first || first.kind === 'Import' || first.kind === 'From') continue;
        const fn = definitions.findLast(({ head, body }) => head === statement || body.includes(statement));
        const outer = definitions.filter((one) => one !== fn && one.body.includes(statement) && !isClass(one));
        const line = lineOf(first.start);
        const place: Place = { statement, tokens: statement.tokens, fn, outer, text, path, line };
        for (const template of templates)
          for (const idea of template(place, evidence)) proposals.push({ ...idea, line });
      }
      return [...proposals, ...imports({ path, text, statements: all }, evidence)];
    },
  };
}

const isClass = ({ head }: Definition): boolean => head.tokens[0]?.kind === 'Class';

function definitionsIn(all: PyStatement[]): Definition[] {
  return all.flatMap((head, at) => {
    const [first, second, third] = head.tokens;
    const async = first?.kind === 'Async';
    const word = async ? second : first;
    if (word?.kind !== 'Def' && word?.kind !== 'Class') return [];
    const end = all.findIndex((other, later) => later > at && other.level <= head.level);
    const name = (async ? third : second)?.text ?? '';
    return [{ name, head, body: all.slice(at + 1, end === -1 ? undefined : end) }];
  });
}

function spanOf(name: string, head: PyStatement, body: PyStatement[], lineOf: (offset: number) => number): Span {
  const [first, last] = [head.tokens[0], (body.at(-1) ?? head).tokens.at(-1)];
  return { name, from: lineOf(first?.start ?? 0), to: lineOf(last?.end ?? 0) };
}
