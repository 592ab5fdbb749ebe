import { expect } from 'vitest';
import type { Printed } from './place.ts';

/** The keys that every reader of the events may rely on, besides `seq`, `at`, `run` and `type`. */
const keys: Record<string, string[]> = {
  'run.started': ['request', 'target', 'base', 'policy'],
  'step.started': ['step', 'task'],
  'phase.changed': ['from', 'to'],
  'plan.proposed': ['tasks', 'forecast_usd'],
  'plan.confirmed': [],
  'message.sent': ['from', 'to', 'kind', 'task', 'round', 'ref', 'feedback'],
  'attempt.started': ['task', 'tier', 'attempt'],
  'agent.step': [
    ...['agent', 'task', 'attempt', 'step', 'thought', 'action', 'action_input', 'observation'],
    ...['reflection', 'decision', 'reason', 'tree'],
  ],
  'agent.finished': ['agent', 'state', 'reason', 'output', 'verification'],
  'model.called': ['tier', 'role', 'model', 'input_tokens', 'cached_tokens', 'output_tokens', 'usd', 'estimated'],
  'attempt.finished': ['task', 'tier', 'attempt', 'tree', 'files', 'insertions', 'deletions'],
  'verdict.reached': ['task', 'attempt', 'verdict'],
  'integrity.violated': ['files', 'rule'],
  'failure.analysed': [
    ...['test', 'error_type', 'error_message', 'stack_trace_snippet', 'root_cause', 'fix_strategy', 'confidence'],
  ],
  'loop.detected': ['kind', 'evidence'],
  'tier.escalated': ['from', 'to', 'reason'],
  'review.scored': ['score', 'breakdown', 'blocking', 'decision', 'round'],
  'commit.created': ['branch', 'sha'],
  'improvement.proposed': ['category', 'impact', 'effort_hours', 'priority'],
  'task.finished': ['task', 'status', 'reason'],
  'handed.over': ['question', 'reason'],
  'run.finished': ['status', 'exit_code', 'tier', 'attempts', 'usd', 'seconds', 'commits', 'report'],
};

const verdictKeys = [
  ...['status', 'syntax_errors', 'import_errors', 'test_failures', 'runtime_errors', 'warnings', 'confidence'],
  ...['recommendation', 'stopped_at', 'duration_ms', 'tests', 'coverage', 'slower', 'control', 'integrity'],
];
const testKeys = ['total', 'passed', 'failed', 'errors', 'skipped', 'fixed', 'broken', 'preexisting', 'flaky'];
const taskKeys = ['id', 'title', 'kind', 'acceptance', 'depends_on', 'effort_hours'];

/** The output of one command with `--json`: every line an event, in order, whole and small. */
export function expectEvents(stdout: string, { from = 1 } = {}): Printed[] {
  expect(stdout.endsWith('\n')).toBe(true);
  const lines = stdout.slice(0, -1).split('\n');
  const events = lines.map((line) => JSON.parse(line) as Printed);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => from + index));
  expect(new Set(events.map((event) => event.run)).size).toBe(1);
  expect(lines.filter((line) => Buffer.byteLength(line) >= 8192)).toEqual([]);
  const times = events.map((event) => Date.parse(event.at));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  for (const event of events) expect(Object.keys(event)).toEqual(expect.arrayContaining(keys[event.type] ?? []));
  for (const { verdict } of ofType(events, 'verdict.reached')) {
    expect(Object.keys(verdict as object)).toEqual(expect.arrayContaining(verdictKeys));
    expect(Object.keys((verdict as { tests: object }).tests)).toEqual(expect.arrayContaining(testKeys));
  }
  for (const { tasks } of ofType(events, 'plan.proposed')) {
    for (const task of tasks as object[]) expect(Object.keys(task)).toEqual(expect.arrayContaining(taskKeys));
  }
  return events;
}

export const ofType = (events: Printed[], type: string): Printed[] => events.filter((event) => event.type === type);
