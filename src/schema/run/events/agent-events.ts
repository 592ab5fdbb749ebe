import { z } from 'zod';
import { stepMarkSchema } from '../../agents/step-mark.ts';
import { attempt, digest, event, task, tokens, tree, usd } from './event-shape.ts';

/** What agents do, and what their models cost. */
export const agentEvents = [
  event('agent.step', {
    agent: z.string(),
    task: task.nullable(),
    attempt: attempt.nullable(),
    step: z.number().int().positive(),
    thought: z.string(),
    action: z.string(),
    action_input: z.record(z.string(), z.unknown()),
    observation: z.string(),
    reflection: z.string(),
    decision: z.enum(['continue', 'done', 'escalate']),
    reason: z.string(),
    /** The tree after the step, where the step changed files. */
    tree: tree.nullable(),
    /** The tool message that answered the call, whole. */
    result_ref: digest,
    /** Hash of action, input and observation: what the step loop detector compares. */
    key: z.string(),
    /** What a resumed agent has to know of it; journals of older versions lack it. */
    mark: stepMarkSchema.nullable().optional(),
  }),
  event('agent.finished', {
    agent: z.string(),
    task: task.nullable(),
    attempt: attempt.nullable(),
    state: z.enum(['done', 'done_partial', 'escalate', 'delegate', 'blocked']),
    reason: z.string(),
    /** What ended it: an action of its own, or a limit, a loop, a fault. */
    cause: z.enum(['action', 'step_limit', 'step_loop', 'fault', 'budget']),
    /** Null when it is too large for an event. */
    output: z.unknown(),
    output_ref: digest,
    verification: z.array(z.string()),
  }),
  event('model.called', {
    tier: z.string(),
    role: z.string(),
    model: z.string(),
    input_tokens: tokens,
    cached_tokens: tokens,
    /** Part of the input: written to the provider's cache, where the provider says so. */
    written_tokens: tokens.optional(),
    output_tokens: tokens,
    usd,
    estimated: z.boolean(),
    /**
     * How many older tool results were shortened to one line each, because the conversation was too long for the model.
     */
    compacted: tokens.optional(),
    task: task.nullable(),
    attempt: attempt.nullable(),
    /** The conversation's opening messages and the answer: what a resumed run goes on from. */
    prompt_ref: digest,
    message_ref: digest,
  }),
  event('model.failed', {
    tier: z.string(),
    role: z.string(),
    model: z.string(),
    fault: z.string(),
    message: z.string(),
    usd,
    retry_in_ms: z.number().nullable(),
    task: task.nullable(),
    /** The variable with the key that was refused, where it is known. */
    key: z.string().optional(),
  }),
  event('tier.stopped', {
    tier: z.string(),
    model: z.string(),
    task: task.nullable(),
    reason: z.string(),
    /** What was charged for the call, and what it should have cost at most. */
    usd,
    reserved_usd: usd,
  }),
  event('budget.exhausted', { cap: z.enum(['task', 'run', 'day']), limit_usd: usd, spent_usd: usd, needed_usd: usd }),
] as const;
