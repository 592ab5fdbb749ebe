import { type Document, isNode, LineCounter, parseDocument, stringify, visit } from 'yaml';
import type { PlanFault } from '../../../schema/run/plan.ts';
import { type Task, taskKinds, taskSchema } from '../../../schema/run/task.ts';

export interface LineFault {
  line: number;
  text: string;
}

export type PlanFile = { tasks: Task[]; lineOf: (fault: PlanFault) => number } | { faults: LineFault[] };

const help = `# The plan. Change, add, remove or move tasks, save the file and close the editor.
# kind: ${taskKinds.join(', ')}. depends_on: ids of tasks further up. A new task needs no id.
# If you leave the file as it is, the plan stays as it is.
`;

export const planText = (tasks: Task[]): string =>
  `${help}\n${stringify({ tasks }, { lineWidth: 0, aliasDuplicateObjects: false })}`;

/** The tasks that a person left in the file, or what is wrong with it, line by line. */
export function readPlan(text: string): PlanFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineAt = (path: (string | number)[]): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const wrong = (faults: LineFault[]): PlanFile => ({ faults: faults.sort((a, b) => a.line - b.line) });
  if (document.errors.length > 0)
    return wrong(
      document.errors.map(({ linePos, message }) => ({
        line: linePos?.[0].line ?? 1,
        text: message.split(/ at line \d|\n/)[0] ?? message,
      })),
    );
  const aliases = aliasesIn(document, (offset) => lines.linePos(offset).line);
  if (aliases.length > 0) return wrong(aliases);
  const rows: unknown = (document.toJS() as { tasks?: unknown } | null)?.tasks;
  if (!Array.isArray(rows) || rows.length === 0)
    return wrong([{ line: lineAt(['tasks']), text: 'the file has no list of tasks; to cancel the run, answer no' }]);
  const results = withIds(rows).map((row) => taskSchema.loose().safeParse(row));
  const faults = results.flatMap(({ error }, index) =>
    (error?.issues ?? []).map((issue) => ({
      line: lineAt(['tasks', index, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))]),
      text: `${issue.path.join('.') || 'the task'} ${mustBe(issue)}`,
    })),
  );
  if (faults.length > 0) return wrong(faults);
  return {
    tasks: results.flatMap(({ data }) => (data ? [data] : [])),
    lineOf: ({ task, field, item }) =>
      lineAt(
        task === null
          ? ['tasks']
          : ['tasks', task, ...(field === null ? [] : [field]), ...(item === undefined ? [] : [item])],
      ),
  };
}

/** Whoever writes a text that begins with a star means the star. */
function aliasesIn(document: Document.Parsed, lineAt: (offset: number) => number): LineFault[] {
  const faults: LineFault[] = [];
  visit(document, {
    Alias: (_, { range }) => {
      faults.push({ line: range ? lineAt(range[0]) : 1, text: 'a star begins an alias: put the text into quotes' });
    },
  });
  return faults;
}

type Issue = NonNullable<ReturnType<typeof taskSchema.safeParse>['error']>['issues'][number];

function mustBe(issue: Issue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return `must be ${types[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small' && issue.origin !== 'number') return 'must not be empty';
  return `is not right: ${issue.message}`;
}

const types: Record<string, string> = {
  ...{ string: 'text', number: 'a number', array: 'a list', object: 'a mapping' },
};

/** What was left out has its usual value, and a task without an id gets one that is free. */
function withIds(rows: unknown[]): unknown[] {
  const fields = rows.map((row) => (typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : null));
  const ids = new Set(fields.map((row) => row?.id));
  const freeId = (): string => {
    let number = 1;
    while (ids.has(`t${number}`)) number += 1;
    ids.add(`t${number}`);
    return `t${number}`;
  };
  return fields.map((row, index) => {
    if (!row) return rows[index];
    const { id, kind, acceptance, depends_on, effort_hours, ...rest } = row;
    return {
      id: id ?? freeId(),
      kind: kind ?? 'feature',
      effort_hours: effort_hours ?? 1,
      acceptance: acceptance ?? [],
      depends_on: Array.isArray(depends_on)
        ? depends_on.map((other) => (typeof other === 'number' ? `t${other}` : other))
        : (depends_on ?? []),
      ...rest,
    };
  });
}
