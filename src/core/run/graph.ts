import { taskTable } from '../task/task-table.ts';

/** The life of a run and of its tasks as Mermaid, from the table that drives `decide`. */
export function mermaid(): string {
  const [first] = taskTable;
  if (!first) throw new Error('the table of tasks is empty');
  const lines = [
    'flowchart TD',
    '  start([request]) --> intake --> plan --> confirm{confirmed?}',
    '  confirm -- no --> cancelled([cancelled])',
    `  confirm -- yes --> ${id(first.at)}`,
    '  subgraph task [each task]',
  ];
  for (const row of taskTable) lines.push(`    ${id(row.at)}["${row.at}"]`);
  for (const row of taskTable) for (const to of row.to) lines.push(`    ${id(row.at)} --> ${id(to)}`);
  lines.push(
    '  end',
    `  ${id('done')} -- "all tasks" --> accept`,
    '  accept -- "suite and criteria hold" --> improve',
    '  accept -- "they do not" --> report',
    `  improve -- "best proposal" --> ${id('assign')}`,
    '  improve -- none --> report',
    `  ${id('give up')} --> report`,
    `  ${id('reject')} --> report`,
    '  report([report])',
  );
  return `${lines.join('\n')}\n`;
}

const id = (name: string): string => `task_${name.replaceAll(' ', '_')}`;
