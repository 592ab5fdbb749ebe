import { isUtf8 } from 'node:buffer';

/**
 * Paths are bytes to git and text to us. Bytes that are not UTF-8 become lone low surrogates (0x80 is U+DC80), so that
 * every path reads back as the bytes it was.
 */
export function pathFromBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  let text = '';
  for (let i = 0; i < buffer.length; ) {
    const size = [1, 2, 3, 4].find((n) => i + n <= buffer.length && isUtf8(buffer.subarray(i, i + n)));
    text += size ? buffer.toString('utf8', i, i + size) : String.fromCharCode(0xdc00 + (buffer[i] ?? 0));
    i += size ?? 1;
  }
  return text;
}

export function pathToBytes(path: string): Buffer {
  if (!/\p{Surrogate}/u.test(path)) return Buffer.from(path, 'utf8');
  const parts: Buffer[] = [];
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(char, 'utf8'));
  }
  return Buffer.concat(parts);
}

/** The records of a `-z` output, each without its NUL. */
export function records(output: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    if (end < 0) {
      parts.push(output.subarray(start));
      break;
    }
    parts.push(output.subarray(start, end));
    start = end + 1;
  }
  return parts;
}
