export interface Pattern {
  name: string;
  match: RegExp;
}

/** Secrets that are known by how they look. */
export const tokens: Pattern[] = [
  { name: 'a private key', match: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
  { name: 'an AWS access key', match: /\bAKIA[0-9A-Z]{16}\b/ },
  { name: 'a GitHub token', match: /\bgh[pousr]_[A-Za-z0-9]{36,}\b/ },
  { name: 'a GitLab token', match: /\bglpat-[\w-]{20,}\b/ },
  { name: 'an API key', match: /\bsk-(?:ant-|proj-)?[\w-]{24,}\b/ },
  { name: 'a Slack token', match: /\bxox[abprs]-[\w-]{10,}\b/ },
  { name: 'a Google API key', match: /\bAIza[\w-]{35}\b/ },
  { name: 'a Stripe key', match: /\b[rs]k_live_[A-Za-z0-9]{20,}\b/ },
  { name: 'a JSON web token', match: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}\b/ },
];

export const secrets: Pattern[] = [
  ...tokens,
  {
    name: 'a hard-coded password',
    match: /\b(?:password|passwd|secret|api_?key)\b["']?\s*[:=]\s*["'][^"'\s]{8,}["']/i,
  },
];

export const dangers: Pattern[] = [
  { name: 'eval of a value', match: /(?<![\w.])eval\s*\(\s*(?![\s"'`)])/ },
  { name: 'a function made from text', match: /\bnew Function\s*\(/ },
  { name: 'HTML set from a value', match: /\.(?:inner|outer)HTML\s*\+?=\s*(?![\s=]|["'`][^"'`$]*["'`])/ },
  {
    name: 'SQL put together from text',
    match:
      /"\s*(?:SELECT\b.*\bFROM\b|INSERT\s+INTO\b|UPDATE\b.*\bSET\b|DELETE\s+FROM\b)[^"]*"\s*(?:\+(?!\+)|%\s*[\w(]|\.\s*format\s*\()/i,
  },
  {
    name: 'SQL put together from text',
    match:
      /'\s*(?:SELECT\b.*\bFROM\b|INSERT\s+INTO\b|UPDATE\b.*\bSET\b|DELETE\s+FROM\b)[^']*'\s*(?:\+(?!\+)|%\s*[\w(]|\.\s*format\s*\()/i,
  },
  {
    name: 'SQL put together from text',
    match:
      /`\s*(?:SELECT\b.*\bFROM\b|INSERT\s+INTO\b|UPDATE\b.*\bSET\b|DELETE\s+FROM\b)[^`]*\$\{|\bf["']+\s*(?:SELECT\b.*\bFROM\b|INSERT\s+INTO\b|UPDATE\b.*\bSET\b|DELETE\s+FROM\b).*\{\w/i,
  },
  {
    name: 'a shell command put together from text',
    match: /\bexec(?:Sync)?\s*\(\s*(?:`[^`]*\$\{|["'][^"']*["']\s*\+)/,
  },
  { name: 'a shell in a subprocess', match: /\bshell\s*=\s*True\b|\bos\.system\s*\(/ },
  { name: 'unpickling', match: /\bpickle\.loads?\s*\(/ },
  { name: 'an unsafe YAML load', match: /\byaml\.load\s*\((?![^)]*SafeLoader)/ },
  {
    name: 'certificate checks switched off',
    match: /rejectUnauthorized\s*:\s*false|verify\s*=\s*False|NODE_TLS_REJECT_UNAUTHORIZED/,
  },
];
