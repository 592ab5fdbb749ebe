import { insert, replace } from '../../repair/edits.ts';
import type { PyStatement } from '../code/python-tokens.ts';
import { expressionsIn } from './expressions.ts';
import { type Idea, isHead, type Place, type Template } from './place.ts';
import { boundBy, growersIn, namesIn } from './scope.ts';

/** Statements that are missing, too many or one block too far in; conditions with a part too few; answers that forget one. */
export const blocks: Template = (place) => {
  if (isHead(place) || !place.fn || place.statement.indent === null) return [];
  return [
    ...inserted(place),
    ...accumulated(place),
    ...widened(place),
    ...endless(place),
    ...answers(place),
    ...removed(place),
    ...moved(place),
  ];
};

const idea = (template: string, weight: number, edits: Idea['edits']): Idea => ({ template, weight, edits });
const most = 12;

const namesOf = ({ fn, outer }: Place): string[] => [
  ...new Set([...outer.flatMap(namesIn), ...(fn ? namesIn(fn) : [])]),
];

/** `seen.add(x)`, `all.append(x)` and `a = b`, before a statement and behind the last of a block. */
function inserted(place: Place): Idea[] {
  const { tokens, statement, fn, outer } = place;
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!fn || !first || !last || /^(?:Elif|Else|Except|Finally|Case)$/.test(first.kind)) return [];
  const names = namesOf(place).slice(0, most);
  const growers = [...outer, fn].flatMap(growersIn);
  const grown = growers.flatMap(({ name, method }) =>
    names.filter((other) => other !== name).map((other) => `${name}.${method}(${other})`),
  );
  const assigned = new Set(fn.body.flatMap(({ tokens: own }) => boundBy(own)));
  const isInLoop = fn.body.some(
    ({ tokens: [head], level }, at) =>
      /^(?:For|While)$/.test(head?.kind ?? '') && level < statement.level && at < fn.body.indexOf(statement),
  );
  const copied = isInLoop
    ? [...assigned].flatMap((name) => names.filter((other) => other !== name).map((other) => `${name} = ${other}`))
    : [];
  const at = fn.body.indexOf(statement);
  const next = fn.body[at + 1];
  const isLast =
    (next === undefined || next.level < statement.level) && !/^(?:Return|Raise|Continue|Break)$/.test(first.kind);
  const isBlock = next !== undefined && next.level > statement.level;
  const texts = [...grown.map((text) => [text, 0.35] as const), ...copied.map((text) => [text, 0.25] as const)];
  return texts.flatMap(([text, weight]) => [
    idea('missing statement', weight, insert(first.start, `${text}\n${statement.indent}`)),
    ...(isLast && !isBlock
      ? [idea('missing statement', weight, insert(last.end, `\n${statement.indent}${text}`))]
      : []),
    ...(isLast && statement.level > 1 && !isBlock ? behindBlock(place, text, weight) : []),
  ]);
}

/** Behind the block that a statement ends, one level further out. */
function behindBlock({ fn, statement, tokens }: Place, text: string, weight: number): Idea[] {
  const head = fn?.body.findLast(
    ({ level }, at) => level === statement.level - 1 && at < (fn?.body.indexOf(statement) ?? 0),
  );
  const last = tokens.at(-1);
  if (!head || head.indent === null || !last) return [];
  return [idea('missing statement', weight, insert(last.end, `\n${head.indent}${text}`))];
}

/** `x = value` as `x = max(x, value)` and `x = x + value`. */
function accumulated(place: Place): Idea[] {
  const { tokens, text } = place;
  const [name, equal] = tokens;
  const [from, to] = [tokens[2], tokens.at(-1)];
  if (name?.kind !== 'Name' || equal?.kind !== 'Equal' || !from || !to) return [];
  const value = text.slice(from.start, to.end);
  const span = { start: from.start, end: to.end };
  const weight = place.statement.level > 1 ? 0.4 : 0.25;
  return [
    `max(${name.text}, ${value})`,
    `min(${name.text}, ${value})`,
    `max(0, ${value})`,
    `${name.text} + ${value}`,
  ].map((other) => idea('accumulated', weight, replace(span, other)));
}

/** `if a:` as `if a or not b:` and as `if x is None or x.y …:`. */
function widened(place: Place): Idea[] {
  const { tokens, text } = place;
  const [first] = tokens;
  if (!first || !/^(?:If|Elif|While)$/.test(first.kind)) return [];
  const colon = tokens.findLast(({ kind, depth }) => kind === 'Colon' && depth === 0);
  const [from] = tokens.slice(1);
  const to = colon && tokens[tokens.indexOf(colon) - 1];
  if (!colon || !from || !to) return [];
  const own = text.slice(from.start, to.end);
  const bare = /\b(?:and|or|if|lambda)\b/.test(own) ? `(${own})` : own;
  const owners = [...new Set([...own.matchAll(/\b([A-Za-z_]\w*)\.\w/g)].map(([, name = '']) => name))];
  const guarded = owners.flatMap((name) => [
    [`${name} is None or ${bare}`, 0.4] as const,
    [`${name} is not None and ${bare}`, 0.35] as const,
  ]);
  const joined = namesOf(place)
    .slice(0, most)
    .flatMap((name) => [
      [`${bare} or not ${name}`, 0.28] as const,
      [`${bare} and ${name}`, 0.28] as const,
      [`${bare} and not ${name}`, 0.25] as const,
      [`${bare} or ${name}`, 0.25] as const,
    ]);
  return [...guarded, ...joined].map(([other, weight]) =>
    idea('condition', weight, replace({ start: from.start, end: to.end }, other)),
  );
}

/** `while True:` as long as there is something. */
function endless(place: Place): Idea[] {
  const [first, truth, colon] = place.tokens;
  if (first?.kind !== 'While' || truth?.kind !== 'True' || colon?.kind !== 'Colon') return [];
  return namesOf(place).map((name) => idea('condition', 0.45, replace(truth, name)));
}

/** An answer that leaves out what a name knows: `return True` as `return depth == 0`, `return x` as `return rest + x`. */
function answers(place: Place): Idea[] {
  const { tokens, text } = place;
  const [first, value] = tokens;
  const last = tokens.at(-1);
  if (first?.kind !== 'Return' || !value || !last) return [];
  const names = namesOf(place);
  const span = { start: value.start, end: last.end };
  if (tokens.length === 2 && /^(?:True|False)$/.test(value.kind))
    return names.flatMap((name) =>
      [`${name} == 0`, `not ${name}`, `${name} > 0`, `bool(${name})`].map((other, at) =>
        idea('answer', 0.35 - 0.02 * at, replace(span, other)),
      ),
    );
  const own = text.slice(span.start, span.end);
  const [whole] = expressionsIn(tokens.slice(1));
  const bare = whole && /^(?:name|call|subscript|attribute|collection|comprehension|literal|group)$/.test(whole.kind);
  return names
    .filter((name) => name !== own)
    .flatMap((name) => [`${name} + ${own}`, ...(bare ? [`${own} + ${name}`] : [])])
    .map((other) => idea('answer', 0.28, replace(span, other)));
}

/** A statement that should not be there; a part of an `if` that should always be done. */
function removed({ tokens, statement, fn, text }: Place): Idea[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (
    !first ||
    !last ||
    !fn ||
    /^(?:If|Elif|Else|For|While|With|Try|Except|Finally|Def|Class|Return)$/.test(first.kind)
  )
    return [];
  const at = fn.body.indexOf(statement);
  const isAlone = isAloneIn(fn.body, at);
  const end = text.indexOf('\n', last.end);
  const line = { start: text.lastIndexOf('\n', first.start) + 1, end: end < 0 ? last.end : end + 1 };
  return [
    idea(
      'statement left out',
      0.2,
      isAlone ? replace({ start: first.start, end: last.end }, 'pass') : replace(line, ''),
    ),
  ];
}

function isAloneIn(body: PyStatement[], at: number): boolean {
  const own = body[at];
  const [before, next] = [body[at - 1], body[at + 1]];
  const isFirst = before === undefined || before.level < (own?.level ?? 0);
  return isFirst && (next === undefined || next.level < (own?.level ?? 0));
}

/** One block further out: behind a loop or a branch instead of in it. */
function moved({ tokens, statement, fn, text }: Place): Idea[] {
  const [first] = tokens;
  if (!first || !fn || statement.level < 2 || statement.indent === null) return [];
  const at = fn.body.indexOf(statement);
  const next = fn.body[at + 1];
  const head = fn.body.slice(0, at).findLast(({ level }) => level === statement.level - 1);
  const before = fn.body[at - 1];
  const isEnd = next === undefined || next.level < statement.level;
  if (!isEnd || !head || head.indent === null || !before || before.level < statement.level) return [];
  if (/^(?:If|For|While|With|Try|Def)$/.test(first.kind)) return [];
  const start = text.lastIndexOf('\n', first.start) + 1;
  return [idea('indentation', 0.4, replace({ start, end: first.start }, head.indent))];
}
