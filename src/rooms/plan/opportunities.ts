import { addedLines } from '../../code/patch/added-lines.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { type Opportunity, slowTests, untestedLines } from '../../core/task/opportunity.ts';
import { lastAttempt } from '../../core/task/task-state.ts';
import { mostDecisions, tangledIn } from '../../languages/structure/opportunities/complexity.ts';
import { duplicatesIn, type Place } from '../../languages/structure/opportunities/duplication.ts';
import type { ChangedSource } from '../../languages/structure/opportunities/source.ts';
import { undocumentedIn } from '../../languages/structure/opportunities/undocumented.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import { changedTexts } from '../changed-texts.ts';

/** As many of a kind as are worth reading. */
const most = 3;

/** What code sees in the work of a run: what verdicts said of it, and what its files look like now. */
export async function opportunitiesIn(
  state: RunState,
  { clone, tip, isTest }: { clone: Clone; tip: string; isTest: (path: string) => boolean },
): Promise<Opportunity[]> {
  const verdicts = state.tasks.flatMap((task) => (task.commit ? (lastAttempt(task)?.judged?.verdict ?? []) : []));
  const { changes, patch } = await clone.diff(await clone.treeOf(state.base), tip);
  const added = new Map<string, Set<number>>();
  for (const { path, line } of addedLines(patch)) added.set(path, (added.get(path) ?? new Set()).add(line));
  const texts = await changedTexts(clone, tip, changes);
  const sources = [...texts].flatMap(([path, text]): ChangedSource[] =>
    isTest(path) ? [] : [{ path, text, added: added.get(path) ?? new Set() }],
  );
  return [
    ...verdicts.flatMap(untestedLines).slice(0, most),
    ...verdicts.flatMap(slowTests).slice(0, most),
    ...repeated(sources),
    ...tangled(sources),
    ...silent(sources),
  ];
}

const repeated = (sources: ChangedSource[]): Opportunity[] =>
  duplicatesIn(sources)
    .slice(0, most)
    .map(({ tokens, places: [copy, original] }) => ({
      by: 'code',
      category: 'code_quality',
      title: `Remove the duplicate code in ${at(copy)} and ${at(original)}`,
      impact: tokens >= 120 ? 'medium' : 'low',
      effort_hours: 1,
      acceptance: [`the code that ${at(copy)} and ${at(original)} share is in one place, and both use it`],
    }));

const tangled = (sources: ChangedSource[]): Opportunity[] =>
  sources
    .flatMap(tangledIn)
    .slice(0, most)
    .map(({ path, line, name, decisions }) => ({
      by: 'code',
      category: 'code_quality',
      title: `Split ${name} in ${path}, which has ${decisions} branches`,
      impact: decisions >= 2 * mostDecisions ? 'medium' : 'low',
      effort_hours: 2,
      acceptance: [`${name} (${path}:${line}) and its parts have at most ${mostDecisions} branches each`],
    }));

function silent(sources: ChangedSource[]): Opportunity[] {
  const undocumented = undocumentedIn(sources);
  return [...new Set(undocumented.map(({ path }) => path))].slice(0, most).map((path) => {
    const names = undocumented.filter((one) => one.path === path).map(({ name }) => name);
    return {
      by: 'code',
      category: 'documentation',
      title: `Document ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''} in ${path}`,
      impact: 'low',
      effort_hours: 0.25 * names.length,
      acceptance: [`a comment at each of ${names.slice(0, 12).join(', ')} says what it is for`],
    };
  });
}

const at = ({ path, from, to }: Place): string => `${path}:${from}-${to}`;
