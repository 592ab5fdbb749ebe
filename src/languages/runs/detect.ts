import type { TestsPolicy } from '../../schema/settings/policy.ts';
import { command } from '../generic/command.ts';
import { isReported, junit } from '../generic/junit.ts';
import { certainties, type Suggestion } from '../language.ts';
import { languages } from '../registry.ts';
import type { Files, Part, Runner } from '../runner.ts';
import { type Invocation, plain, readWords } from './script.ts';
import { filesBelow, several } from './several.ts';

/**
 * The runner of a tree's tests: what the user configured, else what the project's own files say, the most certain
 * first; null when nothing is known. Ask again for a tree with other files: a runner knows its tree's tests.
 */
export async function detectRunner(files: Files, tests: TestsPolicy): Promise<Runner | null> {
  if (tests.command.length > 0) {
    const stated = plain(...tests.command);
    if (isReported(tests.command)) return { ...junit(tests.command), call: stated };
    const call = await followed(readWords(tests.command), files);
    return (call && (await startedBy(call, files))) ?? { ...command(tests.command), call: stated };
  }
  for (const certainty of certainties) {
    for (const { runners } of languages()) {
      const suggestion = await runners?.suggest(files, certainty);
      if (!suggestion) continue;
      const parts = [...(await partsIn(suggestion, files)), ...(await packagesIn(suggestion, files, tests))];
      const { started, unrun } = parts.length > 0 ? await behind(suggestion, files) : { started: [], unrun: [] };
      if (parts.length > 0) return { ...several([...parts, ...started]), ...(unrun.length > 0 && { unrun }) };
      const { otherwise } = suggestion;
      return otherwise ? { ...command(otherwise), call: plain(...otherwise) } : null;
    }
  }
  return null;
}

async function partsIn({ call, also = [] }: Suggestion, files: Files): Promise<Part[]> {
  const runners = await Promise.all([call, ...also].map((one) => one && startedBy(one, files)));
  return runners.flatMap((runner) => (runner ? { dir: '', runner } : []));
}

/** What a test command runs behind its tests: runners of any language, and what nobody knows. */
async function behind({ after = [] }: Suggestion, files: Files): Promise<{ started: Part[]; unrun: string[] }> {
  const runners = await Promise.all(after.map((call) => startedBy(call, files)));
  return {
    started: runners.flatMap((runner) => (runner ? { dir: '', runner } : [])),
    unrun: after.filter((_, at) => !runners[at]).map(({ words }) => words.join(' ')),
  };
}

/** The packages of a workspace that have tests. */
async function packagesIn({ packages = [] }: Suggestion, files: Files, tests: TestsPolicy): Promise<Part[]> {
  const parts = await Promise.all(
    packages.map(async (dir): Promise<Part[]> => {
      const below = filesBelow(files, dir);
      const runner = await detectRunner(below, tests);
      return runner && below.paths.some(runner.isTest) ? [{ dir, runner }] : [];
    }),
  );
  return parts.flat();
}

async function followed(call: Invocation, files: Files): Promise<Invocation | null> {
  for (const { runners } of languages()) {
    const inner = runners?.follow ? await runners.follow(call, files) : call;
    if (inner !== call) return inner;
  }
  return call;
}

/** Words that only start another program, whatever it is written in. */
const starters = /^(?:exec|x|run|env|--?[\w-]+(?:=.*)?|\w+=.*)$/;

async function startedBy(call: Invocation, files: Files): Promise<Runner | null> {
  for (const [at, word] of call.words.entries()) {
    const args = call.words.slice(at + 1);
    const program = word.slice(word.lastIndexOf('/') + 1);
    for (const { runners } of languages()) {
      const runner = await runners?.started({ word, program, args }, call, files);
      if (runner !== undefined) return runner && { ...runner, call };
    }
    const starts = languages().some(({ runners }) => runners?.starters?.test(program));
    if (!starts && !starters.test(program)) return null;
  }
  return null;
}
