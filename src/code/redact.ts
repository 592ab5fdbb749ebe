import { type SecretSpan, secretsIn } from './secrets/find.ts';
import type { Span } from './secrets/literals.ts';
import { finderOf } from './secrets/values.ts';

/**
 * The text with a mark in place of each secret. Lines stay where they are, JSON stays JSON, and redacting twice is
 * redacting once.
 */
export function redact(text: string): string {
  return marked(text, secretsIn(text, 'text'));
}

const wholeKey = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\S]*?(?:-----END [^\n]*|$)/g;

/** Also without what the review would hold against a change, and a private key to its end, whatever stands in it. */
export function redactStrictly(text: string): string {
  const keys = [...text.matchAll(wholeKey)].map(({ 0: key, index }) => ({
    name: 'a private key',
    start: index,
    end: index + key.length,
  }));
  const keyless = marked(text, keys);
  return marked(keyless, secretsIn(keyless, 'review'));
}

export type Redact = (text: string) => string;

const secretName =
  /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PASSPHRASE|CREDENTIALS?|PAT|APIKEY)(?:_|$)|KEY$|TOKEN$/i;

/**
 * Redacts what looks like a secret, and the values of variables that are named like one or listed in `sharedNames`
 * (all but the shortest values). Values are recognised in every form in which they may be written.
 */
export function redactor(env: Record<string, string | undefined>, sharedNames: readonly string[] = []): Redact {
  const values = Object.entries(env).flatMap(([name, value = '']) => {
    const plain = value.trim();
    if (sharedNames.includes(name)) return plain.length >= 8 ? [plain, ...linesOf(plain)] : [];
    return secretName.test(name) ? [plain, ...linesOf(plain)].filter(isTelling) : [];
  });
  const unique = [...new Set(values)];
  if (unique.length === 0) return redact;
  const find = finderOf(unique);
  return (text) => redact(marked(text, find(text)));
}

/** A text that may be JSON: its values are redacted as they are, and then whatever is left in its own words. */
export function redactSerialised(text: string, by: Redact): string {
  const value = /^[[{"]/.test(text) ? parsed(text) : undefined;
  return by(value === undefined || JSON.stringify(value) !== text ? text : JSON.stringify(redactRoomy(value, by)));
}

/** Every text in a value, redacted, long keys too; texts may grow. */
export function redactRoomy<T>(value: T, by: Redact): T {
  if (typeof value === 'string') return by(value) as T;
  if (Array.isArray(value)) return value.map((each) => redactRoomy(each, by)) as T;
  return typeof value === 'object' && value !== null ? (entriesOf(value, by, redactRoomy) as T) : value;
}

function entriesOf(value: object, by: Redact, each: (value: unknown, by: Redact) => unknown): Record<string, unknown> {
  const redactedKey = (key: string): string => (key.length < shortestKey ? key : by(key));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redactedKey(key), each(item, by)]));
}

/** The names of our own records are shorter than any secret. */
const shortestKey = 24;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function marked(text: string, spans: readonly (Span | SecretSpan)[]): string {
  if (spans.length === 0) return text;
  let output = '';
  let from = 0;
  for (const { start, end, ...rest } of spans) {
    const lines = '\n'.repeat(text.slice(start, end).split('\n').length - 1);
    output += `${text.slice(from, start)}${markOf('name' in rest ? rest.name : 'a secret')}${lines}`;
    from = end;
  }
  return output + text.slice(from);
}

/** Every text in a value, redacted, long keys too. A text does not grow: what holds it may have no room. */
export function redactDeep<T>(value: T, by: Redact): T {
  if (typeof value === 'string') {
    const redacted = by(value);
    return (redacted.length > value.length ? redacted.slice(0, value.length) : redacted) as T;
  }
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, by)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return entriesOf(value, by, redactDeep) as T;
}

/** A value of several lines is known by each long one, too. */
function linesOf(value: string): string[] {
  return value.includes('\n')
    ? value.split('\n').flatMap((line) => (line.trim().length >= 24 ? [line.trim()] : []))
    : [];
}

/** A plain word as a password would take that word out of every text, and so would a path. */
function isTelling(plain: string): boolean {
  if (plain.startsWith('/') && !plain.split('/').some(isMixed)) return false;
  return plain.length >= 20 || (plain.length >= 12 && /\d/.test(plain) && /[A-Za-z]/.test(plain));
}

const isMixed = (part: string): boolean =>
  part.length >= 12 && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);

function markOf(name: string): string {
  return `[redacted:${name.replace(/^an? /, '')}]`;
}
