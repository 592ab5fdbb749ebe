import { kindOf } from '../../core/run/single-task.ts';
import { type Task, taskKinds, taskSchema } from '../../schema/run/task.ts';
import { hoursFrom } from '../think.ts';

/** Reads a planner's output as tasks, and reports what cannot be read. Nothing is dropped silently. */
export function tasksFrom(output: unknown): { tasks: Task[]; faults: string[] } {
  const rows = (output as { tasks?: unknown } | null)?.tasks;
  const results = (Array.isArray(rows) ? rows : []).map((row, index) => {
    const fields: Record<string, unknown> = typeof row === 'object' && row !== null ? row : {};
    const title = String(fields.title ?? '').trim();
    return taskSchema.safeParse({
      ...fields,
      id: `t${index + 1}`,
      // An empty one is a fault of the plan: a name tells which.
      title: title || ' ',
      kind: taskKinds.find((kind) => kind === fields.kind) ?? kindOf(title),
      acceptance: Array.isArray(fields.acceptance) ? fields.acceptance.map(String) : [],
      depends_on: (Array.isArray(fields.depends_on) ? fields.depends_on : []).map((other) =>
        typeof other === 'number' ? `t${other}` : String(other),
      ),
      effort_hours: hoursFrom(fields.effort_hours),
    });
  });
  return {
    tasks: results.flatMap(({ data }) => (data ? [data] : [])),
    faults: results.flatMap(({ error }, index) =>
      (error?.issues ?? []).map(({ path, message }) => `task ${index + 1}: ${path.join('.')}: ${message}`),
    ),
  };
}
