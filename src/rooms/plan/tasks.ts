import { clip } from '../../core/clip.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { type Task, type TaskKind, taskKinds, taskSchema } from '../../schema/run/task.ts';
import { hoursFrom } from '../think.ts';

/** The request as the one task; whoever works on it is given the whole request besides. */
export function singleTask({ request, policy }: Pick<RunState, 'request' | 'policy'>): Task {
  const lines = request.split('\n').map((line) => line.replace(/^\s*#+\s*/, '').trim());
  const first = lines.find((line) => line !== '') ?? 'do what was asked';
  const targets = policy?.targets ?? [];
  return {
    id: 't1',
    title: clip(first, 300),
    kind: targets === 'all' || targets.length > 0 ? 'fix' : kindOf(first),
    acceptance: [],
    depends_on: [],
    effort_hours: 1,
  };
}

/** What kind of work a sentence asks for. What the tests say now has no part in it. */
function kindOf(sentence: string): TaskKind {
  return kinds.find(([, words]) => words.test(sentence))?.[0] ?? 'feature';
}

const kinds: [TaskKind, RegExp][] = [
  ['refactor', /\b(?:refactor\w*|renam(?:e|es|ing)|clean(?:s|ing)? up|simplif(?:y|ies|ying)|tidy)\b/i],
  ['docs', /^document\b|\b(?:docs?|documentation|readme|changelog)\b/i],
  [
    'fix',
    /\b(?:fix(?:es|ed|ing)?|bugs?|repairs?|mend|regression|crash(?:es|ed|ing)?|broken|fail(?:s|ed|ing)|wrong(?:ly)?|incorrect(?:ly)?)\b/i,
  ],
  ['endpoint', /\bendpoints?\b|\b(?:GET|POST|PUT|PATCH|DELETE)\s+\//],
  ['feature', /^(?:please\s+)?(?:add|create|implement|introduce|support|build|write)\b|\bnew\b|\bpossible\b/i],
  // How something that there is has to behave.
  ['fix', /\b(?:must|should)\b|^make\s+(?!an?\s)[\w$.()]+\s+\w/i],
];

/** A planner's output as tasks, and what of it cannot be read. Nothing is left out. */
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
