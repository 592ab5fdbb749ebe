import { describe, expect, test } from 'vitest';
import { develop } from '../../../src/rooms/develop/develop.ts';
import { policyWith } from '../../core/policy.ts';
import { adder, right } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const step = { kind: 'develop', task: 't1', attempt: 1, tier: 'cheap', from_tree: null } as const;

describe('an attempt', () => {
  test('starts from base, ends in a tree, and tells what changed', async () => {
    const place = await placeWith();
    const said = await place.lets((context, world) => develop(step, context, world));
    expect(said.map((event) => event.type)).toEqual(['attempt.started', 'attempt.finished']);
    expect(only(said, 'attempt.started')).toMatchObject({ tier: 'cheap', attempt: 1, from_tree: place.base });
    const done = only(said, 'attempt.finished');
    expect(done).toMatchObject({ files: ['add.js'], insertions: 1, deletions: 1, ended: 'finished' });
    expect(await place.clone.read(done.tree, 'add.js')).toBe(right);
    expect(await place.world.blobs.text(done.diff_ref)).toContain('+export const add = (a, b) => a + b;');
    expect(await place.world.blobs.text(only(said, 'attempt.started').prompt_ref ?? '')).toMatch(/^Implement this\./);
  });

  test('that was cut off goes on with the same words, from the newest tree, and starts no second time', async () => {
    const place = await placeWith();
    const tree = await place.attempt({ 'half.js': '1;\n' });
    place.events.pop();
    const prompt_ref = await place.world.blobs.put('The same words.');
    place.events.pop();
    place.tell(
      { type: 'attempt.started', task: 't1', tier: 'cheap', attempt: 1, from_tree: place.base, prompt_ref },
      {
        type: 'agent.step',
        agent: 'developer',
        task: 't1',
        attempt: 1,
        step: 1,
        thought: 't',
        action: 'write',
        action_input: {},
        observation: '',
        reflection: '',
        decision: 'continue',
        reason: '',
        tree,
        result_ref: 'a'.repeat(64),
        key: 'k',
      },
    );
    const said = await place.lets((context, world) => develop(step, context, world));
    expect(said.map((event) => event.type)).toEqual(['attempt.finished']);
    expect(only(said, 'attempt.finished').files.sort()).toEqual(['add.js', 'half.js']);
    expect(place.assignments[0]).toMatchObject({ prompt: 'The same words.', resume: { steps: 1, keys: ['k'] } });
  });

  test('knows what is protected, and what a person unlocked', async () => {
    const place = await placeWith({ policy: policyWith({ unlock: ['package-lock.json'] }) });
    await place.lets((context, world) => develop(step, context, world));
    const [assignment] = place.assignments;
    const paths = [
      'add.js',
      'test/add.test.js',
      'test/new.test.js',
      'vitest.config.ts',
      'package-lock.json',
      'yarn.lock',
    ];
    expect(paths.filter((path) => assignment?.isProtected(path))).toEqual([
      'test/add.test.js',
      'vitest.config.ts',
      'yarn.lock',
    ]);
  });

  test('is told before it writes what the judge would undo, by the rules of the judge', async () => {
    const files = {
      ...adder,
      'CMakeLists.txt': 'add_library(calc src/add.c)\n',
      'test/data.txt': 'one\n',
    };
    const place = await placeWith({ files });
    await place.lets((context, world) => develop(step, context, world));
    const breach = (path: string, content: string) => place.assignments[0]?.breach(path, content);
    const manifest = JSON.parse(adder['package.json'] ?? '{}');
    expect(await breach('./test/add.test.js', 'x')).toBe('existing test');
    expect(await breach('test/data.txt', 'x')).toBe('existing test support');
    expect(await breach('package.json', JSON.stringify({ ...manifest, scripts: { test: 'true' } }))).toBe(
      'protected keys: scripts',
    );
    expect(await breach('CMakeLists.txt', 'project(other)\n')).not.toBeNull();
    const free: [string, string][] = [
      ['add.js', 'x'],
      ['test/new.test.js', 'x'],
      ['package.json', JSON.stringify({ ...manifest, description: 'adds' })],
      ['CMakeLists.txt', 'add_library(calc src/add.c src/sub.c)\n'],
    ];
    for (const [path, content] of free) expect(await breach(path, content), path).toBeNull();
  });

  test('of endless words and files fits an event', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`${'é'.repeat(100)}${index}.js`, '1;\n']),
    );
    const place = await placeWith({ develop: async () => ({ files, summary: '\u0001'.repeat(30_000) }) });
    const done = only(await place.lets((context, world) => develop(step, context, world)), 'attempt.finished');
    expect(done.files).toHaveLength(40);
    expect(done.insertions).toBe(120);
  });

  test('by a tier that is not in the policy is refused', async () => {
    const place = await placeWith();
    const wrong = { ...step, tier: 'nobody' };
    await expect(place.lets((context, world) => develop(wrong, context, world))).rejects.toThrow(
      'there is no tier nobody',
    );
  });
});
