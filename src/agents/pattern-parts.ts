export type Edge = 'start' | 'end' | 'word' | 'inside';

export type Node =
  | { kind: 'take'; fits: (code: number) => boolean }
  | { kind: 'edge'; edge: Edge }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number };

type Fits = (code: number) => boolean;

/** The parts of a regular expression that JavaScript accepts. */
export function parsePattern(source: string): { node: Node } | { refused: string } {
  const reader = new Reader(source);
  try {
    return { node: alternatives(reader) };
  } catch (error) {
    if (error instanceof Unsupported) return { refused: error.message };
    throw error;
  }
}

class Unsupported extends Error {}

class Reader {
  private at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** What the sticky expression matches here, gone past. */
  take(match: RegExp): RegExpExecArray | null {
    match.lastIndex = this.at;
    const found = match.exec(this.source);
    if (found) this.at += found[0].length;
    return found;
  }

  next(): string {
    const char = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    this.at += char.length;
    return char;
  }

  get over(): boolean {
    return this.at >= this.source.length;
  }
}

function alternatives(reader: Reader): Node {
  const parts = [sequence(reader)];
  while (reader.take(/\|/y)) parts.push(sequence(reader));
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'any', parts };
}

function sequence(reader: Reader): Node {
  const parts: Node[] = [];
  while (!reader.over && !reader.take(/(?=[|)])/y)) parts.push(repeated(reader, atom(reader)));
  return { kind: 'all', parts };
}

function repeated(reader: Reader, part: Node): Node {
  const found = reader.take(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y);
  if (!found) return part;
  const [, sign, least, more, mostText] = found;
  if (sign)
    return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  const min = Number(least);
  const max = more === undefined ? min : mostText ? Number(mostText) : Number.POSITIVE_INFINITY;
  return { kind: 'repeat', part, min, max };
}

function atom(reader: Reader): Node {
  if (reader.take(/\^/y)) return { kind: 'edge', edge: 'start' };
  if (reader.take(/\$/y)) return { kind: 'edge', edge: 'end' };
  if (reader.take(/\\b/y)) return { kind: 'edge', edge: 'word' };
  if (reader.take(/\\B/y)) return { kind: 'edge', edge: 'inside' };
  if (reader.take(/\(\?<?[=!]/y)) throw new Unsupported('looking ahead and behind is not supported in a pattern');
  if (reader.take(/\((?:\?:|\?<\w+>)?/y)) {
    const inner = alternatives(reader);
    reader.take(/\)/y);
    return inner;
  }
  if (reader.take(/\(/y)) throw new Unsupported('this kind of group is not supported in a pattern');
  if (reader.take(/\./y)) return take((code) => code !== 10 && code !== 13 && code !== 0x2028 && code !== 0x2029);
  if (reader.take(/\[/y)) return take(classOf(reader));
  return take(single(reader));
}

const take = (fits: Fits): Node => ({ kind: 'take', fits });

function classOf(reader: Reader): Fits {
  const negated = reader.take(/\^/y) !== null;
  const ways: Fits[] = [];
  while (!reader.over && !reader.take(/\]/y)) ways.push(rangeOf(reader));
  return (code) => ways.some((fits) => fits(code)) !== negated;
}

function rangeOf(reader: Reader): Fits {
  const set = setOf(reader);
  if (set) return set;
  const from = codeOf(reader, true);
  if (!reader.take(/-(?!\])/y)) return (code) => code === from;
  const behind = setOf(reader);
  if (behind) return (code) => code === from || code === 45 || behind(code);
  const to = codeOf(reader, true);
  return (code) => code >= from && code <= to;
}

function single(reader: Reader): Fits {
  const set = setOf(reader);
  if (set) return set;
  const wanted = codeOf(reader, false);
  return (code) => code === wanted;
}

const sets: Record<string, RegExp> = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ };

function setOf(reader: Reader): Fits | null {
  const set = sets[reader.take(/\\([dDwWsS])/y)?.[1] ?? ''];
  return set ? (code) => set.test(String.fromCodePoint(code)) : null;
}

const controls: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

/** One character, written as itself or escaped. */
function codeOf(reader: Reader, inClass: boolean): number {
  const hex = reader.take(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]+)\})/y);
  if (hex) return Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
  if (!reader.take(/\\/y)) return reader.next().codePointAt(0) ?? 0;
  if (reader.take(/(?=[1-9]|k<)/y)) throw new Unsupported('references are not supported in a pattern');
  if (reader.take(/(?=[pPc])/y)) throw new Unsupported('\\p, \\P and \\c are not supported in a pattern');
  const char = reader.next();
  if (inClass && char === 'b') return 8;
  return controls[char] ?? char.codePointAt(0) ?? 0;
}
