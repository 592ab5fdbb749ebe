export interface Pattern {
  name: string;
  match: RegExp;
}

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
  {
    name: 'a shell in a subprocess',
    match: /\bshell\s*=\s*True\b|\bos\.system\s*\((?!\s*"[^"]*"\s*\)|\s*'[^']*'\s*\))/,
  },
  { name: 'unpickling', match: /\bpickle\.loads?\s*\(/ },
  { name: 'an unsafe YAML load', match: /\byaml\.load\s*\((?![^)]*SafeLoader)/ },
  {
    name: 'certificate checks switched off',
    match: /rejectUnauthorized\s*:\s*false|verify\s*=\s*False|NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s*[=:]\s*["']?0/,
  },
];
