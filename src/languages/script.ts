/** A command line, as far as it can be understood without a shell. */
export interface Invocation {
  env: Record<string, string>;
  /** What the script runs first: `npm run build` in `npm run build && node --test`. */
  before: string | null;
  words: string[];
}

/** Segments that check the code but do not make what tests need. */
const checksOnly =
  /\b(?:eslint|biome|oxlint|oxfmt|prettier|standard|xo|tsc\s+(?:.*\s)?--noEmit|lint|format|type-?check|knip|tsd|attw|publint)\b|\bcheck[:-](?:types?|lint|format|style|exports)\b/;

/**
 * Reads a package's script: the last command that is no mere check, with what runs before it. Follows `npm run other`
 * through `scripts`. Null for scripts that need a shell to be understood.
 */
export function readScript(script: string, scripts: Record<string, unknown>, depth = 0): Invocation | null {
  const segments = splitWords(script);
  const chosen = segments?.findLastIndex((segment) => !checksOnly.test(segment.source)) ?? -1;
  const last = segments?.at(chosen);
  if (!segments || !last || depth > 4) return null;
  const before = segments.slice(0, chosen).filter((segment) => !checksOnly.test(segment.source));
  const invocation = readWords(last.words);
  const followed = followScript(invocation, scripts, depth);
  if (followed === null) return null;
  const first = [...before.map((segment) => byNpm(segment, scripts)), followed.before].filter(Boolean).join(' && ');
  return { ...followed, before: first === '' ? null : first };
}

/** `pnpm build`, `yarn run build`: npm is wherever node is, the others need not be. */
function byNpm({ source, words }: { source: string; words: string[] }, scripts: Record<string, unknown>): string {
  const [manager, ...rest] = words;
  const name = rest[0] === 'run' ? rest[1] : rest[0];
  if (!/^(?:yarn|pnpm)$/.test(manager ?? '') || typeof scripts[name ?? ''] !== 'string') return source;
  return source.replace(/^(?:yarn|pnpm)(?:\s+run)?/, 'npm run');
}

/** Assignments in front become environment. */
export function readWords(words: string[]): Invocation {
  const env: Record<string, string> = {};
  const rest = words[0] === 'env' || words[0] === 'cross-env' ? words.slice(1) : [...words];
  for (let match = assignment(rest[0]); match; match = assignment(rest[0])) {
    env[match.name] = match.value;
    rest.shift();
  }
  return { env, before: null, words: rest };
}

/** `npm test`, `yarn unit`, `pnpm run unit -- --x`: the script that is meant, or what was given. */
export function followScript(invocation: Invocation, scripts: Record<string, unknown>, depth = 0): Invocation | null {
  const [manager, ...rest] = invocation.words.filter((word) => word !== '--silent' && word !== '-s');
  if (!/^(?:npm|yarn|pnpm)$/.test(manager ?? '')) return invocation;
  const [name, ...args] =
    rest[0] === 'run' || rest[0] === 'run-script' ? rest.slice(1) : rest[0] === 't' ? ['test'] : rest;
  const script = name === undefined ? undefined : scripts[name];
  if (typeof script !== 'string') return invocation;
  const inner = readScript(script, scripts, depth + 1);
  if (!inner) return null;
  const extra = args[0] === '--' ? args.slice(1) : args;
  return { env: { ...invocation.env, ...inner.env }, before: inner.before, words: [...inner.words, ...extra] };
}

/** Flags, each with its value where it has one, apart from plain arguments. */
export function splitFlags(args: string[], valued: ReadonlySet<string>): { flags: string[][]; plain: string[] } {
  const flags: string[][] = [];
  const plain: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--') {
      plain.push(...args.slice(at + 1));
      break;
    }
    const next = args[at + 1];
    if (!word.startsWith('-')) plain.push(word);
    else if (valued.has(word) && next !== undefined) {
      flags.push([word, next]);
      at += 1;
    } else flags.push([word]);
  }
  return { flags, plain };
}

/** Runs `before` in a shell with the package's own programs, then becomes `argv`. */
export function prefixed(before: string | null, argv: string[]): string[] {
  if (before === null) return argv;
  return ['sh', '-c', `PATH="$PWD/node_modules/.bin:$PATH"; ${before} && exec "$@"`, 'sh', ...argv];
}

function assignment(word: string | undefined): { name: string; value: string } | null {
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(word ?? '');
  return match ? { name: match[1] ?? '', value: match[2] ?? '' } : null;
}

/** Words of each command between `&&`; null where anything but quotes would need a shell. */
function splitWords(script: string): { source: string; words: string[] }[] | null {
  const token = /\s+|&&|"((?:[^"\\$`]|\\["\\$`])*)"|'([^']*)'|[^\s"'`$|;&<>()\\]+|[\s\S]/gy;
  const segments: { source: string; words: string[] }[] = [];
  let current = { source: '', words: [] as string[] };
  let open = false;
  for (const match of script.trim().matchAll(token)) {
    const [raw, double, single] = match;
    if (raw === '&&') {
      segments.push({ ...current, source: current.source.trim() });
      current = { source: '', words: [] };
      open = false;
      continue;
    }
    current.source += raw;
    if (/^\s/.test(raw)) {
      if (raw.includes('\n')) return null;
      open = false;
      continue;
    }
    if (/^[`$|;&<>()\\"']$/.test(raw)) return null;
    const piece = single ?? double?.replace(/\\(.)/g, '$1') ?? raw;
    if (open) current.words.push(`${current.words.pop() ?? ''}${piece}`);
    else current.words.push(piece);
    open = true;
  }
  segments.push({ ...current, source: current.source.trim() });
  return segments.every((segment) => segment.words.length > 0) ? segments : null;
}
