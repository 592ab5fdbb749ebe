/** A command line, as far as it can be understood without a shell. */
export interface Invocation {
  env: Record<string, string>;
  /** What runs first, in a shell: the build before the tests. */
  before: string | null;
  words: string[];
}

/** A command without more. */
export function plain(...words: string[]): Invocation {
  return { env: {}, before: null, words };
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

/** Runs `before` in a shell, then becomes `argv`. */
export function prefixed(before: string | null, argv: string[]): string[] {
  if (before === null) return argv;
  return ['sh', '-c', `${before} && exec "$@"`, 'sh', ...argv];
}

function assignment(word: string | undefined): { name: string; value: string } | null {
  const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(word ?? '');
  return match ? { name: match[1] ?? '', value: match[2] ?? '' } : null;
}
