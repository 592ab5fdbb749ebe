import { isDeepStrictEqual } from 'node:util';
import type { RunHandle } from '../../../app.ts';
import { PlanRefused } from '../../../ports/errors.ts';
import type { Session } from '../cli.ts';
import { questionOf } from '../following/question.ts';
import type { Ask, Edit } from '../io.ts';
import { type LineFault, planText, readPlan } from './plan-file.ts';

const file = 'plan.yaml';

/** Asks about a plan until there is an answer: the person's words, or the plan as they edited it. Null: not now. */
export async function confirmPlan(
  session: Session,
  ask: Ask,
  { run, question, asked, settled }: { run: string; question: string; asked: number | null; settled: AbortSignal },
): Promise<RunHandle | null> {
  const { app, out } = session;
  const { edit } = session.io;
  /** What was edited and could not be taken. */
  let draft: string | null = null;
  for (;;) {
    const answer = await ask.text(edit ? 'Proceed? (yes, no, edit, or say what to change)' : question, settled);
    if (answer === null) return null;
    if (!edit || !/^(?:e|edit)$/i.test(answer)) return app.answer(run, answer, asked);
    const edited = await editedPlan(edit);
    if ('handle' in edited) return edited.handle;
    for (const line of edited.lines) out.line(line);
  }

  async function editedPlan(edit: Edit): Promise<{ handle: RunHandle } | { lines: string[] }> {
    const tasks = (await questionOf(app, run)).plan?.tasks ?? [];
    const before = planText(tasks);
    const result = await edit(draft ?? before, file);
    if ('failed' in result) return { lines: [`The plan is unchanged, because the editor failed: ${result.failed}`] };
    const plan = readPlan(result.text);
    draft = null;
    if (result.text === before || ('tasks' in plan && isDeepStrictEqual(plan.tasks, tasks)))
      return { lines: ['The plan is unchanged.'] };
    if ('faults' in plan) return refused(result.text, plan.faults);
    try {
      return { handle: await app.answer(run, { tasks: plan.tasks }, asked) };
    } catch (error) {
      if (!(error instanceof PlanRefused)) throw error;
      const faults = error.faults.map((fault) => ({ line: plan.lineOf(fault), text: fault.text }));
      return refused(result.text, faults);
    }
  }

  function refused(text: string, faults: LineFault[]): { lines: string[] } {
    draft = text;
    const places = faults.map(({ line, text }) => `${file}:${line}: ${text}`);
    return { lines: [...places, 'The plan is unchanged. Answer "edit" to correct what you wrote.'] };
  }
}
