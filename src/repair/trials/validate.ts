import type { Survey } from '../../languages/repair/warm.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { Candidate } from '../candidate.ts';
import type { Figures, SearchParts } from '../parts.ts';
import { type Fix, isWhole, trialOf } from '../rank.ts';

/** Candidates for each start of the worker: the likely ones first. */
const warmBatches = [400, 1000];
/** How many more a worker tries behind the first that makes all pass. */
const more = 400;
/** A start of the test command each: so many are borne. */
const mostCold = 200;
const coldBatch = 8;
/** Cold batches that a candidate waits for a better one, when it repairs only some of what fails. */
const patience = 8;

/** Tries candidates out, in a warm worker where there is one. */
export function validator({ bench, tests, tolerate, remaining }: SearchParts) {
  const figures: Figures = { candidates: 0, seconds: 0, plausible: 0 };

  /** Those that make something pass and break nothing, until one makes all pass; and those that it did not get to. */
  async function all(
    candidates: Candidate[],
    before: TestRun,
    survey: Survey | null,
  ): Promise<{ fixes: Fix[]; untried: Candidate[] }> {
    const [begun, fixes] = [performance.now(), [] as Fix[]];
    const start = survey
      ? survey.tests.filter((status) => status === 'failed').length
      : trialOf(before, before, tolerate).failing;
    const add = (candidate: Candidate, trial: Fix['trial'] | null) => {
      if (trial && trial.failing < start && trial.broken === 0) fixes.push({ candidate, trial });
    };
    const left = survey ? await warm(candidates, before, survey, add) : candidates;
    const isFound = fixes.some(({ trial }) => isWhole(trial));
    const untried = isFound ? left : await cold(left.slice(0, mostCold), before, fixes, add);
    figures.seconds = Math.round(figures.seconds * 1000 + performance.now() - begun) / 1000;
    figures.plausible += fixes.filter(({ trial }) => isWhole(trial)).length;
    return { fixes, untried };
  }

  /** Gives back those that a worker did not get to or cannot try. */
  async function warm(
    candidates: Candidate[],
    before: TestRun,
    base: Survey,
    add: (candidate: Candidate, trial: Fix['trial'] | null) => void,
  ): Promise<Candidate[]> {
    const untried: Candidate[] = [];
    const each_ms = eachOf(before, 250);
    let [at, whole_found] = [0, false];
    for (let round = 0; at < candidates.length && remaining() > 1 && !whole_found; round += 1) {
      const batch = candidates.slice(at, at + (warmBatches[round] ?? Number.POSITIVE_INFINITY));
      const trials = await bench.tryWarm(batch, tests, { each_ms, all_ms: remaining(), base, more });
      for (const [index, candidate] of batch.entries()) {
        const trial = trials[index] ?? null;
        add(candidate, trial);
        if (trial) figures.candidates += 1;
        else untried.push(candidate);
        if (trial && isWhole(trial)) whole_found = true;
      }
      at += batch.length;
    }
    return [...untried, ...candidates.slice(at)];
  }

  async function cold(
    candidates: Candidate[],
    before: TestRun,
    fixes: Fix[],
    add: (candidate: Candidate, trial: Fix['trial'] | null) => void,
  ): Promise<Candidate[]> {
    const each_ms = Math.min(15_000, 2 * before.duration_ms + 1000);
    let [count, waited] = [0, 0];
    while (count < candidates.length && remaining() > 1 && waited < patience) {
      const batch = candidates.slice(count, count + coldBatch);
      const runs = await bench.tryOut(batch, tests, { each_ms, all_ms: remaining() });
      count += batch.length;
      figures.candidates += batch.length;
      for (const [at, candidate] of batch.entries()) {
        const run = runs[at];
        add(candidate, run ? trialOf(run, before, tolerate) : null);
      }
      if (fixes.some(({ trial }) => isWhole(trial))) break;
      if (fixes.length > 0) waited += 1;
    }
    return candidates.slice(count);
  }

  return { all, figures };
}

/** Processor time of a test that ends, with room. */
function eachOf({ cases }: TestRun, least: number): number {
  const passing = cases.filter(({ status }) => status === 'passed').map(({ duration_ms }) => duration_ms);
  return Math.min(5000, least + 3 * Math.max(0, ...passing));
}
