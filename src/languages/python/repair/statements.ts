import { insert, replace } from '../../repair/edits.ts';
import type { PyStatement, PyToken } from '../code/python-tokens.ts';
import { closingOf, type Idea, type Place, partsOf, type Template } from './place.ts';

/** What was left out: a `return`, an `await`, the step of a loop; a way out of a loop that is the other one; a default that is shared by all calls. */
export const statements: Template = (place) => {
  const { statement, fn, tokens } = place;
  const [first] = tokens;
  if (fn && fn.head === statement && first?.kind !== 'Class') return [...missingReturn(place), ...sharedDefault(place)];
  if (first?.kind === 'Break') return [{ template: 'way out', weight: 0.45, edits: replace(first, 'continue') }];
  if (first?.kind === 'Continue') return [{ template: 'way out', weight: 0.45, edits: replace(first, 'break') }];
  return [...missingAwait(place), ...earlyReturn(place), ...missingStep(place)];
};

function missingReturn({ fn, statement }: Place): Idea[] {
  const last = fn?.body.at(-1);
  if (!fn || !last) return [];
  const inside = fn.body.filter(({ level }) => level === statement.level + 1);
  const [begin] = last.tokens;
  const answers = fn.body.some(({ tokens }) => tokens[0]?.kind === 'Return' && tokens.length > 1);
  const weight = answers ? 0.6 : 0.95;
  const ideas: Idea[] = [];
  if (begin && isExpression(last))
    ideas.push({ template: 'missing return', weight, edits: insert(begin.start, 'return ') });
  const end = last.tokens.at(-1)?.end ?? 0;
  if (begin?.kind === 'Return' && last.level === statement.level + 1) return ideas;
  for (const name of [...new Set(inside.flatMap(assignedBy))].slice(-2).reverse())
    ideas.push({
      template: 'missing return',
      weight: weight - 0.05,
      edits: insert(end, `\n${inside[0]?.indent ?? ''}return ${name}`),
    });
  return ideas;
}

/** `while i < n:`, where nothing changes `i`. */
function missingStep({ tokens, statement, fn }: Place): Idea[] {
  const [first, counter, sign] = tokens;
  const at = fn?.body.indexOf(statement) ?? -1;
  if (first?.kind !== 'While' || counter?.kind !== 'Name' || at < 0) return [];
  const behind = fn?.body.slice(at + 1) ?? [];
  const end = behind.findIndex(({ level }) => level <= statement.level);
  const inside = end < 0 ? behind : behind.slice(0, end);
  const isWritten = inside.some(
    ({ tokens: [name, equal] }) => name?.text === counter.text && /^(?!EqEqual).*Equal$/.test(equal?.kind ?? ''),
  );
  const step = /^Less/.test(sign?.kind ?? '') ? '+=' : /^Greater/.test(sign?.kind ?? '') ? '-=' : null;
  const [begin, last] = [inside[0], inside.at(-1)?.tokens.at(-1)];
  if (step === null || isWritten || !begin || begin.indent === null || !last) return [];
  const edits = insert(last.end, `\n${begin.indent}${counter.text} ${step} 1`);
  return [{ template: 'missing step', weight: 0.95, edits }];
}

const assignedBy = ({ tokens: [first, second] }: PyStatement): string[] =>
  first?.kind === 'Name' && second?.kind === 'Equal' ? [first.text] : [];

function isExpression({ tokens }: PyStatement): boolean {
  const [first] = tokens;
  if (!first || !/^(?:Name|Lpar|Lsqb|Lbrace|Int|Float|Not|Minus)$/.test(first.kind)) return false;
  return !tokens.some(
    ({ kind, depth }) =>
      depth === 0 && /Equal$/.test(kind) && !/^(?:EqEqual|NotEqual|LessEqual|GreaterEqual)$/.test(kind),
  );
}

/** A `return` inside of a loop, where it belongs behind it. */
function earlyReturn({ tokens, statement, fn, text }: Place): Idea[] {
  const [first] = tokens;
  if (first?.kind !== 'Return' || !fn || fn.body.at(-1) !== statement || statement.indent === null) return [];
  const loop = fn.body.findLast(({ level }) => level === statement.level - 1);
  if (!/^(?:For|While)$/.test(loop?.tokens[0]?.kind ?? '') || loop?.indent === null) return [];
  const start = text.lastIndexOf('\n', first.start) + 1;
  return [{ template: 'indentation', weight: 0.9, edits: replace({ start, end: first.start }, loop?.indent ?? '') }];
}

/** Inside an `async def`, a call that nobody waits for. */
function missingAwait({ tokens, fn }: Place): Idea[] {
  if (fn?.head.tokens[0]?.kind !== 'Async') return [];
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'Lpar' || tokens[at - 1]?.kind !== 'Name') return [];
    let begin = at - 1;
    while (tokens[begin - 1]?.kind === 'Dot' && tokens[begin - 2]?.kind === 'Name') begin -= 2;
    const first = tokens[begin];
    const close = closingOf(tokens, at);
    const end = tokens[close]?.end ?? 0;
    if (!first || tokens[begin - 1]?.kind === 'Await' || close < 0) return [];
    const inner = /^(?:Dot|Lsqb)$/.test(tokens[close + 1]?.kind ?? '');
    const edits = inner ? [...insert(first.start, '(await '), ...insert(end, ')')] : insert(first.start, 'await ');
    return [{ template: 'missing await', weight: 0.8, edits }];
  });
}

/** `def f(items=[])` keeps its list from call to call. */
function sharedDefault({ tokens, fn, text }: Place): Idea[] {
  const open = tokens.findIndex(({ kind }) => kind === 'Lpar');
  const first = fn?.body.find(({ tokens: inner }) => !/String/.test(inner[0]?.kind ?? ''));
  const at = first?.tokens[0];
  if (!at || first.indent === null) return [];
  const { indent } = first;
  return partsOf(tokens, open, closingOf(tokens, open)).flatMap((part) => {
    const equal = part.findIndex(({ kind }) => kind === 'Equal');
    const value = part.slice(equal + 1);
    const [from, to] = [value[0], value.at(-1)];
    const name = part[0]?.text ?? '';
    if (equal < 0 || !from || !to || !isShared(value)) return [];
    const block = text.slice(from.start, to.end);
    const step = indent.includes('\t') ? '\t' : '    ';
    const guard = `if ${name} is None:\n${indent}${step}${name} = ${block}\n${indent}`;
    return [
      {
        template: 'shared default',
        weight: 1.1,
        edits: [...replace({ start: from.start, end: to.end }, 'None'), ...insert(at.start, guard)],
      },
    ];
  });
}

const isShared = (value: PyToken[]): boolean =>
  /^(?:\[.*\]|\{.*\}|(?:list|dict|set)\(\))$/.test(value.map(({ text }) => text).join(''));
