import type { PlanFault } from '../../schema/run/plan.ts';
import type { Task } from '../../schema/run/task.ts';

/** The plan is in one event, with room for what else is in it. */
const mostBytes = 6500;
const longestTitle = 200;

/**
 * The faults that make a plan impossible to carry out, whether a planner or a person wrote it. Faulty parts are
 * reported, never dropped.
 */
export function planFaults(tasks: Task[]): PlanFault[] {
  const faults = tasks.flatMap((task, index) => [
    ...nameFaults(task, index, tasks),
    ...orderFaults(task, index, tasks),
    ...task.acceptance.flatMap((criterion, item): PlanFault[] =>
      criterion.trim() === ''
        ? [{ task: index, field: 'acceptance', item, text: 'an acceptance criterion is empty' }]
        : [],
    ),
  ]);
  const bytes = new TextEncoder().encode(JSON.stringify(tasks)).length;
  if (bytes > mostBytes) faults.push(whole(`the plan takes ${bytes} bytes and at most ${mostBytes} fit: shorten it`));
  return faults;
}

const whole = (text: string): PlanFault => ({ task: null, field: null, text });

function nameFaults({ id, title }: Task, index: number, tasks: Task[]): PlanFault[] {
  const faults: PlanFault[] = [];
  if (!/^t[1-9]\d{0,2}$/.test(id))
    faults.push({ task: index, field: 'id', text: `the id ${id} is not t1, t2 and so on` });
  else if (tasks.findIndex((task) => task.id === id) !== index)
    faults.push({ task: index, field: 'id', text: `another task is called ${id} already` });
  if (title.trim() === '') faults.push({ task: index, field: 'title', text: 'the title is empty' });
  if ([...title].length > longestTitle)
    faults.push({
      task: index,
      field: 'title',
      text: `the title has more than ${longestTitle} characters: move what it asks for into acceptance criteria`,
    });
  return faults;
}

/** Only earlier tasks: then there is always one that can begin. */
function orderFaults({ id, depends_on }: Task, index: number, tasks: Task[]): PlanFault[] {
  return depends_on.flatMap((other, item): PlanFault[] => {
    const at = tasks.findIndex((task) => task.id === other);
    if (at !== -1 && at < index) return [];
    const why =
      other === id
        ? 'on itself'
        : at === -1
          ? `on ${other}, which is no task of the plan`
          : `on ${other}, which comes later`;
    return [{ task: index, field: 'depends_on', item, text: `it depends ${why}: name earlier tasks only` }];
  });
}
