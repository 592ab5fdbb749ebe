/**
 * A text without what quoting, escaping, encoding and wrapping add to it, as UTF-8: the same bytes for a value however it
 * is written (JSON at any depth, URL, HTML, shell, colours, split over lines). White space, quotes, `\` and the signs that
 * are put before lines or around quotes (`+-*#>|$`) are left out everywhere.
 */
export interface Skeleton {
  bytes: Uint8Array;
  length: number;
  /** Where in the text each byte begins. */
  from: Int32Array;
  candidates: number[];
}

const plain = 0;
const skippable = 1;
const special = 2;
const kinds = new Uint8Array(128);
for (let code = 0; code <= 0x20; code += 1) kinds[code] = skippable;
for (const char of '\'"`+-*#>|$\x7f') kinds[char.charCodeAt(0)] = skippable;
for (const char of '\\%&\x1b') kinds[char.charCodeAt(0)] = special;

/** So many bytes are looked up at once. */
export const windowBytes = 4;
export const slotOf = (bytes: number): number => Math.imul(bytes, 0x9e3779b1) >>> 16;

/**
 * Makes skeletons, again and again in the same memory: one is good until the next is made. `filter` has a 1 at the slot
 * of each four bytes to look for; where they may begin comes back as `candidates`.
 */
export function skeletonMaker(): (text: string, filter?: Uint8Array) => Skeleton {
  let bytes = new Uint8Array(4096);
  let from = new Int32Array(4096);
  const unit: Unit = { end: 0, code: -1, byte: false };
  const encoded = new Uint8Array(4);
  return (text, filter = nothing) => {
    const candidates: number[] = [];
    let length = 0;
    let last = 0;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? kinds[code] : special;
      let [count, end] = [0, at + 1];
      if (kind === plain) {
        encoded[0] = code;
        count = 1;
      } else if (kind === special) {
        unitAt(text, at, unit);
        count = encode(unit, encoded);
        end = unit.end;
      }
      if (length + count > bytes.length) [bytes, from] = [grown(bytes), grown(from)];
      for (let index = 0; index < count; index += 1) {
        const byte = encoded[index] ?? 0;
        bytes[length] = byte;
        from[length] = at;
        length += 1;
        last = ((last << 8) | byte) >>> 0;
        if (filter[Math.imul(last, 0x9e3779b1) >>> 16] === 1 && length >= windowBytes)
          candidates.push(length - windowBytes);
      }
      at = end;
    }
    return { bytes, length, from, candidates };
  };
}

const nothing = new Uint8Array(1 << 16);

function grown<T extends Uint8Array | Int32Array>(memory: T): T {
  const next = new (memory.constructor as new (length: number) => T)(memory.length * 4);
  next.set(memory);
  return next;
}

/** UTF-8 into `to`: so many bytes. */
function encode({ code, byte }: Unit, to: Uint8Array): number {
  if (code < 0 || code === 0x5c || code === 0x1b || (code < 128 && kinds[code] === skippable)) return 0;
  if (byte || code < 0x80) {
    to[0] = code;
    return 1;
  }
  const count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (let index = count - 1, rest = code; index > 0; index -= 1, rest >>= 6) to[index] = 0x80 | (rest & 63);
  to[0] = (0xf00 >> count) | (code >> (6 * (count - 1)));
  return count;
}

/** One character, however it is written: where it ends, and its code (or byte of UTF-8); -1 for what is left out. */
interface Unit {
  end: number;
  code: number;
  byte: boolean;
}

/** Where the character that begins here ends. */
export function unitEnd(text: string, at: number): number {
  const unit: Unit = { end: at + 1, code: -1, byte: false };
  const code = text.charCodeAt(at);
  if (code >= 128 || kinds[code] === special) unitAt(text, at, unit);
  return unit.end;
}

function unitAt(text: string, at: number, unit: Unit): void {
  const code = text.codePointAt(at) ?? 0;
  unit.end = at + (code > 0xffff ? 2 : 1);
  unit.code = code;
  unit.byte = false;
  if (code === 0x5c) escaped(text, at, unit);
  else if (code === 0x25) percent(text, at, unit);
  else if (code === 0x26) entity(text, at, unit);
  else if (code === 0x1b) colour(text, at, unit);
  else if (code === 0xa0 || code === 0x2028 || code === 0x2029) unit.code = -1;
}

/** A run of backslashes is one, whatever the depth. A plain character after it is a unit of its own. */
function escaped(text: string, at: number, unit: Unit): void {
  let end = at;
  for (let next = backslash(text, at); next > end; next = backslash(text, end)) end = next;
  const next = text[end] ?? '';
  unit.code = -1;
  unit.end = end;
  if (next === 'u') {
    const high = hex(text, end + 1, 4);
    if (high < 0) return;
    unit.end = end + 5;
    unit.code = high;
    const low = high >= 0xd800 && high < 0xdc00 ? lowSurrogate(text, unit.end) : null;
    if (low) [unit.code, unit.end] = [0x10000 + ((high - 0xd800) << 10) + (low.code - 0xdc00), low.end];
  } else if (next === 'x' && hex(text, end + 1, 2) >= 0) {
    [unit.code, unit.end, unit.byte] = [hex(text, end + 1, 2), end + 3, true];
  } else if (/^[0-3][0-7]{2}$/.test(text.slice(end, end + 3))) {
    [unit.code, unit.end, unit.byte] = [Number.parseInt(text.slice(end, end + 3), 8), end + 3, true];
  } else if (/[abefnrtv]/.test(next)) unit.end = end + 1;
}

/** Where the backslash that is here ends. */
function backslash(text: string, at: number): number {
  if (text.charCodeAt(at) === 0x5c) return at + 1;
  if (text.charCodeAt(at) !== 0x25) return at;
  const digits = digitsOf(text, at);
  return hex(text, digits, 2) === 0x5c ? digits + 2 : at;
}

function lowSurrogate(text: string, at: number): { code: number; end: number } | null {
  let end = at;
  while (text.charCodeAt(end) === 0x5c) end += 1;
  const code = end > at && text[end] === 'u' ? hex(text, end + 1, 4) : -1;
  return code >= 0xdc00 && code < 0xe000 ? { code, end: end + 5 } : null;
}

function percent(text: string, at: number, unit: Unit): void {
  const digits = digitsOf(text, at);
  const byte = hex(text, digits, 2);
  if (byte === 0x5c) escaped(text, at, unit);
  else if (byte >= 0) [unit.code, unit.end, unit.byte] = [byte, digits + 2, true];
}

/** After a percent sign, also where that itself was encoded, again and again. */
function digitsOf(text: string, at: number): number {
  let digits = at + 1;
  while (text.startsWith('25', digits) && hex(text, digits + 2, 2) >= 0) digits += 2;
  return digits;
}

const entities: Record<string, number> = { quot: 0x22, apos: 0x27, lt: 0x3c, gt: 0x3e, amp: 0x26 };

function entity(text: string, at: number, unit: Unit): void {
  const match = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(quot|apos|lt|gt|amp));/i.exec(text.slice(at, at + 12));
  if (!match) return;
  const [all, decimal, sixteenth, name] = match;
  unit.end = at + all.length;
  if (name) unit.code = entities[name.toLowerCase()] ?? 0;
  else unit.code = Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(sixteenth ?? '0', 16));
}

function colour(text: string, at: number, unit: Unit): void {
  unit.code = -1;
  const match = /^\[[\d;?]{0,16}[A-Za-z]/.exec(text.slice(at + 1, at + 20));
  if (match) unit.end = at + 1 + match[0].length;
}

/** -1 where there are no such digits. */
function hex(text: string, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const code = text.charCodeAt(index) | 32;
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}
