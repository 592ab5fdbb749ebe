import { type SecretRule, secretRules } from './rules.ts';

export interface SecretSpan {
  name: string;
  /** Where the secret itself is. */
  start: number;
  end: number;
}

/** Who is looking: what is shown and recorded, the files of a first commit, or a change under review. */
export type Looking = 'text' | 'files' | 'review';

/** ASCII in lower case. */
const folded = Uint8Array.from({ length: 128 }, (_, code) => (code >= 65 && code <= 90 ? code | 32 : code));
const table = new Uint8Array(1 << 15);
const byStart = new Map<number, SecretRule[]>();
for (const rule of secretRules) {
  for (const begins of rule.begins) {
    const key = keyAt(begins, 0);
    const rulesAt = byStart.get(key) ?? [];
    if (!rulesAt.includes(rule)) byStart.set(key, [...rulesAt, rule]);
    table[key & 0x7fff] = 1;
  }
}

/** The secrets in a text that are known by how they look, in their order. One pass, whatever the number of rules. */
export function secretsIn(text: string, looking: Looking): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let window = 0;
  let free = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    window = ((window << 8) | (code < 128 ? (folded[code] ?? 0) : 128)) & 0xffffff;
    const at = index - 2;
    if (table[window & 0x7fff] !== 1 || at < free) continue;
    const secret = secretAt(text, at, byStart.get(window) ?? [], looking);
    if (!secret) continue;
    spans.push(secret);
    free = secret.end;
  }
  return spans;
}

/** Whether a review would say so of a line. */
export const hasSecret = (text: string): boolean => secretsIn(text, 'review').length > 0;

/** The secret that begins here. What is assigned may itself be known by its format. */
function secretAt(text: string, at: number, rules: readonly SecretRule[], looking: Looking): SecretSpan | null {
  for (const { name, match, only, inWord, loose } of rules) {
    if (only !== undefined && only !== looking) continue;
    if (!inWord && !beginsWord(text, at)) continue;
    match.lastIndex = at;
    const [all, ...before] = match.exec(text) ?? [];
    if (all === undefined) continue;
    const start = at + before.join('').length;
    const end = at + all.length;
    const formatted = start > at ? secretAt(text, start, formatsAt(text, start), looking) : null;
    if (formatted?.start === start) return { ...formatted, end: Math.max(formatted.end, end) };
    if (loose && looking !== 'text' && isExample(text.slice(start, end), text.slice(end, end + 20))) continue;
    return { name, start, end };
  }
  return null;
}

const formatsAt = (text: string, at: number): SecretRule[] =>
  (byStart.get(keyAt(text, at)) ?? []).filter(({ loose, only }) => !loose && only !== 'review');

const escapes = /(?:\\[abefnrtv]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2}|\[[\d;]{0,8}m)$/i;

/** Also after an escape, whose last letter is no part of a word. */
function beginsWord(text: string, at: number): boolean {
  if (at === 0 || !/\w/.test(text.charAt(at - 1))) return true;
  return escapes.test(text.slice(Math.max(0, at - 12), at));
}

const examples = /example|password|passwd|secret|changeme|your|dummy|placeholder|sample|xxx|\btest|1234|[<>{}$]/i;

/** A password of the kind that documentation and tests hold, or of a server on this machine. */
function isExample(secret: string, after: string): boolean {
  if (!/\d/.test(secret) || !/[A-Za-z]/.test(secret) || secret.length < 8) return true;
  return examples.test(secret) || /^@(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(after);
}

function keyAt(text: string, at: number): number {
  const code = (index: number) => folded[text.charCodeAt(at + index)] ?? 128;
  return (code(0) << 16) | (code(1) << 8) | code(2);
}
