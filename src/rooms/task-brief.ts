import type { RunState } from '../core/run/run-state.ts';
import type { TaskState } from '../core/task/task-state.ts';
import type { Blobs } from '../ports/state/blobs.ts';

/** What a task asks for, whole: its title and criteria, and the request where the task is all of it. */
export async function askedOf(
  { task: { title, acceptance }, improvement }: TaskState,
  { tasks, request_ref }: Pick<RunState, 'tasks' | 'request_ref'>,
  blobs: Pick<Blobs, 'text'>,
): Promise<string> {
  const brief = [title, ...acceptance.map((criterion) => `- ${criterion}`)].join('\n');
  if (improvement || tasks.filter((task) => !task.improvement).length !== 1) return brief;
  const request = (await blobs.text(request_ref)).trim();
  return request === title.trim() ? brief : `${brief}\n\nThe request:\n${request}`;
}
