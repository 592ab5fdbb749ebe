import { secrets } from './danger-patterns.ts';

const wholeKey = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\S]*?(?:-----END [^\n]*|$)/g;

/** The text with a note in place of each secret. */
export function maskSecrets(text: string): string {
  return secrets.reduce(
    (masked, { match }) => masked.replace(new RegExp(match.source, `${match.flags}g`), '[secret]'),
    text.replace(wholeKey, '[secret]'),
  );
}

export const hasSecret = (text: string): boolean => secrets.some(({ match }) => match.test(text));
