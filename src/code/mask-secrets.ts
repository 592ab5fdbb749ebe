import { secretsIn } from './secrets/find.ts';

const wholeKey = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\S]*?(?:-----END [^\n]*|$)/g;

/** The text with a note in place of each secret. */
export function maskSecrets(text: string): string {
  const keyless = text.replace(wholeKey, '[secret]');
  let masked = '';
  let from = 0;
  for (const { start, end } of secretsIn(keyless, 'review')) {
    masked += `${keyless.slice(from, start)}[secret]`;
    from = end;
  }
  return masked + keyless.slice(from);
}

export const hasSecret = (text: string): boolean => secretsIn(text, 'review').length > 0;
