import type { Criterion } from '../../schema/judge/criterion.ts';
import { approvalScore, type Breakdown, leastQuality, type Review } from '../../schema/judge/review.ts';
import type { TaskKind } from '../../schema/run/task.ts';

/** What was found out about a change, each item by running or scanning something. */
export interface Evidence {
  kind: TaskKind;
  /** What the verdict has against it. A run has none here: it reviews only what passed. */
  refused: string[];
  fixed: number;
  proven: number;
  tests_added: number;
  /** Whether base had any test at all. */
  tested: boolean;
  /** Whether it changes what the product does, so that a test must show it. */
  needs_proof: boolean;
  /** Changed lines that no test executes, where there are more than may be. */
  uncovered: string[];
  /** Each names file, line and what was found. */
  secrets: string[];
  dangers: string[];
  smells: string[];
  /** What could not be looked at as it should have been. */
  unparsed: string[];
  docs_touched: boolean;
  comments_added: boolean;
  public_surface_added: boolean;
  /** Each criterion, with how it stands. */
  acceptance: Criterion[];
  /** Whether somebody counted which of the changed lines tests execute; false: nothing could, or it took too long. */
  measured: boolean;
  /** What users of the product lose without being told, and what they are told of. */
  breaks: string[];
  announced: string[];
  /** What a person opened for this change that is otherwise protected. */
  unlocked: string[];
  /** What the auditor and the reviewer found; none where nobody was asked. */
  opinions: Opinion[];
  /** The reviewer's judgement of the code, of 30 points. */
  quality: number | null;
  /** Whether a model looked, too. */
  by: NonNullable<Review['by']>;
}

/** What a model says of a change, weighed by where it says it. */
export interface Opinion {
  /** With file and line. */
  text: string;
  /** It must not be merged so. */
  blocks: boolean;
  /** It costs as much as a dangerous pattern. */
  danger: boolean;
  /** A small fault that was there before: a person may want to know of it, and nobody is asked to mend it. */
  aside?: true;
}

/** Points from evidence: 30 quality, 25 tests, 20 security, 15 documentation, 10 acceptance. */
export function scoreReview(evidence: Evidence, round: number, rounds: number): Review {
  const breakdown: Breakdown = {
    code_quality: Math.min(Math.max(0, 30 - 5 * evidence.smells.length), evidence.quality ?? 30),
    test_coverage: Math.max(0, testPoints(evidence) - (evidence.uncovered.length > 0 ? 5 : 0)),
    security: evidence.secrets.length > 0 ? 0 : Math.max(0, 20 - 10 * dangersIn(evidence)),
    documentation: documentationPoints(evidence),
    acceptance: acceptancePoints(evidence),
  };
  const reached = Object.values(breakdown).reduce((sum, points) => sum + points, 0);
  const most = 100 - (isUntold(evidence) ? 10 : 0);
  const score = Math.round((100 * reached) / most);
  const blocking = blockers(evidence);
  const opinions = evidence.opinions.filter(({ blocks, aside }) => !blocks && !aside).map(({ text }) => text);
  const noted = evidence.opinions.filter(({ aside }) => aside).map(({ text }) => text);
  const feedback = [
    ...[...blocking, ...evidence.unlocked.map((glob) => `unlocked for this change: ${glob}`)],
    ...[...opinions, ...evidence.smells, ...advice(evidence, breakdown)],
  ];
  const approved = score >= approvalScore && blocking.length === 0;
  const decision = approved ? 'approve' : round >= rounds ? 'reject' : 'request_changes';
  const left_out = leftOut(evidence);
  const { by, acceptance: criteria, announced } = evidence;
  return {
    ...{ score, breakdown, blocking, feedback, decision, round, by },
    ...(criteria.length > 0 && { criteria }),
    ...(left_out.length > 0 && { left_out }),
    ...(noted.length > 0 && { noted: noted.slice(0, 8) }),
    ...(announced.length > 0 && { breaking: announced.slice(0, 5) }),
  };
}

const dangersIn = ({ dangers, opinions }: Evidence): number =>
  dangers.length + opinions.filter((opinion) => opinion.danger).length;

const isProven = ({ refused, fixed, proven, kind }: Evidence): boolean =>
  refused.length === 0 && (fixed + proven > 0 || kind === 'docs');

function testPoints(evidence: Evidence): number {
  if (evidence.refused.length > 0) return 0;
  if (isProven(evidence)) return 25;
  if (evidence.kind === 'refactor' && evidence.tested) return 20;
  if (evidence.tests_added > 0) return 15;
  return evidence.tested ? 10 : 0;
}

function documentationPoints({ kind, docs_touched, comments_added, public_surface_added }: Evidence): number {
  const expectsDocs = kind === 'feature' || kind === 'endpoint';
  if (!expectsDocs || docs_touched || comments_added) return 15;
  return public_surface_added ? 9 : 12;
}

function acceptancePoints(evidence: Evidence): number {
  if (evidence.acceptance.length === 0) return isProven(evidence) ? 10 : 5;
  const criteria = evidence.acceptance.filter(isTold);
  const proven = criteria.filter(({ state }) => state === 'proven').length;
  return criteria.length === 0 ? 0 : Math.round((10 * proven) / criteria.length);
}

/** Whether code can tell how a criterion stands. */
const isTold = ({ state }: Criterion): boolean => state !== 'unknown' && state !== 'person';

/** There are criteria, and code can tell nothing about any of them. */
const isUntold = ({ acceptance }: Evidence): boolean => acceptance.length > 0 && !acceptance.some(isTold);

/** What nobody could look at costs nothing and is said. */
function leftOut(evidence: Evidence): string[] {
  const untold = evidence.acceptance.filter((criterion) => !isTold(criterion)).length;
  return [
    ...(untold > 0 ? [`acceptance: ${untold} of ${evidence.acceptance.length} criteria, which code cannot judge`] : []),
    ...(evidence.measured || !evidence.needs_proof
      ? []
      : ['tests: coverage of the changed lines, which was not measured']),
  ];
}

/** Whatever the score: a hole, behaviour that no test shows or runs, what a model shows to be wrong. */
function blockers(evidence: Evidence): string[] {
  const dangers = [...evidence.secrets, ...evidence.dangers].map((place) => `security: ${place}`);
  const reasons = [...evidence.refused, ...dangers];
  const isShown = evidence.proven + evidence.fixed > 0 || evidence.refused.length > 0;
  if (!isShown && !evidence.tested && evidence.kind !== 'docs')
    reasons.push('tests: the project has no tests, and the change adds none that fails without it');
  else if (!isShown && evidence.needs_proof)
    reasons.push('tests: nothing shows what the change does: add a test that fails without it and passes with it');
  if (evidence.needs_proof) reasons.push(...evidence.uncovered.slice(0, 3));
  const unmet = evidence.acceptance.filter(({ state }) => state === 'unmet');
  reasons.push(...unmet.map(({ text, why, by }) => `acceptance: not met: ${text}: ${why}${remedies[by ?? 'person']}`));
  reasons.push(
    ...evidence.breaks.slice(0, 5).map((text) => `api: ${text}; keep it, or announce it in the changelog or the docs`),
  );
  reasons.push(...evidence.opinions.filter((opinion) => opinion.blocks).map(({ text }) => text));
  if (evidence.quality !== null && evidence.quality < leastQuality)
    reasons.push(`quality: the reviewer gives ${evidence.quality} of 30, and ${leastQuality} are needed`);
  return reasons;
}

function advice(evidence: Evidence, points: Breakdown): string[] {
  const words: string[] = [];
  words.push(...(evidence.needs_proof ? [] : evidence.uncovered.slice(0, 3)), ...evidence.unparsed.slice(0, 3));
  if (testPoints(evidence) < 25 && !evidence.needs_proof && evidence.refused.length === 0)
    words.push('tests: add a test that fails without this change and passes with it');
  if (points.documentation < 15) words.push('documentation: describe the new behaviour in a comment or in the docs');
  for (const { state, text, why } of evidence.acceptance) {
    if (state === 'unproven')
      words.push(`acceptance: not proven: ${text}: ${why}; name a test that shows it and fails without the change`);
    if (state === 'unknown') words.push(`acceptance: not known: ${text}: ${why}`);
    if (state === 'person') words.push(`acceptance: for a person to check: ${text}`);
  }
  return words;
}

const remedies: Record<NonNullable<Criterion['by']>, string> = {
  test: '; add it, or name the test that shows the criterion when you finish',
  command: '; it must end with exit code 0',
  file: '',
  person: '',
};
