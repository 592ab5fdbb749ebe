import { pathsNamedIn } from '../../code/named-paths.ts';
import { isProvable } from '../../core/judge/provable.ts';
import { planFaults } from '../../core/run/plan-faults.ts';
import { faultText } from '../../schema/run/plan.ts';
import type { Task } from '../../schema/run/task.ts';
import { tasksFrom } from './tasks.ts';

/** As many as the Moderator hands out for a whole project. */
const mostTasks = 5;

/** What a planner is asked to mend in its plan, for a project of these files. */
export function plannerFaults(output: unknown, files: string[]): string[] {
  const { tasks } = tasksFrom(output);
  const tooMany =
    tasks.length > mostTasks ? [`there are ${tasks.length} tasks: join them into at most ${mostTasks}`] : [];
  return [...(tasks.length === 0 ? ['the plan has no task'] : []), ...tooMany, ...taskFaults(output, files)];
}

/** What is wrong with tasks that a model proposes. */
export function taskFaults(output: unknown, files: string[]): string[] {
  const { tasks, faults } = tasksFrom(output);
  if (faults.length > 0) return faults;
  return [...planFaults(tasks).map(faultText), ...unprovable(tasks), ...unfounded(tasks, files)];
}

function unprovable(tasks: Task[]): string[] {
  return tasks.flatMap(({ acceptance }, index) => {
    if (acceptance.length === 0) return [`task ${index + 1} has no acceptance criterion`];
    return acceptance
      .filter((criterion) => criterion.trim() !== '' && !isProvable(criterion))
      .map((criterion) => `task ${index + 1}: no test can show "${criterion}": say what can be observed`);
  });
}

/** Files that are not there, unless the plan says somewhere that it makes them. */
function unfounded(tasks: Task[], files: string[]): string[] {
  const named = tasks.flatMap(({ title, acceptance }, index) =>
    [title, ...acceptance].flatMap(pathsNamedIn).map((each) => ({ ...each, number: index + 1 })),
  );
  const newPaths = named.flatMap(({ path, made }) => (made ? [path] : []));
  const exists = (path: string): boolean => files.some((file) => file === path || file.endsWith(`/${path}`));
  const missing = named.filter(({ path }) => !newPaths.includes(path) && !exists(path));
  const sentences = missing.map(
    ({ path, number }) => `task ${number}: there is no file ${path}: name one that exists, or say that it is new`,
  );
  return [...new Set(sentences)];
}
