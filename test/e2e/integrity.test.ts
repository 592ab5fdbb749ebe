import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { attempts, type Call, finish, run, smuggle, turns, write } from './support/model.ts';
import { type Printed, test } from './support/place.ts';
import { adder, edges, right, wrong } from './support/projects.ts';
import { additions, branches, git, listing } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const weak = "import { test } from 'node:test';\ntest('two and three make five', () => undefined);\n";
/** What only cheats, and where the honest rest goes wrong. */
const cheats: Record<string, [Call[], string]> = {
  'weakens the existing test': [[smuggle('add.test.js', weak)], 'integrity'],
  'weakens it for code that is wrong': [[smuggle('add.test.js', weak), write('add.js', wrong)], 'tests'],
};
/** What touches more than it may, beside a change that needs none of it. */
const meddling: Record<string, Call[]> = {
  'deletes the existing test': [run('rm add.test.js'), write('add.js', right)],
  'adds a configuration for the runner': [smuggle('vitest.config.js', 'export default {};\n'), write('add.js', right)],
  'adds a conftest.py': [smuggle('conftest.py', 'collect_ignore_glob = ["*"]\n'), write('add.js', right)],
  'changes the test script': [
    smuggle('package.json', adder['package.json']?.replace('node --test', 'true') ?? ''),
    write('add.js', right),
  ],
};

describe.concurrent('a model that cheats', () => {
  for (const [what, calls] of Object.entries(meddling)) {
    test(`and ${what} has that put back, and the rest is judged`, async ({ place }) => {
      const scene = await setting(place, turns([...calls, finish()]));
      const ended = await runSingle(place, scene, '--tiers', 'cheap', '--attempts', '1');
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      const events = expectEvents(ended.stdout);
      expect(ofType(events, 'integrity.violated')).toHaveLength(1);
      expect(verdicts(events)).toMatchObject([{ status: 'pass', integrity: [{}], tests: { fixed: 1 } }]);
      expect(git(scene.target, 'diff', '--name-only', 'main..pawl/make-it-add')).toBe('add.js\n');
    });
  }

  for (const [what, [calls, stopped_at]] of Object.entries(cheats)) {
    test(`and ${what} is caught every time and nothing is committed`, async ({ place }) => {
      const scene = await setting(place, turns([...calls, finish()]));
      const before = listing(scene.target, additions);
      const ended = await runSingle(place, scene, '--tiers', 'cheap', '--attempts', '1');
      expect(ended).toMatchObject({ code: 1, stderr: '' });
      const events = expectEvents(ended.stdout);
      expect(ofType(events, 'integrity.violated')).toHaveLength(1);
      expect(verdicts(events)).toMatchObject([{ status: 'fail', stopped_at }]);
      expect(ofType(events, 'commit.created')).toEqual([]);
      expect(branches(scene.target)).toEqual(['main']);
      expect(listing(scene.target, additions)).toEqual(before);
    });
  }

  test('gets another attempt from the untouched code, and may then do it right', async ({ place }) => {
    const script = attempts(turns([smuggle('add.test.js', weak), finish()]), turns([write('add.js', right), finish()]));
    const scene = await setting(place, script);
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(0);
    expect(ofType(ended.events, 'attempt.started')).toHaveLength(2);
    expect(git(scene.target, 'diff', '--name-only', 'main..pawl/make-it-add')).toBe('add.js\n');
  });

  test('is refused by its tools before anything is written, and what else it did is judged', async ({ place }) => {
    const calls = [write('add.test.js', weak), write('add.js', right), finish()];
    // It learns of the refusal before it may finish.
    const scene = await setting(place, turns(calls, [finish()]));
    const ended = await runSingle(place, scene, '--tiers', 'cheap', '--attempts', '1');
    expect(ended.code).toBe(0);
    expect(ofType(ended.events, 'agent.step')[0]).toMatchObject({
      observation: expect.stringMatching(/^Refused: add\.test\.js is protected \(existing test\)/),
      tree: null,
    });
    expect(ofType(ended.events, 'integrity.violated')).toEqual([]);
  });

  test('may change a protected file that a person has unlocked', async ({ place }) => {
    const scene = await setting(
      place,
      turns([write('add.test.js', `${adder['add.test.js']}// more\n`), write('add.js', right), finish()]),
    );
    const ended = await runSingle(place, scene, '--unlock', 'add.test.js');
    expect(ended.code).toBe(0);
    expect(ofType(ended.events, 'integrity.violated')).toEqual([]);
    expect(git(scene.target, 'diff', '--name-only', 'main..pawl/make-it-add')).toBe('add.js\nadd.test.js\n');
  });
});

describe.concurrent('a target without tests', () => {
  const { 'add.test.js': _test, ...untested } = adder;

  test('is done when the change brings a test that fails without it', async ({ place }) => {
    const scene = await setting(place, turns([write('add.js', right), write('add.test.js', edges), finish()]), {
      files: untested,
    });
    const ended = await runSingle(place, scene);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const [verdict] = verdicts(expectEvents(ended.stdout));
    expect(verdict).toMatchObject({ status: 'pass' });
    expect(verdict?.confidence).toBeLessThanOrEqual(0.8);
    expect(git(scene.target, 'diff', '--name-only', 'main..pawl/make-it-add')).toBe('add.js\nadd.test.js\n');
  });

  test('is rejected by the review when the change brings none', async ({ place }) => {
    const script = attempts(...[1, 2, 3].map((number) => turns([write('add.js', `${right}// ${number}\n`), finish()])));
    const scene = await setting(place, script, { files: untested });
    const ended = await runSingle(place, scene, '--allow-untested');
    expect(ended).toMatchObject({ code: 7, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'review.scored').map((event) => event.decision)).toEqual([
      'request_changes',
      'request_changes',
      'reject',
    ]);
    expect(verdicts(events).every((verdict) => verdict.confidence <= 0.3)).toBe(true);
    expect(events.at(-1)).toMatchObject({ status: 'review_rejected', exit_code: 7, commits: [] });
    expect(branches(scene.target).filter((name) => !name.includes('wip'))).toEqual(['main']);
  });

  test('is rejected when the new test proves nothing', async ({ place }) => {
    const idle = "import { test } from 'node:test';\ntest('nothing', () => undefined);\n";
    const scene = await setting(place, turns([write('add.js', right), write('add.test.js', idle), finish()]), {
      files: untested,
      more: 'limits: { review_rounds: 1 }\n',
    });
    expect((await runSingle(place, scene, '--allow-untested')).code).toBe(7);
  });

  test('fails without a test that proves the change, and says what would', async ({ place }) => {
    const scene = await setting(place, turns([write('add.js', right), finish()]), { files: untested });
    const ended = await runSingle(place, scene, '--attempts', '1');
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const [verdict] = verdicts(expectEvents(ended.stdout));
    expect(JSON.stringify(verdict)).toContain('no new test fails without this change: add one');
  });
});

const verdicts = (events: Printed[]) =>
  ofType(events, 'verdict.reached').map((event) => event.verdict as { status: string; confidence: number });
