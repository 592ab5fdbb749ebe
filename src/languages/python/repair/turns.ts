import { replace } from '../../repair/edits.ts';
import type { PyStatement, PyToken } from '../code/python-tokens.ts';
import { type Idea, isHead, type Place, type Template } from './place.ts';

/** Two things the wrong way round: branches, and all truths that a function answers with or a name holds. */
export const turns: Template = (place) => {
  const { tokens, statement, fn } = place;
  if (isHead(place)) return fn?.head === statement ? truths(place) : [];
  if (tokens[0]?.kind === 'For') return ends(tokens);
  return tokens[0]?.kind === 'If' ? branches(place) : [];
};

/** `if a: x else: y` as `if a: y else: x`. */
function branches({ statement, fn, text }: Place): Idea[] {
  const body = fn?.body ?? [];
  const at = body.indexOf(statement);
  const own = blockOf(body, at);
  const other = body[at + own.length + 1];
  const rest = other?.tokens[0]?.kind === 'Else' ? blockOf(body, at + own.length + 1) : [];
  const [one, two] = [spanOf(own), spanOf(rest)];
  if (!one || !two) return [];
  const edits = [...replace(one, text.slice(two.start, two.end)), ...replace(two, text.slice(one.start, one.end))];
  return [{ template: 'order of branches', weight: 0.45, edits }];
}

function blockOf(body: readonly PyStatement[], at: number): PyStatement[] {
  const level = body[at]?.level ?? 0;
  const rest = body.slice(at + 1);
  const end = rest.findIndex((one) => one.level <= level);
  return end < 0 ? rest : rest.slice(0, end);
}

function spanOf(block: readonly PyStatement[]): { start: number; end: number } | null {
  const [first, last] = [block[0]?.tokens[0], block.at(-1)?.tokens.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

/** `range(1, n)` as `range(n)`. */
function ends(tokens: readonly PyToken[]): Idea[] {
  return tokens.flatMap((token, at) => {
    const [open, first, comma, next] = tokens.slice(at + 1, at + 5);
    if (token.text !== 'range' || open?.kind !== 'Lpar' || first?.kind !== 'Int' || comma?.kind !== 'Comma' || !next)
      return [];
    return [{ template: 'off by one', weight: 0.4, edits: replace({ start: first.start, end: next.start }, '') }];
  });
}

/** Every `return True` and `return False`, or every truth of one name, as the other one. */
function truths({ fn }: Place): Idea[] {
  const groups = new Map<string, PyToken[]>();
  for (const { tokens } of fn?.body ?? []) {
    const [first, second, third] = tokens;
    const isAnswer = first?.kind === 'Return' && tokens.length === 2;
    const value = isAnswer ? second : second?.kind === 'Equal' && tokens.length === 3 ? third : undefined;
    if (!first || !value || !/^(?:True|False)$/.test(value.kind)) continue;
    const name = isAnswer ? 'return' : `=${first.text}`;
    groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  return [...groups.values()]
    .filter((values) => new Set(values.map(({ kind }) => kind)).size > 1)
    .map((values) => ({
      template: 'truths',
      weight: 0.6,
      edits: values.flatMap((value) => replace(value, value.kind === 'True' ? 'False' : 'True')),
    }));
}
