import { describe, expect, it } from 'vitest';
import { planText, readPlan } from '../../../src/faces/cli/plan/plan-file.ts';
import type { Task } from '../../../src/schema/run/task.ts';

const task: Task = {
  ...{ id: 't1', title: 'make add add', kind: 'fix', acceptance: ['add(1, 2) is 3'], depends_on: [], effort_hours: 1 },
};

describe('a plan that a person edits', () => {
  it('reads back as it was written', () => {
    expect(readPlan(planText([task]))).toMatchObject({ tasks: [task] });
  });

  it.each([
    ['a star that YAML takes for an alias', 'tasks:\n  - title: one\n    acceptance:\n      - *args\n', 4],
    ['an alias of what it is in', 'tasks: &all\n  - title: one\n    acceptance: *all\n', 3],
  ])('has %s refused by its line', (_what, text, line) => {
    expect(readPlan(text)).toEqual({
      faults: [{ line, text: 'a star begins an alias: put the text into quotes' }],
    });
  });
});
