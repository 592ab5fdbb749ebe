import { readWords } from '../../runs/script.ts';

/** Programs that only start another one, whose tests they do not change. */
const wrapper =
  /^(?:nyc|c8|cross-env(?:-shell)?|env-cmd|dotenv|dotenvx|dotenv-cli|xvfb-run|npx|pnpx|bunx|exec|env|time|timeout|nice|istanbul|retry|wtfnode|nodemon|concurrently|start-server-and-test|stdbuf|unbuffer)$/;
/** Programs that a wrapper may start: all else after it are its own options. */
const runnable =
  /^(?:vitest(?:\.mjs)?|jest(?:\.js)?|_?mocha(?:\.js)?|tape|tap|ava|uvu|jasmine(?:\.js)?|borp|bun|node|tsx|ts-node|npm|yarn|pnpm|make|karma|run-s|run-p|npm-run-all2?|turbo|lerna|nx|sh|bash|tsc)$/;

export const programOf = (word: string | undefined): string => (word ?? '').slice((word ?? '').lastIndexOf('/') + 1);

/** A command without what only starts it, and the environment that it sets. */
export function unwrapped(words: string[]): { env: Record<string, string>; words: string[] } {
  let { env, words: rest } = readWords(words);
  while (rest.length > 1 && wrapper.test(programOf(rest[0]))) {
    const after = rest.slice(1);
    const start = after.findIndex((word) => runnable.test(programOf(word)) || wrapper.test(programOf(word)));
    const plain = after.findIndex((word) => !/^(?:-|\d+[smh]?$|\w+=)/.test(word));
    const from = start === -1 ? plain : start;
    if (from === -1) break;
    const assigned = readWords(after.slice(0, from).filter((word) => /^\w+=/.test(word)));
    const inner = readWords(after.slice(from));
    env = { ...env, ...assigned.env, ...inner.env };
    rest = inner.words;
  }
  return { env, words: rest };
}
