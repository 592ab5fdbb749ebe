const ESC = String.fromCharCode(0x1b);
const CSI = String.fromCharCode(0x9b);
const BEL = String.fromCharCode(0x07);
const ST = String.fromCharCode(0x9c);

/** Operating system commands and device strings, with their payload; an unterminated one only loses its introducer. */
const strings = new RegExp(
  `(?:${ESC}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^${BEL}${ESC}${ST}]*(?:${BEL}|${ST}|${ESC}\\\\)`,
  'g',
);
const sequences = new RegExp(`(?:${ESC}\\[|${CSI})[0-?]*[ -/]*[@-~]|${ESC}[ -/]*[0-~]`, 'g');
/** Every control character except tab and newline, and the overrides that reorder what is shown. */
const controls = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text that a terminal shows and does not obey. */
export function strip(text: string): string {
  return text.replace(strings, '').replace(sequences, '').replace(controls, '');
}

/** The same value with every string in it stripped. */
export function scrub<T>(value: T): T {
  return walk(value) as T;
}

/** What is longer is a path or the like, and cut where it must be. */
const longestWord = 20;

/** One line of at most `max` characters, cut after a word. */
export function oneLine(text: string, max = 160): string {
  const line = text
    .slice(0, max * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= max) return line;
  const head = line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  const space = head.lastIndexOf(' ');
  const isWithinWord = line[head.length] !== ' ' && space > Math.max(0, max - longestWord);
  return `${isWithinWord ? head.slice(0, space) : head.trimEnd()}…`;
}

export function short(sha: string): string {
  return /^[0-9a-f]{40,64}$/.test(sha) ? sha.slice(0, 10) : sha;
}

function walk(value: unknown): unknown {
  if (typeof value === 'string') return strip(value);
  if (Array.isArray(value)) return value.map(walk);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [strip(key), walk(entry)]));
}

/** The first few of some files, in one line. */
export function listed(files: string[]): string {
  const more = files.length > 4 ? `, ${files.length - 4} more` : '';
  return `${files
    .slice(0, 4)
    .map((file) => oneLine(file, 80))
    .join(', ')}${more}`;
}
