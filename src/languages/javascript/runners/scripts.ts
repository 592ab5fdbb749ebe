import { type Invocation, readWords } from '../../runs/script.ts';

/** Segments that check the code but do not make what tests need. */
const checksOnly =
  /\b(?:eslint|biome|oxlint|oxfmt|prettier|standard|xo|tsc\s+(?:.*\s)?--noEmit|lint|format|type-?check|knip|tsd|attw|publint)\b|\bcheck[:-](?:types?|lint|format|style|exports)\b/;

/** A package's programs are found by what its scripts run first. */
export function withPrograms(call: Invocation | null): Invocation | null {
  if (call === null || call.before === null) return call;
  return { ...call, before: `PATH="$PWD/node_modules/.bin:$PATH"; ${call.before}` };
}

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
