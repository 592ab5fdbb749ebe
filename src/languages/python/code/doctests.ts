import type { PyStatement, PyToken } from './python-tokens.ts';

/** What may have a text that describes it: the module, a class, a function. */
export interface Described {
  /** `Class.method`; empty for the module. */
  name: string;
  /** Null where it has none. */
  token: PyToken | null;
  /** What doctest would run, each with what it expects. */
  examples: string[];
  /** Where a text would go, and what stands before that on its line; null for a body on the line of its head. */
  place: number;
  indent: string | null;
}

/** In the order of the file. */
export function describedIn(statements: PyStatement[]): Described[] {
  const around: { name: string; level: number }[] = [];
  const described = [describedBy('', statements[0])];
  statements.forEach((head, at) => {
    while ((around.at(-1)?.level ?? -1) >= head.level) around.pop();
    const [kind, named] = head.tokens.filter((token) => token.kind !== 'Async');
    if (kind?.kind !== 'Def' && kind?.kind !== 'Class') return;
    around.push({ name: named?.text ?? '', level: head.level });
    const [inner, same] = [statements[at + 1], bodyOnLine(head)];
    const name = around.map((one) => one.name).join('.');
    if (same) described.push(describedBy(name, { tokens: same, level: head.level + 1, indent: null }));
    else if (inner && inner.level > head.level) described.push(describedBy(name, inner));
  });
  return described;
}

/** `def f(): "text"`: what stands behind the colon of the head. */
function bodyOnLine({ tokens }: PyStatement): PyToken[] | null {
  const colon = tokens.findIndex((token) => token.kind === 'Colon' && token.depth === 0);
  const rest = tokens.slice(colon + 1);
  return colon === -1 || rest.length === 0 ? null : rest;
}

function describedBy(name: string, first: PyStatement | undefined): Described {
  const [token, ...more] = first?.tokens ?? [];
  const isText = token?.kind === 'String' && more.length === 0 && !/^\w*[bBfF]/.test(token.text);
  return {
    name,
    token: isText ? token : null,
    examples: isText ? examplesIn(token.text) : [],
    place: token?.start ?? 0,
    indent: first?.indent ?? null,
  };
}

function examplesIn(text: string): string[] {
  const quote = /^\w*("""|'''|"|')/.exec(text)?.[1] ?? '';
  const lines = text
    .slice(0, text.length - quote.length)
    .replace(/^\w*["']+/, '')
    .split('\n');
  const examples: string[] = [];
  let indent: string | null = null;
  for (const line of lines) {
    const start = /^(\s*)>>>(?: |$)/.exec(line);
    if (start) {
      indent = start[1] ?? '';
      examples.push(line.slice(indent.length).trimEnd());
    } else if (line.trim() === '') indent = null;
    else if (indent !== null) examples.push(`${examples.pop()}\n${line.slice(indent.length).trimEnd()}`);
  }
  return examples;
}
