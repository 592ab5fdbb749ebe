import type { TestsPolicy } from '../../schema/settings/policy.ts';
import { languageOfRunner } from '../registry.ts';
import type { OneTest, Part, Runner } from '../runner.ts';

/** How somebody runs in a shell what the judge runs. */
export interface ByHand {
  /** Every command, in this order, the build first; empty: nobody can tell. */
  all: string[];
  /** For one test file and for one test, each once. */
  one: OneTest[];
}

const mostParts = 4;

export function byHand(runner: Runner, { build }: Pick<TestsPolicy, 'build'>): ByHand {
  const parts: readonly Part[] = runner.parts ?? [{ dir: '', runner }];
  const commands = parts.map(commandOf).filter((command) => command !== null);
  const ids = [...new Set(parts.map((part) => part.runner.id))];
  return {
    all: [...(build.length > 0 ? [shellLine(build)] : []), ...new Set(commands.slice(0, mostParts))],
    one: ids.slice(0, mostParts).flatMap((id) => languageOfRunner(id)?.runners?.one?.[id] ?? []),
  };
}

function commandOf({ dir, runner }: Part): string | null {
  if (!runner.call) return null;
  const { env, before, words } = runner.call;
  const settings = Object.entries(env).map(([key, value]) => `${key}=${quoted(value)}`);
  const command = [...settings, shellLine(words)].join(' ');
  return [dir === '' ? null : `cd ${quoted(dir)}`, before, command].filter((part) => part !== null).join(' && ');
}

const shellLine = (words: readonly string[]): string => words.map(quoted).join(' ');

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
