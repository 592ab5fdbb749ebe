import { clip } from '../../core/clip.ts';
import { type Room, taskIn } from '../room.ts';

/** A failure that a later attempt got past is a lesson: what failed, and the change that passed. */
export const learn: Room<'learn', never> = async function* (step, { state }) {
  const task = taskIn(state, step.task);
  const passed = task.attempts.find((attempt) => attempt.attempt === step.attempt);
  const failed = task.attempts.findLast((attempt) => attempt.judged && attempt.judged.signature !== null);
  if (!passed?.finished || !failed?.judged?.signature) return;
  const [first] = failed.analyses;
  yield {
    type: 'lesson.learned',
    task: step.task,
    signature: failed.judged.signature,
    error: first
      ? clip(`${first.error_type}: ${first.error_message}`, 600)
      : clip(failed.judged.verdict.warnings.join('; '), 600),
    fix: clip(passed.finished.summary, 1200),
    files: passed.finished.files.slice(0, 20),
    tier: passed.tier,
  };
};
