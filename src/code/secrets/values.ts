import { literalFinder, type Span } from './literals.ts';
import { skeletonMaker, slotOf, unitEnd, windowBytes } from './skeleton.ts';

/** Finds known values in a text, in whatever form they are written: see `Skeleton`; also base64 and hexadecimal. */
export type Finder = (text: string) => Span[];

/** Shorter ones would be found everywhere. */
const shortest = 8;

export function finderOf(values: readonly string[]): Finder {
  const skeleton = skeletonMaker();
  const bytesOf = (text: string): Uint8Array => {
    const { bytes, length } = skeleton(text);
    return bytes.slice(0, length);
  };
  const forms = new Map<number, Uint8Array[]>();
  const table = new Uint8Array(1 << 16);
  for (const form of values.flatMap(writtenAs).map(bytesOf).flatMap(bereft)) {
    if (form.length < shortest) continue;
    let first = 0;
    for (const byte of form.subarray(0, windowBytes)) first = ((first << 8) | byte) >>> 0;
    forms.set(first, [...(forms.get(first) ?? []), form]);
    table[slotOf(first)] = 1;
  }
  const literal = literalFinder(values.flatMap(escapedAs).filter((form) => form.length >= shortest));

  return (text) => {
    if (text.length < shortest) return [];
    const { bytes, length, from, candidates } = skeleton(text, table);
    const spans = literal(text);
    for (const at of candidates) {
      const longest = longestAt(bytes, length, at, forms);
      if (longest > 0)
        spans.push({ start: startOf(text, from[at] ?? 0), end: unitEnd(text, from[at + longest - 1] ?? 0) });
    }
    return merged(spans);
  };
}

function merged(spans: Span[]): Span[] {
  const apart: Span[] = [];
  for (const { start, end } of spans.sort((one, other) => one.start - other.start)) {
    const before = apart.at(-1);
    if (before && start < before.end) before.end = Math.max(before.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

function longestAt(bytes: Uint8Array, length: number, at: number, forms: Map<number, Uint8Array[]>): number {
  let first = 0;
  for (let index = at; index < at + windowBytes; index += 1) first = ((first << 8) | (bytes[index] ?? 0)) >>> 0;
  let longest = 0;
  for (const form of forms.get(first) ?? []) {
    if (form.length <= longest || at + form.length > length) continue;
    if (form.every((byte, index) => byte === bytes[at + index])) longest = form.length;
  }
  return longest;
}

/** With the backslash that escapes it: alone, that would escape what comes in its place. */
function startOf(text: string, at: number): number {
  let run = 0;
  while (text.charCodeAt(at - run - 1) === 0x5c) run += 1;
  return run % 2 === 1 ? at - 1 : at;
}

/** As it is, in hexadecimal, and within anything that is base64. */
function writtenAs(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length < shortest) return [value];
  const hex = bytes.toString('hex');
  const encoded = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    // The first and the last character may hold bits of what stands beside the value.
    const core = whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [value, hex, hex.toUpperCase(), ...encoded];
}

/** What stands before a value may take its beginning for the end of an escape: `\\` an `n`, `%` two digits. */
function bereft(form: Uint8Array): Uint8Array[] {
  const start = String.fromCharCode(...form.subarray(0, 4));
  const lost = [/^[abefnrtv]/, /^[0-9a-f]{2}/i].flatMap((pattern) => pattern.exec(start)?.[0].length ?? []);
  return [form, ...lost.map((count) => form.subarray(count))];
}

/** The usual ways to write it, which are found whatever stands beside it. */
function escapedAs(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const url = isWhole(value) ? encodeURIComponent(value) : value;
  const lower = url.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
  return [...new Set([value, json, JSON.stringify(json).slice(1, -1), url, lower])];
}

const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text);
