import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectLoop, type Trace } from '../../../src/core/task/loop-detector.ts';
import { changeFingerprint } from '../../../src/languages/structure/fingerprint/fingerprint.ts';
import { togetherParsers } from '../../support/parsers.ts';
import { tempDir } from '../../support/temp.ts';

export interface Template {
  /** The file before any attempt, and after the first one. */
  base: string;
  now: string;
  /** Names that may be called otherwise, one word each. */
  locals: string[];
  /** Other ways to write `now`, by hand. */
  also?: string[];
}
/** What a second attempt makes of the first one's text; the text itself where there is nothing to do. */
export type Rewrite = (text: string, template: Template) => string;

interface Pair {
  base: string;
  one: string;
  two: string;
  same: boolean;
  how: string;
}

/** Every template with every rewrite that fits it, alone, in twos and, where it changes something, in a rewritten text. */
export function pairsOf(
  templates: Template[],
  equivalent: Record<string, Rewrite>,
  changed: Record<string, Rewrite>,
): Pair[] {
  const found = new Map<string, Pair>();
  const add = ({ base, now }: Template, two: string, same: boolean, how: string) => {
    if (two !== now && two !== base) found.set(`${now}\0${two}`, { base, one: now, two, same, how });
  };
  const [rewrites, edits] = [Object.entries(equivalent), Object.entries(changed)];
  for (const [at, template] of templates.entries()) {
    const { now } = template;
    for (const [index, text] of (template.also ?? []).entries()) add(template, text, true, `by hand ${index}`);
    for (const [index, [name, rewrite]] of rewrites.entries()) {
      add(template, rewrite(now, template), true, name);
      const [other, then] = rewrites[(index + at + 1) % rewrites.length] ?? [name, rewrite];
      add(template, then(rewrite(now, template), template), true, `${name}, ${other}`);
    }
    for (const [index, [name, edit]] of edits.entries()) {
      const edited = edit(now, template);
      if (edited === now) continue;
      add(template, edited, false, name);
      for (const by of [0, 7]) {
        const rewrite = rewrites[(index + at + by) % rewrites.length];
        if (rewrite) add(template, rewrite[1](edited, template), false, `${name}, ${rewrite[0]}`);
      }
    }
  }
  return [...found.values()];
}

/** How well two attempts are told to be the same, through git's own diffs. */
export async function judge(pairs: Pair[], extension: string) {
  const one = await fingerprints(
    pairs.map(({ base, one }) => [base, one]),
    extension,
  );
  const two = await fingerprints(
    pairs.map(({ base, two }) => [base, two]),
    extension,
  );
  const told = pairs.map((pair, at) => ({ ...pair, told: isSame(one[at] ?? '', two[at] ?? '') }));
  const hits = told.filter((pair) => pair.told && pair.same).length;
  return {
    equivalent: told.filter((pair) => pair.same).length,
    different: told.filter((pair) => !pair.same).length,
    precision: hits / told.filter((pair) => pair.told).length,
    recall: hits / told.filter((pair) => pair.same).length,
    wrong: told.filter((pair) => pair.told !== pair.same),
  };
}

export function isSame(one: string, two: string): boolean {
  const trace = (attempt: number, fingerprint: string): Trace => ({
    attempt,
    tier: 'cheap',
    tree: `tree-${attempt}`,
    unchanged: false,
    signature: 'F',
    fingerprint,
    failing: 1,
    broken: 0,
  });
  return detectLoop([trace(1, one), trace(2, two)], 3)?.kind === 'same_intent';
}

/** Of many changes, with one git. */
export async function fingerprints(changes: [string, string][], extension: string): Promise<string[]> {
  const dir = tempDir();
  for (const side of [0, 1] as const) {
    mkdirSync(join(dir, 'ab'[side] ?? ''));
    for (const [at, texts] of changes.entries())
      writeFileSync(join(dir, 'ab'[side] ?? '', `${1000 + at}.${extension}`), texts[side]);
  }
  const patches = diff(dir).split(/^(?=diff --git )/m);
  const parsers = togetherParsers();
  const made = changes.map(([, now], at) => {
    const name = `${1000 + at}.${extension}`;
    const patch = patches.find((text) => text.slice(0, 80).includes(`a/${name} `)) ?? '';
    const file = `file.${extension}`;
    return changeFingerprint(patch.replaceAll(name, file), new Map([[file, now]]), parsers);
  });
  return Promise.all(made);
}

function diff(dir: string): string {
  try {
    return execFileSync('git', ['-C', dir, 'diff', '--no-index', '--no-prefix', 'a', 'b'], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout: string }).stdout); // git exits with 1 where the folders differ.
  }
}
