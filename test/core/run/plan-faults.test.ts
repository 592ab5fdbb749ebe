import { expect, test } from 'vitest';
import { planFaults } from '../../../src/core/run/plan-faults.ts';
import type { Task } from '../../../src/schema/run/task.ts';

const task = (id: string, changes: Partial<Task> = {}): Task => ({
  ...{ id, title: id, kind: 'fix', acceptance: ['it adds'], depends_on: [], effort_hours: 1 },
  ...changes,
});

test('a plan whose tasks build on earlier ones has no fault', () => {
  expect(planFaults([task('t2'), task('t1', { depends_on: ['t2'] }), task('t9', { acceptance: [] })])).toEqual([]);
});

test.each<[string, Task[], object]>([
  [
    'a cycle',
    [task('t1', { depends_on: ['t2'] }), task('t2', { depends_on: ['t1'] })],
    { task: 0, field: 'depends_on', item: 0 },
  ],
  ['itself', [task('t1', { depends_on: ['t1'] })], { task: 0, field: 'depends_on', item: 0 }],
  ['nobody', [task('t1'), task('t2', { depends_on: ['t1', 't7'] })], { task: 1, field: 'depends_on', item: 1 }],
  ['an id twice', [task('t1'), task('t1')], { task: 1, field: 'id' }],
  ['the id of an improvement', [task('i1')], { task: 0, field: 'id' }],
  ['no title', [task('t1', { title: ' ' })], { task: 0, field: 'title' }],
  ['an empty criterion', [task('t1', { acceptance: ['a', ''] })], { task: 0, field: 'acceptance', item: 1 }],
  ['too much', [task('t1', { acceptance: Array(40).fill('x'.repeat(300)) })], { task: null, field: null }],
])('a plan with %s is told where', (_, tasks, place) => {
  expect(planFaults(tasks)).toMatchObject([place]);
});
