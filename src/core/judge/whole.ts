import type { EventOf } from '../../schema/run/event.ts';
import type { TaskState } from '../task/task-state.ts';

/** What is wrong with the work as a whole, though each task passed by itself; null: nothing. */
export function faultOf(
  { failures, criteria }: EventOf<'criteria.checked'>,
  tasks: readonly TaskState[],
): string | null {
  const [first] = failures;
  if (first !== undefined) {
    const more = failures.length > 1 ? ` and ${failures.length - 1} more` : '';
    return `each task passed by itself, but together they fail: ${first}${more}`;
  }
  // What was not proven when its task was committed was accepted so: nobody reviewed it, or code could not tell.
  const lost = criteria.find((criterion, index) => {
    const first = criteria.findIndex(({ task }) => task === criterion.task);
    return criterion.state === 'unmet' && wasProven(tasks, criterion.task, index - first);
  });
  return lost ? `a later task undid a criterion of ${lost.task}: ${lost.text}: ${lost.why}` : null;
}

function wasProven(tasks: readonly TaskState[], id: string, index: number): boolean {
  const attempts = tasks.find(({ task }) => task.id === id)?.attempts ?? [];
  return attempts.at(-1)?.review?.criteria?.[index]?.state === 'proven';
}
