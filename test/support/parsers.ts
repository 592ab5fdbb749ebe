import { astGrep } from '../../src/adapters/parsers/parsers.ts';
import type { Grammar, Parsers, SyntaxNode } from '../../src/schema/code/tree.ts';

/** One process for all the questions that are asked at once, where a test asks hundreds. */
export function togetherParsers(parsers: Parsers = astGrep()): Parsers {
  const waiting = new Map<string, { text: string; answer: (tree: SyntaxNode | null) => void }[]>();
  return {
    ...parsers,
    trees: (grammar, texts) => Promise.all(texts.map((text) => tree(grammar, text))),
  };

  function tree(grammar: Grammar, text: string): Promise<SyntaxNode | null> {
    return new Promise((answer) => {
      const others = waiting.get(grammar.name);
      if (others) return others.push({ text, answer });
      waiting.set(grammar.name, [{ text, answer }]);
      return setTimeout(() => void ask(grammar), 20);
    });
  }

  async function ask(grammar: Grammar): Promise<void> {
    const asked = waiting.get(grammar.name) ?? [];
    waiting.delete(grammar.name);
    const trees = await parsers.trees(
      grammar,
      asked.map(({ text }) => text),
    );
    for (const [at, { answer }] of asked.entries()) answer(trees[at] ?? null);
  }
}
