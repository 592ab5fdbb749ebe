import { type Node, node } from '../../../code/fingerprint/node.ts';

/** What a macro is given: its tokens come one by one, and are put together here to names and calls. */
export function macroValues({ text, kids: [, ...tokens] }: Node): Node[] | null {
  if (text !== '!') return null;
  const repeated = tokens.findIndex(({ kind, text: mark }) => kind === 'mark' && mark === ';');
  return read(repeated < 0 ? tokens : tokens.slice(0, repeated));
}

function read(tokens: Node[]): Node[] {
  const values: Node[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Node;
    const before = values.at(-1);
    if (token.kind !== 'mark') values.push(token);
    else if (/^(?:\.|::)$/.test(token.text) && before && tokens[at + 1]?.kind === 'name') {
      at += 1;
      values.splice(-1, 1, node('member', tokens[at]?.text ?? '', [before]));
    } else if (token.text === '(') {
      const end = closing(tokens, at);
      const inner = read(tokens.slice(at + 1, end));
      if (before && /^(?:name|member)$/.test(before.kind)) values.splice(-1, 1, node('call', '', [before, ...inner]));
      else values.push(...inner);
      at = end;
    }
  }
  return values;
}

function closing(tokens: Node[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Node;
    if (kind !== 'mark') continue;
    depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    if (depth === 0) return at;
  }
  return tokens.length;
}
