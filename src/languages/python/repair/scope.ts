import type { PyToken } from '../code/python-tokens.ts';
import { closingOf, type Definition, partsOf } from './place.ts';

/** Parameters, and what is assigned, looped over or unpacked, in the order in which they come. */
export function namesIn({ head, body }: Definition): string[] {
  const open = head.tokens.findIndex(({ kind }) => kind === 'Lpar');
  const parameters = partsOf(head.tokens, open, closingOf(head.tokens, open)).map(
    (part) => part.find(({ kind }) => kind === 'Name')?.text ?? '',
  );
  const all = [...parameters, ...body.flatMap(({ tokens }) => boundBy(tokens))];
  return [...new Set(all)].filter((name) => name !== '' && name !== 'self' && name !== 'cls' && name !== '_');
}

/** What a statement gives a value to. */
export function boundBy(tokens: readonly PyToken[]): string[] {
  const names: string[] = [];
  const [first] = tokens;
  const assigns = tokens.findLastIndex(({ kind, depth }) => kind === 'Equal' && depth === 0);
  const augmented = tokens[1] && /[a-z]Equal$/.test(tokens[1].kind) && !/^(?:Eq|Not|Less|Greater)/.test(tokens[1].kind);
  if (first?.kind === 'Name' && augmented) names.push(first.text);
  tokens.forEach((token, at) => {
    const isTarget = at < assigns && isPlain(tokens, at) && token.depth <= 1;
    if (token.kind === 'Name' && isTarget) names.push(token.text);
    if (token.kind === 'For') {
      const end = tokens.findIndex((other, later) => later > at && other.kind === 'In');
      names.push(...tokens.slice(at + 1, end).flatMap(({ kind, text }) => (kind === 'Name' ? [text] : [])));
    }
    if (token.kind === 'As' && tokens[at + 1]?.kind === 'Name') names.push(tokens[at + 1]?.text ?? '');
  });
  return names;
}

/** Neither an attribute, nor called, nor an index or what has one. */
function isPlain(tokens: readonly PyToken[], at: number): boolean {
  const open = tokens.findLastIndex(({ depth }, before) => before < at && depth === (tokens[at]?.depth ?? 0) - 1);
  const isIndex = tokens[open]?.kind === 'Lsqb' && tokens[open - 1]?.kind === 'Name';
  return (
    tokens[at - 1]?.kind !== 'Dot' &&
    !/^(?:Dot|Lpar|Lsqb)$/.test(tokens[at + 1]?.kind ?? '') &&
    !(open >= 0 && tokens[at]?.depth === 1 && isIndex)
  );
}

/** How a name takes one more: `append` of a list, `add` of a set, as it is begun in the function. */
export function growersIn({ body }: Definition): { name: string; method: string }[] {
  return body.flatMap(({ tokens: [name, equal, ...value] }) => {
    if (name?.kind !== 'Name' || equal?.kind !== 'Equal') return [];
    const words = value.map(({ text }) => text).join('');
    if (/^\[|^list\(/.test(words)) return [{ name: name.text, method: 'append' }];
    if (/^set\(|^\{[^:]+\}$/.test(words)) return [{ name: name.text, method: 'add' }];
    return [];
  });
}
