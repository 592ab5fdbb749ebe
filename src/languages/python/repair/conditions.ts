import { insert, replace } from '../../repair/edits.ts';
import type { PyToken } from '../code/python-tokens.ts';
import { type Idea, isHead, type Place, type Template } from './place.ts';

/** A condition the other way round, or with a part too many; a truth that is the other one. */
export const conditions: Template = (place) => [...negated(place), ...parts(place), ...truths(place)];

function negated({ tokens }: Place): Idea[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    if (token.kind === 'Not' && next && next.kind !== 'In' && tokens[at - 1]?.kind !== 'Is')
      return [{ template: 'condition', weight: 0.7, edits: replace({ start: token.start, end: next.start }, '') }];
    const opens = /^(?:If|Elif|While)$/.test(token.kind) || (token.kind === 'Return' && asks(tokens));
    if (!opens || !next || next.kind === 'Not') return [];
    const rest = tokens.slice(at + 1).filter(({ depth }) => depth === token.depth);
    const end = rest.find(({ kind }) => /^(?:Colon|Else)$/.test(kind)) ?? null;
    const inside = rest.filter(({ start }) => end === null || start < end.start);
    if (inside.some(({ kind }) => /^(?:EqEqual|NotEqual|In|Is)$/.test(kind))) return []; // An operator's business.
    if (!inside.some(({ kind }) => /^(?:And|Or|Less|Greater|LessEqual|GreaterEqual)$/.test(kind)))
      return [{ template: 'condition', weight: 0.6, edits: insert(next.start, 'not ') }];
    const last = inside.at(-1);
    if (!last || end === null) return [];
    return [{ template: 'condition', weight: 0.35, edits: [...insert(next.start, 'not ('), ...insert(last.end, ')')] }];
  });
}

/** Whether what is returned is surely a truth: by its name. */
function asks(tokens: readonly PyToken[]): boolean {
  return /^(?:is|has|can|should|any$|all$|isinstance$|startswith$|endswith$)/.test(
    tokens.findLast(({ kind }, at) => kind === 'Name' && tokens[at + 1]?.kind === 'Lpar')?.text ?? '',
  );
}

/** `if a and b:` as `if a:` and as `if b:`. */
function parts({ tokens, text }: Place): Idea[] {
  const [first] = tokens;
  if (!first || !/^(?:If|Elif|While|Return)$/.test(first.kind)) return [];
  const outer = tokens.filter(({ depth }) => depth === 0);
  const joins = outer.filter(({ kind }) => kind === 'And' || kind === 'Or');
  const [join] = joins;
  const end =
    first.kind === 'Return' ? (tokens.at(-1)?.end ?? 0) : (outer.findLast(({ kind }) => kind === 'Colon')?.start ?? 0);
  const start = tokens[1]?.start ?? 0;
  if (!join || joins.length !== 1 || end <= join.end) return [];
  return [text.slice(start, join.start), text.slice(join.end, end)].map((part) => ({
    template: 'condition',
    weight: 0.35,
    edits: replace({ start, end }, part.trim()),
  }));
}

function truths(place: Place): Idea[] {
  return place.tokens.flatMap((token, at) => {
    if (!/^(?:True|False)$/.test(token.kind) || isWholeAnswer(place, at)) return [];
    const weight = isHead(place) ? 0.4 : 0.65;
    return [{ template: 'constant', weight, edits: replace(token, token.kind === 'True' ? 'False' : 'True') }];
  });
}

/** What a function gives back whatever it is given must not come from a template: a test may expect just that. */
export function isWholeAnswer({ tokens, fn }: Place, at: number): boolean {
  const alone = tokens[0]?.kind === 'Return' && at === 1 && tokens.length === 2;
  const statements = (fn?.body ?? []).filter(({ tokens: inner }) => !/String/.test(inner[0]?.kind ?? ''));
  return alone && statements.length < 2;
}
