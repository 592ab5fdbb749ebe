import type { Survey } from '../languages/repair/warm.ts';
import type { TestCase, TestRun } from '../schema/judge/test-run.ts';
import type { Suspect } from '../schema/run/suspect.ts';
import { applied, type Candidate } from './candidate.ts';
import { behavioursOf, sure } from './choose.ts';
import {
  type AppliedEdit,
  doubtOf,
  failureOf,
  improving,
  keptOf,
  located,
  type Note,
  summaryOf,
  suspectsOf,
} from './notes.ts';
import type { Figures, SearchParts } from './parts.ts';
import { type Coverage, localise } from './places/localise.ts';
import { suspiciousIn } from './places/suspicious.ts';
import { propose } from './propose.ts';
import { costOf, type Fix, failingIn, isWhole, ranked, trialOf } from './rank.ts';
import { validator } from './trials/validate.ts';

/** Lines that are told. */
const mostSuspects = 8;
/** Edits that are compared on other inputs, and for how long at most. */
const mostCompared = 40;
const comparing_ms = 15_000;

export interface Repaired {
  done: boolean;
  summary: string;
  figures?: Figures;
  /** The most suspicious first. */
  suspects?: Suspect[];
}

export const nothing = (why: string): Repaired => ({ done: false, summary: `repair skipped: ${why}` });

/** Localise, propose, validate, rank, for one fault after the other. `edited` is what it would leave. */
export function searchIn(parts: SearchParts) {
  const { workspace, bench, ground, tests, whole, tolerate, remaining, most, faults } = parts;
  const edited = new Map<string, string>();
  const appliedEdits: AppliedEdit[] = [];
  let [doubt, suspicious] = ['', [] as Suspect[]];
  const validate = validator(parts);

  async function* run(): AsyncGenerator<Note, Repaired> {
    let coverage = await look(whole);
    while (coverage && appliedEdits.length < faults) {
      const suspects = await localise(withoutTolerable(coverage.run), tests, coverage, ground);
      const candidates = propose(suspects);
      const { sources } = suspects;
      const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? '';
      const files = sources.map(({ path }) => path);
      if (appliedEdits.length === 0) yield located(coverage.run, tests, files, candidates.length);
      suspicious = suspiciousIn(suspects, candidates, coverage.survey).slice(0, mostSuspects);
      const best = await bestOf(candidates.slice(0, most - validate.figures.candidates), coverage, textOf);
      if (!best) break;
      await write(best.candidate, textOf);
      keep(best.candidate, textOf);
      yield improving(best, textOf);
      if (isWhole(best.trial))
        return repaired(true, summaryOf(appliedEdits, failingIn(whole, tolerate), validate.figures));
      coverage = await look(null);
    }
    if (!coverage) return nothing('the failing tests produce no report');
    const failure = failureOf(validate.figures, doubt !== '' ? 'doubt' : remaining() <= 1 ? 'time' : 'none');
    return repaired(
      false,
      [failure, doubt.replace(/\.$/, ''), suspectsOf(suspicious)].filter((part) => part !== '').join('. '),
    );
  }

  /** What may fail says nothing about where the fault is. */
  const withoutTolerable = (run: TestRun): TestRun => {
    const due = new Set(failingIn(run, tolerate));
    return { ...run, cases: run.cases.filter((one) => one.status === 'passed' || due.has(one)) };
  };

  const repaired = (done: boolean, summary: string): Repaired => ({
    ...{ done, summary, figures: validate.figures },
    ...(suspicious.length > 0 && { suspects: suspicious }),
  });

  /**
   * An edit that is sure enough and that the whole suite accepts, or else one that gets closer. What the suite refuses
   * was no repair: the search goes on behind it.
   */
  async function bestOf(
    candidates: Candidate[],
    { run, survey }: Coverage & { run: TestRun },
    textOf: (path: string) => string,
  ): Promise<Fix | null> {
    for (let queue = candidates; queue.length > 0 && remaining() > 1; ) {
      const { fixes, untried } = await validate.all(queue, run, survey);
      const wholes = ranked(fixes.filter(isWholeFound), textOf).slice(0, mostCompared);
      if (wholes.length === 0) return ranked(fixes, textOf)[0] ?? null;
      const behavioursAmong = await compared(wholes, survey, textOf);
      for (let left = wholes; left.length > 0; ) {
        const behaviours = behavioursAmong(left);
        const { members = [], share = 0 } = behaviours[0] ?? {};
        if (share < sure) {
          doubt = doubtOf(behaviours, appliedEdits, textOf);
          return null;
        }
        for (const one of members.slice(0, 3)) {
          await write(one.candidate, textOf);
          if (await holds()) return one;
          await workspace.write(one.candidate.path, textOf(one.candidate.path));
        }
        left = left.filter((one) => !members.includes(one));
      }
      queue = untried;
    }
    return null;
  }

  /** What edits that pass do with other inputs, where a worker can tell: asked once, for all of them or some. */
  async function compared(wholes: Fix[], survey: Survey | null, textOf: (path: string) => string) {
    const time = { each_ms: 300, all_ms: Math.min(remaining(), comparing_ms) };
    const all = wholes.map(({ candidate }) => candidate);
    const probes = survey && (await bench.probe(all, tests, { ...time, base: survey }));
    return (left: Fix[]) => {
      const outcomes = left.map((one) => probes?.candidates[wholes.indexOf(one)] ?? null);
      return behavioursOf(left, probes && { ...probes, candidates: outcomes }, (one) => costOf(one, textOf));
    };
  }

  /** The failing tests on the tree as it is; what is known of them already need not be asked again. */
  async function look(lastRun: TestRun | null): Promise<(Coverage & { run: TestRun }) | null> {
    // Some runners do not say which file a test is in.
    const isOwn = ({ file }: TestCase) => file === '' || tests.includes(file);
    const own = lastRun && { ...lastRun, cases: lastRun.cases.filter(isOwn) };
    const passing = (own?.cases ?? []).filter(({ status }) => status === 'passed');
    const each_ms = Math.min(5000, 300 + 2 * Math.max(0, ...passing.map(({ duration_ms }) => duration_ms)));
    const survey = await bench.survey(tests, { each_ms, all_ms: remaining() });
    const seen = own && believed(survey, own);
    if (own && seen) return { run: own, hits: new Map(), survey: seen };
    const { run: measured, hits } = await bench.measure(tests, remaining());
    return measured && { run: measured, hits, survey: believed(survey, measured) };
  }

  /**
   * What a worker sees, if that is what the tests' own runner does: only then is it asked. A test that waits instead of
   * working is ended before it can say where it was. What may fail is left out.
   */
  function believed(survey: Survey | null, { cases, errors }: TestRun): Survey | null {
    if (!survey || (!showsFailure(survey) && !survey.endless)) return null;
    const failed = cases.filter(({ status }) => status === 'failed' || status === 'error');
    const due = failingIn({ cases } as TestRun, tolerate);
    const own = due.length < failed.length ? withoutTolerated(survey, failed, due) : survey;
    if (!own) return null;
    const count = (kind: string) => own.tests.filter((status) => status === kind).length;
    const passed = cases.filter(({ status }) => status === 'passed').length;
    // What ends a process takes the tests behind it along, in the runner only.
    const agrees = own.coarse
      ? count('failed') > 0 && (errors.length > 0 || count('failed') <= due.length)
      : errors.length === 0 && count('failed') === due.length && count('passed') === passed;
    return agrees ? own : null;
  }

  /** Whether the whole suite is better for what is written now, where there is time to ask. */
  async function holds(): Promise<boolean> {
    if (remaining() <= whole.duration_ms) return true; // The judge asks in any case.
    const now = await bench.run(null, remaining());
    return now !== null && isWhole(trialOf(now, whole, tolerate));
  }

  async function write({ path, edits }: Candidate, textOf: (path: string) => string): Promise<void> {
    await workspace.write(path, applied(textOf(path), edits));
  }

  function keep(candidate: Candidate, textOf: (path: string) => string): void {
    appliedEdits.push(keptOf(candidate, textOf(candidate.path)));
    edited.set(candidate.path, applied(textOf(candidate.path), candidate.edits));
  }

  return { run, edited };
}

const showsFailure = ({ lines }: Survey): boolean =>
  Object.values(lines).some((file) => Object.values(file).some(([failing]) => failing > 0));

/** Without the tests that may fail, told by their names; null where a worker knows none. */
function withoutTolerated(survey: Survey, failed: readonly TestCase[], due: readonly TestCase[]): Survey | null {
  const { names } = survey;
  if (!names) return null;
  const isOf = (cases: readonly TestCase[], name: string) => cases.some((one) => one.names.includes(name));
  const tests = survey.tests.map((status, at) => {
    const name = names[at];
    return status === 'failed' && name !== undefined && isOf(failed, name) && !isOf(due, name) ? 'skipped' : status;
  });
  return { ...survey, tests };
}

const isWholeFound = ({ trial }: Fix): boolean => isWhole(trial);
