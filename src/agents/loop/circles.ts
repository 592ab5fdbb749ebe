import { clip } from '../../core/clip.ts';
import { detectStepLoop, stepEvidence } from '../../core/task/loop-detector.ts';
import type { Outcome } from './outcome.ts';
import { unreflected } from './reflection.ts';
import type { Talk } from './talk.ts';

const shownSteps = 4;

/** The outcome for an agent whose steps repeat. It names the repeated steps and what they do. */
export function circlesIn(keys: string[], talk: Talk): Outcome {
  const loop = detectStepLoop(keys);
  const reason = loop
    ? `${stepEvidence(loop)}: ${lastRound(talk, keys.length, loop.period)}`
    : 'it repeats the same steps';
  return { state: 'escalate', cause: 'step_loop', reason, output: null, verification: [] };
}

/** What the last round of steps did: each answer is one step. */
function lastRound(talk: Talk, steps: number, period: number): string {
  const calls = talk.turns.flatMap(({ message, answers }) => answers.map((_, at) => message.calls[at]));
  const round = calls.slice(steps - period, steps);
  const parts = round.slice(0, shownSteps).map((call) => (call ? `${call.name} ${input(call.input)}` : 'no action'));
  return [...parts, ...(round.length > shownSteps ? [`${round.length - shownSteps} more`] : [])].join(', then ');
}

function input(value: unknown): string {
  const bareInput = typeof value === 'object' && value !== null ? unreflected({ ...value }) : value;
  return clip(JSON.stringify(bareInput) ?? '', 200);
}
