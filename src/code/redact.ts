import { type Pattern, tokens } from './danger-patterns.ts';

/** More than what a review refuses: whatever could open a door stays out of prompts and records. */
const others: Pattern[] = [
  { name: 'an AWS access key', match: /\bASIA[0-9A-Z]{16}\b/ },
  { name: 'a GitHub token', match: /\bgithub_pat_\w{22,}/ },
  { name: 'a GitLab token', match: /\bgl(?:dt|rt|ptt|cbt|oas|agent)-[\w-]{20,}/ },
  { name: 'a Slack token', match: /\bxapp-\d-[\w-]{20,}/ },
  { name: 'a Slack hook', match: /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/]{20,}/ },
  { name: 'a Discord hook', match: /\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/ },
  { name: 'a Stripe key', match: /\b(?:[rsp]k_test_|pk_live_|whsec_)[A-Za-z0-9]{16,}/ },
  { name: 'a Google token', match: /\b(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/ },
  { name: 'an npm token', match: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { name: 'a PyPI token', match: /\bpypi-[\w-]{32,}/ },
  { name: 'a Hugging Face token', match: /\bhf_[A-Za-z0-9]{30,}\b/ },
  { name: 'a SendGrid key', match: /\bSG\.[\w-]{16,}\.[\w-]{16,}/ },
  { name: 'a Twilio key', match: /\bSK[0-9a-f]{32}\b/ },
  { name: 'a Telegram token', match: /\b\d{8,10}:AA[\w-]{33}/ },
  { name: 'a DigitalOcean token', match: /\bdo[opr]_v1_[0-9a-f]{64}\b/ },
  { name: 'a Shopify token', match: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/ },
  { name: 'a Vault token', match: /\bhv[sbr]\.[\w-]{24,}/ },
  { name: 'a Docker token', match: /\bdckr_pat_[\w-]{20,}/ },
  { name: 'an age key', match: /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/ },
];

/** Where only a part of what matches is the secret: the group before it stays. */
const placed: Pattern[] = [
  { name: 'a password', match: /(\b[a-z][\w+.-]{0,20}:\/\/[^\s/:@"'\\]{0,80}:)[^\s/@"'\\]{3,200}(?=@)/i },
  {
    name: 'an Authorization',
    match: /(\bAuthorization["'\\]{0,8}\s*[:=]\s*["'\\]{0,8}(?:Bearer|Basic|Token)\s+)[\w.~+/=-]{12,}/i,
  },
  { name: 'a bearer token', match: /(\bBearer\s+)(?=[\w.~+/=-]*\d)[\w.~+/=-]{20,}/ },
  { name: 'an Azure key', match: /(\bAccountKey=)[A-Za-z0-9+/]{40,}={0,2}/ },
  { name: 'a password', match: /(\bmachine\s+\S{1,80}\s+login\s+\S{1,80}\s+password\s+)[^\s"'\\]{6,}/ },
  {
    name: 'a secret',
    match:
      /((?:api|access|account|auth|client|encryption|private|secret|signing)[_-]?(?:key|token|secret)(?:[_-]?id)?|secret|token|passwd|password|passphrase|pwd)(["'\\]{0,8}\s{0,3}(?::|=>?)\s{0,3}\\{0,7}["'])(?=[^"'\\\s]{0,200}\d)(?=[^"'\\\s]{0,200}[A-Za-z])[^"'\\\s[\]]{12,}/i,
  },
  {
    name: 'a secret',
    match:
      /((?:api|access|account|auth|client|encryption|private|secret|signing)[_-]?(?:key|token|secret)|secret|token|passwd|password|passphrase|pwd)(\s{0,3}[:=]\s{0,3})(?=(?:[A-Za-z_+/=-]{0,100}\d){3})(?=[\w+/=-]{0,100}[A-Za-z])[\w+/=-]{16,}/i,
  },
];

const wholeKey =
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s:,.()>|-]|\\+[nrt])*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|(?![A-Za-z0-9+/=\s:,.()>|-]|\\+[nrt])|$)/g;

const whole = [...tokens, ...others].map(({ name, match }) => [everywhere(match), markOf(name)] as const);
const parts = placed.map(({ name, match }) => [everywhere(match), markOf(name)] as const);

/**
 * The text with a mark in place of each secret. Lines stay where they are, JSON stays JSON, and redacting twice is
 * redacting once.
 */
export function redact(text: string): string {
  let told = text.includes('PRIVATE KEY') ? text.replace(wholeKey, keyMark) : text;
  for (const [match, mark] of whole) told = told.replace(match, mark);
  for (const [match, mark] of parts) {
    told = told.replace(match, (_all: string, before: string, between: unknown) =>
      typeof between === 'string' ? `${before}${between}${mark}` : `${before}${mark}`,
    );
  }
  return told;
}

export type Redact = (text: string) => string;

const secretName =
  /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PASSPHRASE|CREDENTIALS?|PAT|APIKEY)(?:_|$)|KEY$|TOKEN$/i;

/**
 * Redacts what looks like a secret, and whatever is the value of a variable that is named like one or that is `given`
 * away: of those all but the shortest.
 */
export function redactor(env: Record<string, string | undefined>, given: readonly string[] = []): Redact {
  const values = Object.entries(env).flatMap(([name, value = '']) => {
    const plain = value.trim();
    if (given.includes(name) && plain.length >= 8) return [plain, JSON.stringify(plain).slice(1, -1)];
    return secretName.test(name) && isTelling(plain) ? [plain] : [];
  });
  if (values.length === 0) return redact;
  const longestFirst = [...new Set(values)].sort((a, b) => b.length - a.length);
  const quoted = longestFirst.map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const known = new RegExp(quoted, 'g');
  return (text) => redact(text.replace(known, markOf('a secret')));
}

/** Every text in a value, redacted; keys stay. A text does not grow: what holds it may have no room. */
export function redactDeep<T>(value: T, by: Redact): T {
  if (typeof value === 'string') {
    const told = by(value);
    return (told.length > value.length ? told.slice(0, value.length) : told) as T;
  }
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, by)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactDeep(each, by)])) as T;
}

/** A plain word as a password would take that word out of every text. */
function isTelling(plain: string): boolean {
  if (/\s/.test(plain) || plain.startsWith('/')) return false;
  return plain.length >= 20 || (plain.length >= 12 && /\d/.test(plain) && /[A-Za-z]/.test(plain));
}

const keyMark = (block: string): string => `${markOf('a private key')}${'\n'.repeat(block.split('\n').length - 1)}`;

function markOf(name: string): string {
  return `[redacted:${name.replace(/^an? /, '')}]`;
}

/** Also where a line begins inside JSON: there a letter stands before it, that of the escape. */
function everywhere(match: RegExp): RegExp {
  const source = match.source.replace(/^(\(?)\\b/, '$1(?:(?<!\\w)|(?<=\\\\[nrt]))');
  return new RegExp(source, `${match.flags.replace('g', '')}g`);
}
