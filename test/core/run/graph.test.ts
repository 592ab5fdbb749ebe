import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mermaid } from '../../../src/core/run/graph.ts';
import { rowFor, taskTable } from '../../../src/core/task/task-table.ts';
import { policyWith } from '../policy.ts';
import { anyPolicy, undisturbed } from '../scripts.ts';
import { calm, type Simulation, simulate } from '../simulator.ts';

const names = taskTable.map((row) => row.at);
const drawn = new Set(taskTable.flatMap((row) => row.to.map((to) => `${row.at} -> ${to}`)));

test('every row of the table has a name of its own and leads to rows that exist', () => {
  expect(new Set(names).size).toBe(names.length);
  for (const row of taskTable) for (const to of row.to) expect(names, `${row.at} leads to ${to}`).toContain(to);
});

test('the table draws exactly the transitions that runs make', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyPolicy, undisturbed, (policy, script) => {
      const shown = { ...policy, strategy: 'pr' as const, forge: { kind: 'local' as const, host: '', project: '' } };
      for (const each of [policy, shown])
        for (const transition of transitionsOf(simulate(each, script))) seen.add(transition);
    }),
    { numRuns: 400, seed: 1 },
  );
  // What only tasks side by side do is rare among them.
  const forge = { kind: 'local' as const, host: '', project: '' };
  const busy = policyWith({ parallel: 3, roles: { test_engineer: 'cheap' } });
  const busyShown = policyWith({ parallel: 3, roles: { test_engineer: 'cheap' }, strategy: 'pr', forge });
  for (let number = 1; number <= 50; number += 1) {
    const odds = { ...calm, thin: 1, unseen: 0.3, refuse_plan: 0.3, conflict: 0.3, hook: number > 40 ? 0.5 : 0 };
    for (const each of [busy, busyShown])
      for (const transition of transitionsOf(simulate(each, { seed: number, tasks: 4, odds }))) seen.add(transition);
  }
  // So are tests that are asked for again once a hook has changed what was submitted.
  for (let seed = 1; seed <= 30; seed += 1) {
    const odds = { ...calm, thin: 0.5, unseen: 0.3, hook: 0.3 };
    for (const transition of transitionsOf(simulate(busy, { seed, tasks: 4, odds }))) seen.add(transition);
  }
  expect([...seen].sort()).toEqual([...drawn].sort());
});

test('the drawing is Mermaid, and holds every row and every transition of the table', () => {
  const drawing = mermaid();
  const lines = drawing.split('\n').map((line) => line.trim());
  const id = (name: string) => `task_${name.replaceAll(' ', '_')}`;
  expect(lines[0]).toBe('flowchart TD');
  for (const name of names) expect(lines).toContain(`${id(name)}["${name}"]`);
  for (const row of taskTable) for (const to of row.to) expect(lines).toContain(`${id(row.at)} --> ${id(to)}`);
});

/** From row to row, as the steps of each task were decided. */
function transitionsOf({ started, state: end }: Simulation): string[] {
  const policy = end.policy;
  if (!policy) return [];
  return end.tasks.flatMap(({ task }) => {
    const rows = started.flatMap(({ step, state }) => {
      const known = state.tasks.find((candidate) => candidate.task.id === task.id);
      const closing =
        (step.kind === 'deliver' && step.partial) ||
        (step.kind === 'pr' && ['unfinished', 'outcome'].includes(step.stage));
      const mail = step.kind === 'record' && step.event.type === 'message.received';
      if (step.task !== task.id || !known || closing || mail) return [];
      return [
        rowFor(known, policy, known.baseline ?? state.baseline, { stopped: state.stopped, tip: state.tip })?.row.at ??
          'none',
      ];
    });
    return rows.slice(1).map((row, index) => `${rows[index]} -> ${row}`);
  });
}
