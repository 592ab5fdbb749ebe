import { describe, expect, test } from 'vitest';
import { improve } from '../../../src/rooms/plan/improve.ts';
import { call, type Line, scriptedModel } from '../../agents/thinking.ts';
import { policyWith, tier } from '../../core/policy.ts';
import { adder, right } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const thought = 'because';
const auto = policyWith({ plan: 'auto', improve: 1 });

/** A run whose one task is committed with these files, at its improvement cycle. */
async function improved(
  lines: Line[],
  { policy = auto, files = { 'README.md': '# adder\n' } as Record<string, string> } = {},
) {
  const model = scriptedModel((turn) => lines[turn] ?? lines.at(-1) ?? { text: '' });
  const place = await placeWith({ policy, model, files: { ...adder, 'add.js': right } });
  const tree = await place.attempt(files);
  place.ruled({
    coverage: { changed_lines: 5, covered: 1, required: 0.8, met: false },
    findings: [{ kind: 'coverage', file: 'add.js', line: 3, text: 'add.js:3-6: no test executes this' }],
  });
  const sha = await place.clone.commit({ tree, parent: place.target.head, message: 'done', at: 0 });
  place.tell(
    { type: 'commit.created', task: 't1', branch: 'pawl/x', sha, tree, parent: place.target.head, partial: false },
    { type: 'task.finished', task: 't1', status: 'completed', reason: '' },
  );
  const said = await place.lets((context, world) => improve({ kind: 'improve', task: null }, context, world));
  const proposed = said.flatMap((event) =>
    event.type === 'improvement.proposed' ? [[event.title, event.priority, event.by]] : [],
  );
  return { said, proposed, requests: model.requests, tasks: only(said, 'plan.proposed').tasks };
}
const idea = (title: string, impact: string, effort_hours: number) => ({
  title,
  category: 'documentation',
  impact,
  effort_hours,
  acceptance: ['said'],
});
const untested = ['Add tests for the untested code in add.js', 4.65, 'code'];

describe('an improver', () => {
  test('proposes, and the best proposal becomes a task', async () => {
    const improvements = [idea('low', 'low', 0), idea('high', 'high', 2), idea('slow', 'high', 30)];
    const { said, tasks, proposed } = await improved([call('finish', { thought, improvements })]);
    expect(proposed).toEqual([['high', 9, 'improver'], untested, ['low', 2, 'improver'], ['slow', -5, 'improver']]);
    expect(tasks).toMatchObject([{ id: 'i1', title: 'high', kind: 'docs', acceptance: ['said'] }]);
    expect(said.at(-1)).toMatchObject({ type: 'plan.proposed', improvement: true });
  });

  test('sees the change, what is protected, and what checks saw', async () => {
    const { requests } = await improved([call('finish', { thought, improvements: [] })]);
    const prompt = requests[0]?.messages[1]?.text ?? '';
    expect(prompt).toContain('- make add add: README.md');
    expect(prompt).toContain('+# adder');
    expect(prompt).toMatch(/# Protected: no change to these is accepted\n.*add\.test\.js/);
    expect(prompt).toContain(`- ${untested[0]}`);
  });

  test.each<[string, Line]>([
    ['finds nothing', call('finish', { thought, improvements: [] })],
    ['cannot be reached', { fault: { kind: 'unauthorized', message: 'no' } }],
  ])('that %s leaves what code saw', async (_, line) => {
    expect((await improved([line])).tasks).toMatchObject([
      {
        id: 'i1',
        title: untested[0],
        acceptance: ['tests execute the code at add.js, line 3 and fail if it is wrong'],
      },
    ]);
  });

  test('that praises, or names nothing, is told so and asked again', async () => {
    const vague = { ...idea(' ', 'high', 1), acceptance: ['it is clean'] };
    const { requests } = await improved([
      call('finish', { thought, improvements: [vague] }),
      call('finish', { thought, improvements: [] }),
    ]);
    expect(requests[1]?.messages.at(-1)?.text).toMatch(/task 1: the title is empty; .*no test can show "it is clean"/);
  });
});

describe('an improvement', () => {
  test('that code saw needs no improver, but somebody who develops', async () => {
    const agent = { ...tier('agent'), model: null, developer: 'command' as const, command: ['true'] };
    const repairer = { ...tier('repair'), model: null, developer: 'repair' as const };
    const byAgent = await improved([], { policy: { ...auto, tiers: [agent] } });
    expect([byAgent.requests, byAgent.tasks]).toMatchObject([[], [{ title: untested[0] }]]);
    const byNobody = await improved([], { policy: { ...auto, tiers: [repairer] } });
    expect([byNobody.proposed, byNobody.tasks]).toEqual([[untested], []]);
  });

  test('that is not worth its effort is not made', async () => {
    const improvements = [idea('slow', 'high', 30)];
    const { proposed } = await improved([call('finish', { thought, improvements })]);
    expect(proposed.at(-1)).toEqual(['slow', -5, 'improver']);
  });

  test('comes from the files as they are now: repeated code among them', async () => {
    const body = Array.from({ length: 12 }, (_, index) => `  total += part${index}(values, ${index});`).join('\n');
    const copy = (name: string) => `export function ${name}(values) {\n  let total = 0;\n${body}\n  return total;\n}\n`;
    const { proposed } = await improved([call('finish', { thought, improvements: [] })], {
      files: { 'one.js': copy('one'), 'two.js': copy('two') },
    });
    expect(proposed).toContainEqual([
      'Remove the duplicate code in two.js:1-16 and one.js:1-16',
      expect.any(Number),
      'code',
    ]);
  });
});
