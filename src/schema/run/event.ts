import { z } from 'zod';
import { criterionSchema } from '../judge/criterion.ts';
import { missingSchema, reviewSchema } from '../judge/review.ts';
import { failingTestSchema } from '../judge/test-run.ts';
import { verdictSchema } from '../judge/verdict.ts';
import { policySchema } from '../settings/policy.ts';
import { agentEvents } from './events/agent-events.ts';
import { deliveryEvents } from './events/delivery-events.ts';
import { attempt, digest, event, task, tokens, tree, usd } from './events/event-shape.ts';
import { forgeEvents } from './events/forge-events.ts';
import { memoryEvents } from './events/memory-events.ts';
import { phases, runStatuses, stepKinds } from './lifecycle.ts';
import { suspectSchema } from './suspect.ts';
import { proofSchema, taskKinds, taskSchema } from './task.ts';

/** `by`: the model or command of the tier; `depth`: the tiers that had failed at the task before. */
const triedSchema = z.object({
  kind: z.enum(taskKinds),
  by: z.string(),
  depth: z.number().int().nonnegative(),
  solved: z.boolean(),
  usd: z.number().nonnegative(),
});
const roles = z.enum(['moderator', 'tech_lead']);
const messageKinds = z.enum(['TASK_ASSIGNED', 'PR_SUBMITTED', 'PR_FEEDBACK', 'IMPROVEMENT_TASK', 'TASK_COMPLETED']);

/**
 * Everything that can happen to a run. Names and keys listed in docs/events.md are a contract with users;
 * readers ignore types they do not know. Large values are blobs, named by digest.
 */
export const eventSchema = z.discriminatedUnion('type', [
  event('run.started', {
    /** Its beginning, where it is long; the whole is in the blob. */
    request: z.string(),
    request_ref: digest,
    target: z.string(),
    base: z.string(),
    scope: z.string(),
    /** The branch that was checked out; null: none. Journals of older versions lack it. */
    branch: z.string().nullable().optional(),
    policy: policySchema,
  }),
  event('run.resumed', {
    owner: z.string(),
    /** The run had ended and was reopened. */
    reopened: z.literal(true).optional(),
    /** Limits of the policy that a person has changed; they hold from here on. */
    limits: policySchema.shape.limits
      .pick({ run_usd: true, task_usd: true, run_minutes: true, task_minutes: true })
      .partial()
      .optional(),
  }),
  event('step.started', { step: z.enum(stepKinds), task: task.nullable() }),
  event('step.finished', {
    step: z.enum(stepKinds),
    task: task.nullable(),
    error: z.object({ reason: z.string(), message: z.string(), exit_code: z.number().int() }).nullable(),
  }),
  event('phase.changed', { from: z.enum(phases), to: z.enum(phases) }),
  event('baseline.measured', {
    tree,
    runner: z.string().nullable(),
    total: tokens,
    passed: tokens,
    failed: tokens,
    duration_ms: z.number(),
    /** The whole TestRun. */
    run_ref: digest,
    /** The first tests that fail, or files that do not load, and why. Journals of older versions lack it. */
    failing: z.array(failingTestSchema).optional(),
  }),
  /** One that comes before the last was confirmed replaces it. */
  event('plan.proposed', {
    tasks: z.array(taskSchema),
    forecast_usd: usd.nullable(),
    improvement: z.boolean(),
    /** Who made it; absent: the planner, or the request itself. */
    by: z.enum(['person']).optional(),
    /** What a reader has to know of how it came about. */
    note: z.string().optional(),
  }),
  event('plan.confirmed', { by: z.enum(['policy', 'person']) }),
  event('message.sent', {
    from: roles,
    to: roles,
    kind: messageKinds,
    task,
    round: z.number().int().nonnegative(),
    ref: z.string().nullable(),
    feedback: z.array(z.string()),
  }),
  /** It is taken up once, in the order in which its receiver was sent messages. `message`: the `seq` it was sent with. */
  event('message.received', { message: z.number().int().positive(), to: roles, kind: messageKinds, task }),
  event('attempt.started', { task, tier: z.string(), attempt, from_tree: tree, prompt_ref: digest.nullable() }),
  ...agentEvents,
  event('attempt.finished', {
    task,
    tier: z.string(),
    attempt,
    tree,
    files: z.array(z.string()),
    insertions: tokens,
    deletions: tokens,
    /** How the developer ended: it said so, ran out of steps, went in circles, gave up, or could not work. */
    ended: z.enum(['finished', 'step_limit', 'step_loop', 'hand_over', 'unavailable']),
    summary: z.string(),
    /** A hash of what the change does, without its formatting: equal for changes with the same intent. */
    fingerprint: z.string(),
    diff_ref: digest,
    /** What the configured embedding model made of the change, and how like the tier's change before it, from 0 to 1. */
    embedding_ref: digest.optional(),
    alike: z.number().min(0).max(1).optional(),
    /** Tests that the developer says show a criterion. */
    proofs: z.array(proofSchema).optional(),
    /** The lines that looked most like the fault, the most suspicious first. */
    suspects: z.array(suspectSchema).optional(),
  }),
  event('verdict.reached', {
    task,
    attempt,
    verdict: verdictSchema,
    /** The tree that was judged: base plus the attempt's own files. Only this may be committed. */
    judged_tree: tree,
    /** Equal for the same failure; null on a pass. */
    signature: z.string().nullable(),
    crashed: z.boolean(),
    hung: z.boolean(),
    run_ref: digest.nullable(),
  }),
  event('tests.written', {
    task,
    attempt,
    /** The attempt's tree with the new test files, which is judged again; with none, the tree as it was judged. */
    tree,
    files: z.array(z.string()),
    diff_ref: digest,
  }),
  event('integrity.violated', { task, attempt, files: z.array(z.string()), rule: z.string() }),
  event('failure.analysed', {
    task,
    attempt,
    test: z.string(),
    error_type: z.string(),
    error_message: z.string(),
    stack_trace_snippet: z.string(),
    /** Both '' where nothing is known. */
    root_cause: z.string(),
    fix_strategy: z.string(),
    confidence: z.number(),
    /** The kind of the error: in words, and equal for the same kind in any test and file. */
    pattern: z.string().optional(),
    signature: z.string().optional(),
    /** How many failures are of that kind, and the first tests of them. */
    count: tokens.optional(),
    tests: z.array(z.string()).optional(),
    /** Who found the cause. */
    by: z.enum(['analyst', 'code', 'nobody']).optional(),
    /** Nothing but a consequence of something else, or of the machine: nothing can be learned from it. */
    noise: z.boolean().optional(),
    /** The number of kinds of failures that were too many to be recorded one by one. */
    left_out: tokens.optional(),
  }),
  event('loop.detected', {
    task,
    attempt,
    kind: z.enum(['same_state', 'same_failure', 'cycle', 'same_intent']),
    evidence: z.string(),
  }),
  event('tier.chosen', { task, tier: z.string(), instead_of: z.string(), reason: z.string() }),
  event('tier.escalated', { task, from: z.string(), to: z.string(), reason: z.string() }),
  event('review.scored', {
    task,
    attempt,
    ...reviewSchema.shape,
  }),
  event('review.missing', { task, attempt, missing: z.array(missingSchema) }),
  ...deliveryEvents,
  ...forgeEvents,
  event('criteria.checked', {
    /** The combined tree of all tasks. */
    tree,
    /** Whether exactly this tree was judged before, so that no test was run again. */
    judged: z.boolean(),
    /** Tests that fail on it and did not before. */
    failures: z.array(z.string()),
    criteria: z.array(criterionSchema.extend({ task })),
  }),
  ...memoryEvents,
  event('improvement.proposed', {
    title: z.string(),
    category: z.enum(['performance', 'code_quality', 'test_coverage', 'documentation']),
    impact: z.enum(['high', 'medium', 'low']),
    effort_hours: z.number(),
    priority: z.number(),
    /** Who saw it; absent in older journals: the improver. */
    by: z.enum(['code', 'improver']).optional(),
  }),
  event('task.finished', { task, status: z.enum(['completed', 'failed']), reason: z.string() }),
  event('handed.over', {
    task: task.nullable(),
    question: z.string().nullable(),
    reason: z.string(),
    /** Files that a yes opens for the task. */
    unlock: z.array(z.string()).optional(),
    /** What an answer is about, where it is not the next attempt: the change as it is, the plan, what the plan needs to know. */
    about: z.enum(['review', 'plan', 'request']).optional(),
  }),
  event('answer.given', {
    text: z.string(),
    /** False: the person said it without being asked. */
    asked: z.boolean().optional(),
    /**
     * No developer can read it now: `step` is working on the task, and a developer reads it only in another attempt.
     * Without a task, no developer will read it.
     */
    late: z.object({ task: task.nullable(), step: z.enum(stepKinds).nullable() }).optional(),
  }),
  event('cancel.requested', { reason: z.string() }),
  event('run.finished', {
    status: z.enum(runStatuses),
    exit_code: z.number().int().min(0).max(8),
    reason: z.string(),
    tier: z.string().nullable(),
    attempts: tokens,
    usd,
    /** What of that went into improvements, where there were any. */
    improvement_usd: usd.optional(),
    /** What of that is the most that calls may have cost which were cut off; absent: none was. */
    cut_off_usd: usd.optional(),
    seconds: z.number(),
    commits: z.array(z.string()),
    branch: z.string().nullable(),
    report: z.string().nullable(),
    /** All that was committed, against the base. */
    stat: z.object({ files: tokens, insertions: tokens, deletions: tokens }).optional(),
    /** The command that takes a person further. */
    next: z.string().optional(),
    /** The beginnings of what a person said that no developer has read. */
    unread: z.array(z.string()).optional(),
    /** The result of each tier on each task that it has finished with. */
    tried: z.array(triedSchema).optional(),
  }),
]);

export type PawlEvent = z.infer<typeof eventSchema>;
export type Tried = z.infer<typeof triedSchema>;
export type EventType = PawlEvent['type'];
export type EventOf<T extends EventType> = Extract<PawlEvent, { type: T }>;
/** An event as the journal holds it. */
export type Recorded<E extends PawlEvent = PawlEvent> = E & { seq: number; at: string; run: string };

/** A larger event is a defect: put the value into a blob. */
export const maxEventBytes = 8192;
