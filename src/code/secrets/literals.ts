export interface Span {
  start: number;
  end: number;
}

const window = 4;
const slotOf = (codes: number): number => Math.imul(codes, 0x9e3779b1) >>> 16;

/** Finds any of these texts, exactly as they are, in one pass over another. */
export function literalFinder(texts: readonly string[]): (text: string) => Span[] {
  const table = new Uint8Array(1 << 16);
  const byStart = new Map<number, string[]>();
  for (const each of texts) {
    let start = 0;
    for (let at = 0; at < window; at += 1) start = next(start, each.charCodeAt(at));
    byStart.set(start, [...(byStart.get(start) ?? []), each]);
    table[slotOf(start)] = 1;
  }
  return (text) => {
    const spans: Span[] = [];
    let last = 0;
    for (let at = 0; at < text.length; at += 1) {
      last = next(last, text.charCodeAt(at));
      if (table[slotOf(last)] !== 1) continue;
      const start = at - window + 1;
      for (const each of byStart.get(last) ?? [])
        if (start >= 0 && text.startsWith(each, start)) spans.push({ start, end: start + each.length });
    }
    return spans;
  };
}

/** The low bytes of the last four characters. */
const next = (codes: number, code: number): number => ((codes << 8) | (code & 0xff)) >>> 0;
