import { normaliseMessage } from '../../code/signature.ts';
import { clip } from '../../core/clip.ts';
import { noting } from '../noting.ts';
import { type Room, taskIn } from '../room.ts';

/**
 * A failure that a later attempt got past is a lesson: what failed, and the change that passed. The memory has it before
 * the journal says so, so that a run that is killed between the two learns it again, which counts once.
 */
export const learn: Room<'learn', 'memory'> = async function* (step, { state }, { memory }) {
  const { run } = state;
  const task = taskIn(state, step.task);
  const passed = task.attempts.find((attempt) => attempt.attempt === step.attempt);
  if (task.recalled.some(({ attempt }) => attempt === step.attempt))
    yield* noting(step.task, () => memory.passed({ run, task: step.task, attempt: step.attempt }));
  const failed = task.attempts.findLast((attempt) => attempt.judged && attempt.judged.signature !== null);
  if (!passed?.finished || !failed?.judged?.signature) return;
  const { signature, verdict } = failed.judged;
  const [first] = failed.analyses;
  const learned = {
    task: step.task,
    signature,
    fix: clip(passed.finished.summary, 1200),
    files: passed.finished.files.slice(0, 20),
    tier: passed.tier,
  };
  yield* noting(step.task, () =>
    memory.learn({
      ...learned,
      run,
      test: first?.test ?? '',
      error_type: first?.error_type ?? '',
      error_message: clip(normaliseMessage(first?.error_message ?? verdict.warnings.join('; ')), 600),
    }),
  );
  const error = first ? `${first.error_type}: ${first.error_message}` : verdict.warnings.join('; ');
  yield { type: 'lesson.learned', ...learned, error: clip(error, 600) };
};
