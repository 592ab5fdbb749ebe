import { z } from 'zod';
import type { TaskKind } from '../run/task.ts';
import { criterionSchema } from './criterion.ts';
import type { Verdict } from './verdict.ts';

/** Points reached of 30, 25, 20, 15 and 10. */
const breakdownSchema = z.object({
  code_quality: z.number(),
  test_coverage: z.number(),
  security: z.number(),
  documentation: z.number(),
  acceptance: z.number(),
});

export const reviewSchema = z.object({
  score: z.number().min(0).max(100),
  breakdown: breakdownSchema,
  blocking: z.array(z.string()),
  feedback: z.array(z.string()),
  decision: z.enum(['approve', 'request_changes', 'reject']),
  round: z.number().int().positive(),
  /** Who reviewed: models and checks, or checks alone. Journals of older versions lack it. */
  by: z.enum(['models', 'checks']).optional(),
  /** How each acceptance criterion stands; absent where there is none. */
  criteria: z.array(criterionSchema).optional(),
  /** Parts that could not be checked here and are not in the score. */
  left_out: z.array(z.string()).optional(),
  /** Small faults of lines that the change leaves alone. */
  noted: z.array(z.string()).optional(),
  /** Breaking changes of the exported API that were announced to users. */
  breaking: z.array(z.string()).optional(),
  /** Tests that changes to these files have broken before. */
  recurring: z.array(z.string()).optional(),
});

/** What a model was asked to look at and did not. */
export const missingSchema = z.object({
  part: z.enum(['audit', 'review']),
  cause: z.enum(['budget', 'credentials', 'refusal', 'escalation', 'partial', 'fault']),
  reason: z.string(),
});

export type Breakdown = z.infer<typeof breakdownSchema>;
/** Scored judgement of a submitted change. */
export type Review = z.infer<typeof reviewSchema>;
export type Missing = z.infer<typeof missingSchema>;

/** A place that checks found something at. */
export interface ReviewPoint {
  rule: 'secret' | 'danger' | 'smell' | 'coverage';
  file: string;
  line: number;
  text: string;
  /** It blocks the change at any score. */
  blocks: boolean;
}

/** Where the kind of a change comes from: `said` by a person, or detected from the `change` itself. */
export type KindSource = 'said' | 'change';

/** A change of anybody's, judged and scored. */
export interface ReviewedChange {
  verdict: Verdict;
  review: Review & {
    kind: TaskKind;
    kind_by: KindSource;
    points: ReviewPoint[];
    /** Why no model was asked, where one could have been. */
    unasked?: string;
    /** The agents that were asked and did not answer. */
    missing?: Missing[];
    /** What the models cost. */
    usd?: number;
  };
}

/** The verdict's warnings that the review does not repeat. */
export const otherWarnings = ({ verdict, review }: ReviewedChange): string[] =>
  verdict.warnings.filter(
    (warning, at) => verdict.findings?.[at]?.kind !== 'unproven' && !review.feedback.includes(warning),
  );

/** The parts of a score, each with what was reached and the most that there is. */
export const partsOf = (breakdown: Breakdown): [name: string, reached: number, most: number][] => [
  ['code quality', breakdown.code_quality, 30],
  ['tests', breakdown.test_coverage, 25],
  ['security', breakdown.security, 20],
  ['documentation', breakdown.documentation, 15],
  ['acceptance', breakdown.acceptance, 10],
];

/** Printed wherever a score rests on checks alone, so that it does not read as praise. */
export const checksOnly = 'checks only, nobody reviewed it';

/**
 * A review in one line. It never reads as praise if no model reviewed the change, or as proven if criteria are
 * unproven. `remark`: what else belongs to the score.
 */
export function inShort({ score, decision, by, criteria }: Standing, remark?: string): string {
  const needed = unnamedIn({ decision, criteria }).length > 0 ? ` (${approvalScore} needed)` : '';
  const bracketed = remark === undefined ? '' : ` (${remark})`;
  if (by !== 'checks') return `${score}/100 ${decisionWords[decision]}${needed}${bracketed}`;
  const passed = decision === 'approve' ? 'checks passed' : decisionWords[decision];
  return `${passed}, ${score}/100${needed}; no model reviewed it${bracketed}`;
}

type Standing = Pick<Review, 'score' | 'decision' | 'by' | 'criteria'>;

/** Criteria that were approved although no test was named for them. */
export const unnamedIn = ({ decision, criteria = [] }: Pick<Review, 'decision' | 'criteria'>): string[] =>
  decision === 'approve'
    ? criteria.filter(({ state, by }) => state === 'unproven' && by === undefined).map(({ text }) => text)
    : [];

/** The score that a change needs, besides having nothing that blocks it. */
export const approvalScore = 80;

/**
 * The least `quality`, of 30, that the reviewer must give. Evidence alone can fill the rest of the score, and a change
 * that its reviewer would rewrite is not good enough.
 */
export const leastQuality = 15;

/** What a reader of the score must know besides the feedback. */
export const besides = ({
  left_out = [],
  breaking = [],
  noted = [],
  recurring = [],
}: Pick<Review, 'left_out' | 'breaking' | 'noted' | 'recurring'>): string[] => [
  ...breaking.map((text) => `breaking change, announced: ${text}`),
  ...recurring,
  // Which part of the score it would be in does not matter to who reads on.
  ...left_out.map((text) => `not counted: ${text.replace(/^\w+: /, '')}`),
  ...noted.map((text) => `not of this change: ${text}`),
];

/** The agent that did not answer, and why. */
export const unlooked = ({ part, reason }: Missing): string => `${lookers[part]} ${reason}`;

const lookers: Record<Missing['part'], string> = { audit: 'the auditor', review: 'the reviewer' };

export const decisionWords: Record<Review['decision'], string> = {
  approve: 'approved',
  request_changes: 'changes requested',
  reject: 'rejected',
};

/** How an attempt came out: a pass that its review did not approve is never just a pass. */
export const attemptWords = (verdict: string, decision: Review['decision'] | undefined): string =>
  verdict === 'pass' && decision !== undefined && decision !== 'approve' ? `pass, ${decisionWords[decision]}` : verdict;
