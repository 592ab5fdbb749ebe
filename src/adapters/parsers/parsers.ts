import { createRequire } from 'node:module';
import type { Grammar, Parsers, SyntaxNode } from '../../schema/code/tree.ts';
import { type SpawnResult, spawn } from '../spawn.ts';
import { childScript } from './child.ts';

export interface ParserOptions {
  /** Where a package is, by its name; throws where it is not. */
  resolve?: (name: string) => string;
}

const require = createRequire(import.meta.url);
const library = '@ast-grep/napi';
const timeoutMs = 120_000;
const outputLimit = 256 * 1024 * 1024;
/** Texts that end their process are passed over; after so many, something else is wrong. */
const mostDeaths = 3;

/**
 * ast-grep in a short process for each question: a grammar that cannot be loaded ends the process it is loaded into,
 * and the trees take many times the memory of the text.
 */
export function astGrep({ resolve = (name) => require.resolve(name) }: ParserOptions = {}): Parsers {
  const broken = new Set<string>();
  return {
    trees: async (grammar, texts) =>
      (await answers(grammar, null, texts)).map((answer) => (answer === null ? null : (rebuilt(answer)[0] ?? null))),
    find: async (grammar, kinds, texts) =>
      (await answers(grammar, kinds, texts)).map((answer) => (answer === null ? null : rebuilt(answer))),
  };

  async function answers(grammar: Grammar, kinds: string[] | null, texts: string[]): Promise<(Answer | null)[]> {
    const results: (Answer | null)[] = [];
    for (let deaths = 0; results.length < texts.length && !broken.has(grammar.name); ) {
      const lines = await ask(grammar, kinds, texts.slice(results.length));
      results.push(...lines.map((line) => JSON.parse(line) as Answer));
      if (results.length === texts.length) break;
      // A child that cannot even start will not start for the next text.
      if (lines.length === 0 && !(await works(grammar))) broken.add(grammar.name);
      results.push(null);
      deaths += 1;
      if (deaths === mostDeaths) break;
    }
    return texts.map((_, at) => results[at] ?? null);
  }

  async function works(grammar: Grammar): Promise<boolean> {
    return (await ask(grammar, null, [''])).length === 1;
  }

  async function ask(grammar: Grammar, kinds: string[] | null, texts: string[]): Promise<string[]> {
    const paths = pathsOf(grammar);
    if (paths === null) return [];
    const argv = [process.execPath, '--expose-gc', '--input-type=commonjs', '-e', childScript];
    const stdin = JSON.stringify({ ...paths, grammar: grammar.name, kinds, texts });
    const result = await spawn(argv, { env: {}, stdin, timeout_ms: timeoutMs, output_limit: outputLimit });
    return linesOf(result);
  }

  function pathsOf(grammar: Grammar): { napi: string; library: string | null } | null {
    try {
      return { napi: resolve(library), library: grammar.package === null ? null : resolve(grammar.package) };
    } catch {
      return null; // Not installed: an optional platform package, or a package left out on purpose.
    }
  }
}

/** A last line without its end was not finished. */
const linesOf = ({ stdout }: SpawnResult): string[] => stdout.toString('utf8').split('\n').slice(0, -1);

interface Answer {
  words: string[];
  numbers: number[];
}

/** The trees of an answer; without recursion, since texts nest as deeply as they like. */
function rebuilt({ words, numbers }: Answer): SyntaxNode[] {
  const roots: SyntaxNode[] = [];
  const open: { node: SyntaxNode; remaining: number }[] = [];
  for (let at = 0; at < numbers.length; at += 5) {
    const [kind = 0, named = 0, start = 0, end = 0, count = 0] = numbers.slice(at, at + 5);
    const node: SyntaxNode = { kind: words[kind] ?? '', named: named === 1, start, end, kids: [] };
    const around = open.at(-1);
    if (around) {
      around.node.kids.push(node);
      around.remaining -= 1;
    } else roots.push(node);
    if (count > 0) open.push({ node, remaining: count });
    while (open.at(-1)?.remaining === 0) open.pop();
  }
  return roots;
}
