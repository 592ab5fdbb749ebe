const jsonBytes = (text: string): number => {
  let bytes = 2;
  for (const char of text) bytes += charBytes(char);
  return bytes;
};

const note = ' […]';

/** The text itself, or its beginning and a note, so that its JSON takes at most `max` bytes (of 8 or more). */
export function clip(text: string, max: number): string {
  if (text.length * 6 + 2 <= max || jsonBytes(text) <= max) return text;
  let bytes = jsonBytes(note);
  let end = 0;
  for (const char of text) {
    bytes += charBytes(char);
    if (bytes > max) break;
    end += char.length;
  }
  return `${text.slice(0, end)}${note}`;
}

/** A record small enough for an event: few keys, clipped texts. */
export function clipRecord(record: Record<string, unknown>, max: number): Record<string, unknown> {
  const keys = Object.keys(record).slice(0, 8);
  const share = Math.floor(max / Math.max(1, keys.length)) - 70;
  return Object.fromEntries(
    keys.map((key) => {
      const value = record[key];
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
      const small = typeof value !== 'string' && text.length * 6 < share;
      return [clip(key, 60), small ? value : clip(text, share)];
    }),
  );
}

/** The bytes that one character takes inside a JSON string. */
function charBytes(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return '\b\t\n\f\r'.includes(char) ? 2 : 6;
  if (code >= 0xd800 && code <= 0xdfff) return 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
