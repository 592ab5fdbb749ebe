import { replace } from '../../repair/edits.ts';
import type { Evidence } from '../../repair/shape.ts';
import { builtins, nearest, twinsOf } from '../../repair/words.ts';
import type { PyToken } from '../code/python-tokens.ts';
import { closingOf, type Definition, type Idea, isHead, type Place, partsOf, type Template } from './place.ts';

/** The wrong name: of a function that does the opposite, of a variable, an attribute, or a misspelt one; arguments in another order. */
export const names: Template = (place, evidence) => {
  if (isHead(place)) return [];
  const { tokens } = place;
  return tokens.flatMap((token, at) => {
    if (token.kind === 'Lpar') return swappedArguments(place, at);
    if (token.kind !== 'Name') return [];
    const called = tokens[at + 1]?.kind === 'Lpar';
    const member = tokens[at - 1]?.kind === 'Dot';
    return [
      ...misspelt(token, member, evidence),
      ...(called ? twins(token) : member ? attributes(place, at) : variables(place, at)),
    ];
  });
};

function misspelt(token: PyToken, member: boolean, { wrong, counts, corrections, messages }: Evidence): Idea[] {
  const name = token.text;
  if (wrong.includes(name)) {
    const self = !member && messages.some((message) => message.includes(`Did you mean: 'self.${name}'`));
    const likely = [
      ...(self ? [`self.${name}`] : []),
      ...[corrections.get(name) ?? []].flat(),
      ...nearest(name, [...counts.keys(), ...builtins]),
    ];
    return [...new Set(likely)].map((other, at) => ({
      template: 'name',
      weight: 2 - at * 0.1,
      edits: replace(token, other),
    }));
  }
  // A name that stands nowhere else, beside one that does.
  if (counts.get(name) !== 1 || builtins.has(name) || name.length < 4) return [];
  const usedNames = [...counts].filter(([, times]) => times > 1).map(([other]) => other);
  return nearest(name, [...usedNames, ...builtins], 2).map((other) => ({
    template: 'name',
    weight: 1.1,
    edits: replace(token, other),
  }));
}

function twins(token: PyToken): Idea[] {
  return twinsOf(token.text).map((other) => ({ template: 'method', weight: 0.65, edits: replace(token, other) }));
}

/** What else the same object is asked for in this file, and then what any is. */
function attributes({ tokens, text }: Place, at: number): Idea[] {
  const [token, object] = [tokens[at], tokens[at - 2]];
  if (!token || object?.kind !== 'Name' || tokens[at - 3]?.kind === 'Dot') return [];
  const pattern = new RegExp(`(?<![\\w.])${object.text}\\.(\\w+)(?!\\w*\\s*\\()`, 'g');
  const all = text.matchAll(/(?<=\w)\.([a-z_]\w*)(?!\w*\s*\()/g);
  const others = new Set([...text.matchAll(pattern), ...all].map(([, other = '']) => other));
  others.delete(token.text);
  return [...others].slice(0, 6).map((other) => ({ template: 'property', weight: 0.45, edits: replace(token, other) }));
}

/** Another variable or parameter of the function. */
function variables({ tokens, fn }: Place, at: number): Idea[] {
  const [token, next] = [tokens[at], tokens[at + 1]];
  const assigned = next?.kind === 'Equal' || (tokens[0]?.kind === 'For' && at === 1);
  if (!token || !fn || assigned) return [];
  const local = localsOf(fn);
  if (!local.includes(token.text)) return [];
  const others = local.filter((other) => other !== token.text && other !== 'self' && other !== 'cls');
  return others.slice(0, 5).map((other) => ({ template: 'variable', weight: 0.4, edits: replace(token, other) }));
}

/** Parameters, and what is assigned or looped over. */
function localsOf({ head, body }: Definition): string[] {
  const open = head.tokens.findIndex(({ kind }) => kind === 'Lpar');
  const parameters = partsOf(head.tokens, open, closingOf(head.tokens, open)).map(
    (part) => part.find(({ kind }) => kind === 'Name')?.text ?? '',
  );
  const assigned = body.flatMap(({ tokens }) => {
    const [first, second] = tokens;
    if (first?.kind === 'Name' && second && /^(?:Equal|Colon)$|[a-z]Equal$/.test(second.kind)) return [first.text];
    if (first?.kind !== 'For') return [];
    const end = tokens.findIndex(({ kind }) => kind === 'In');
    return tokens
      .slice(1, end)
      .filter(({ kind }) => kind === 'Name')
      .map(({ text }) => text);
  });
  return [...new Set([...parameters, ...assigned])].filter((name) => name !== '');
}

function swappedArguments({ tokens, text }: Place, at: number): Idea[] {
  const before = tokens[at - 1];
  if (!before || !/^(?:Name|Rpar|Rsqb)$/.test(before.kind)) return [];
  const args = partsOf(tokens, at, closingOf(tokens, at));
  const depth = (tokens[at]?.depth ?? 0) + 1;
  const isPositional = (part: PyToken[]) =>
    !/^(?:Star|DoubleStar)$/.test(part[0]?.kind ?? '') &&
    !part.some((token) => /^(?:Equal|For)$/.test(token.kind) && token.depth === depth);
  return args.slice(1).flatMap((second, index) => {
    const first = args[index];
    if (!first || !isPositional(first) || !isPositional(second)) return [];
    const [one, other] = [spanOf(first), spanOf(second)];
    const edits = [
      ...replace(one, text.slice(other.start, other.end)),
      ...replace(other, text.slice(one.start, one.end)),
    ];
    return [{ template: 'order of arguments', weight: 0.55, edits }];
  });
}

const spanOf = (part: PyToken[]): { start: number; end: number } => ({
  start: part[0]?.start ?? 0,
  end: part.at(-1)?.end ?? 0,
});
