import { insert, replace } from '../../repair/edits.ts';
import type { PyToken } from '../code/python-tokens.ts';
import { closingOf, type Definition, endsValue, type Idea, isHead, type Place, type Template } from './place.ts';

const answers = ['None', '[]', "''", '0', 'False', '{}'];

/** Nothing there, where an error says so: asked for with care, or left early. */
export const guards: Template = (place, { messages, isFrame }) => {
  if (isHead(place) || !isFrame(place.path, place.line)) return [];
  const mentions = (pattern: RegExp) => messages.some((message) => pattern.test(message));
  const ideas: Idea[] = [];
  if (mentions(/'NoneType' object (?:has no attribute|is not|does not)|NoneType/))
    ideas.push(...leaving(place, (name) => `${name} is None`));
  if (mentions(/ZeroDivisionError|division by zero/)) ideas.push(...leaving(place, (name) => `not ${name}`, true));
  if (mentions(/IndexError|index out of range|arg is an empty sequence|iterable argument is empty/))
    ideas.push(...leaving(place, (name) => `not ${name}`));
  if (mentions(/KeyError|^'[^']*'$/)) ideas.push(...lookups(place));
  return ideas;
};

/** `if user is None: return …` before the statement, for every name that it reads. */
function leaving({ tokens, statement, fn }: Place, condition: (name: string) => string, called = false): Idea[] {
  const [first] = tokens;
  if (!first || !fn || statement.indent === null) return [];
  const isBlock = first.kind === 'Elif' || first.kind === 'Else';
  if (isBlock) return [];
  const { indent } = statement;
  const step = indent.includes('\t') ? '\t' : '    ';
  return [...new Set(readIn(tokens, called))]
    .filter((name) => !/^(?:len|sum|max|min|self|str|int|float)$/.test(name))
    .slice(0, 3)
    .flatMap((name, index) =>
      answersOf(fn).map((answer, at) => ({
        template: 'guard',
        weight: 1.1 - index * 0.1 - at * 0.05,
        edits: insert(first.start, `if ${condition(name)}:\n${indent}${step}return ${answer}\n${indent}`),
      })),
    );
}

/** What the function gives back elsewhere, where that tells its type; then what an empty answer may be. */
function answersOf(fn: Definition): string[] {
  const returned = fn.body
    .filter(({ tokens: [first, value, more] }) => first?.kind === 'Return' && value !== undefined && more === undefined)
    .map(({ tokens: [, value] }) => value?.kind ?? '');
  if (returned.some((kind) => kind === 'True' || kind === 'False')) return ['False', 'True'];
  if (returned.includes('Int')) return ['0', 'None'];
  return answers;
}

/** The names that are read, with what is asked of them: `self.items`. */
function readIn(tokens: PyToken[], called: boolean): string[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'Name' || tokens[at - 1]?.kind === 'Dot') return [];
    let end = at;
    while (tokens[end + 1]?.kind === 'Dot' && tokens[end + 2]?.kind === 'Name') end += 2;
    const next = tokens[end + 1]?.kind;
    const last = next === 'Lpar' && end > at ? end - 2 : end;
    if (next === 'Equal' || (next === 'Lpar' && end === at && !called)) return [];
    return [
      tokens
        .slice(at, last + 1)
        .map(({ text }) => text)
        .join(''),
    ];
  });
}

/** `d[k]` as `d.get(k)`. */
function lookups({ tokens, text }: Place): Idea[] {
  return tokens.flatMap((token: PyToken, at) => {
    const close = closingOf(tokens, at);
    const shut = tokens[close];
    if (token.kind !== 'Lsqb' || !endsValue(tokens[at - 1]) || !shut || tokens[close + 1]?.kind === 'Equal') return [];
    const key = text.slice(token.end, shut.start);
    if (key.includes(':')) return [];
    return [`.get(${key})`, `.get(${key}, 0)`, `.get(${key}, [])`, `.get(${key}, '')`].map((call, index) => ({
      template: 'guard',
      weight: 1.1 - index * 0.05,
      edits: replace({ start: token.start, end: shut.end }, call),
    }));
  });
}
