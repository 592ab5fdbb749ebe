import { type Edge, type Node, parsePattern } from './pattern-parts.ts';

/** A regular expression whose time grows with the text's length alone, whatever the expression and the text are. */
export interface Pattern {
  /** Steps that one character may take. */
  size: number;
  test(text: string): boolean;
}

type Step =
  | { do: 'take'; fits: (code: number) => boolean }
  | { do: 'fork'; to: [number, number] }
  | { do: 'edge'; edge: Edge }
  | { do: 'match' };

const longest = 1_000;
const most = 2_000;

/**
 * Patterns that models and agent files bring: JavaScript's syntax without references and looking around, since those
 * cannot be bounded. What cannot be used is a reason.
 */
export function pattern(source: string): Pattern | { refused: string } {
  if (source.length > longest) return { refused: `a pattern has at most ${longest} characters` };
  const fault = syntaxFault(source);
  if (fault) return { refused: fault };
  const tree = parsePattern(source);
  if ('refused' in tree) return tree;
  const steps: Step[] = [];
  if (!emit(tree.node, steps)) return { refused: 'the pattern repeats too much' };
  steps.push({ do: 'match' });
  return { size: steps.length, test: (text) => matches(steps, text) };
}

function syntaxFault(source: string): string | null {
  for (const flags of ['u', '']) {
    try {
      new RegExp(source, flags);
      return null;
    } catch (error) {
      if (flags === '') return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}

/** False where it would take too many steps. */
function emit(node: Node, steps: Step[]): boolean {
  if (steps.length > most) return false;
  switch (node.kind) {
    case 'take':
      steps.push({ do: 'take', fits: node.fits });
      return true;
    case 'edge':
      steps.push({ do: 'edge', edge: node.edge });
      return true;
    case 'all':
      return node.parts.every((part) => emit(part, steps));
    case 'any':
      return emitAny(node.parts, steps);
    case 'repeat':
      return emitRepeat(node, steps);
  }
}

/** Each way but the last begins with a fork to the next, and ends with a jump behind them all. */
function emitAny(parts: Node[], steps: Step[]): boolean {
  const ends: [number, number][] = [];
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const fork = last ? null : forkAt(steps);
    if (!emit(part, steps)) return false;
    if (fork) {
      ends.push(forkAt(steps));
      fork[1] = steps.length;
    }
  }
  for (const end of ends) end.fill(steps.length);
  return true;
}

function emitRepeat({ part, min, max }: Extract<Node, { kind: 'repeat' }>, steps: Step[]): boolean {
  for (let count = 0, size = -1; count < min && size !== steps.length; count += 1) {
    size = steps.length; // What takes no step needs no repeating.
    if (!emit(part, steps)) return false;
  }
  if (max === Number.POSITIVE_INFINITY) {
    const start = steps.length;
    const loop = forkAt(steps);
    if (!emit(part, steps)) return false;
    forkAt(steps).fill(start);
    loop[1] = steps.length;
    return true;
  }
  const outs: [number, number][] = [];
  for (let count = min; count < max; count += 1) {
    outs.push(forkAt(steps));
    if (!emit(part, steps)) return false;
  }
  for (const out of outs) out[1] = steps.length;
  return true;
}

/** A fork into what follows it, and somewhere that is told later. */
function forkAt(steps: Step[]): [number, number] {
  const to: [number, number] = [steps.length + 1, steps.length + 1];
  steps.push({ do: 'fork', to });
  return to;
}

/** Follows every way at once: at each character a step is visited at most once. */
function matches(steps: Step[], text: string): boolean {
  const seen = new Int32Array(steps.length).fill(-1);
  let now: number[] = [];
  let before = -1;
  let round = 0;
  for (let at = 0; at <= text.length; round += 1) {
    const code = at < text.length ? (text.codePointAt(at) ?? -1) : -1;
    now.push(0);
    const waiting: number[] = [];
    while (now.length > 0) {
      const index = now.pop() ?? 0;
      if (seen[index] === round) continue;
      seen[index] = round;
      const step = steps[index];
      if (!step || step.do === 'match') return true;
      if (step.do === 'take') waiting.push(index);
      else if (step.do === 'fork') now.push(...step.to);
      else if (holds(step.edge, before, code)) now.push(index + 1);
    }
    if (at === text.length) return false;
    now = waiting.filter((index) => fits(steps[index], code)).map((index) => index + 1);
    before = code;
    at += code > 0xffff ? 2 : 1;
  }
  return false;
}

const fits = (step: Step | undefined, code: number): boolean => step?.do === 'take' && step.fits(code);

function holds(edge: Edge, before: number, after: number): boolean {
  if (edge === 'start') return before === -1;
  if (edge === 'end') return after === -1;
  return (isWord(before) !== isWord(after)) === (edge === 'word');
}

const isWord = (code: number): boolean => code >= 0 && /\w/.test(String.fromCodePoint(code));
