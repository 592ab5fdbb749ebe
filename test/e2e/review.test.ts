import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { ServedRequest } from '../../src/faces/demo/model-server.ts';
import { outputOf } from '../../src/faces/demo/role-answer.ts';
import { deliver, turns } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right, wrong } from './support/projects.ts';
import { git, listing, put } from './support/repo.ts';
import { setting } from './support/single.ts';

const review = (place: Place, target: string, ...more: string[]) => place.pawl(['review', '--target', target, ...more]);

const nobody = '(checks only, nobody reviewed it)';
const double = '/** Twice as much. */\nexport const double = (a) => 2 * a;\n';

describe.concurrent('pawl review', () => {
  test('approves a change that a test shows, says that nobody looked, and leaves everything as it was', async ({
    place,
  }) => {
    const target = place.repo(adder);
    put(target, { 'add.js': right });
    const before = listing(target);
    const ended = await review(place, target);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^verdict {3}pass: 1 of 1 test passed/);
    expect(ended.stdout).toContain(`review    checks passed, 94/100; no model reviewed it`);
    expect(ended.stdout).toContain('tests 25/25');
    expect(ended.stdout).toContain('no model was asked: no tier can be used without a key; see pawl doctor\n');
    expect(listing(target)).toEqual(before);
  });

  test('has nothing to say of a tree in which nothing has changed', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    const ended = await review(place, target);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toBe(
      'pawl: nothing has changed since HEAD, so there is nothing to review; to compare with a branch: pawl review --base main\n',
    );
    expect(await review(place, target, '--base', 'main')).toMatchObject({
      code: 2,
      stderr: 'pawl: nothing has changed since main, so there is nothing to review: in CI, review pull requests only\n',
    });
  });

  test('refuses dangerous code that passes its tests, and names the place for machines', async ({ place }) => {
    const target = place.repo(adder);
    const sarif = place.file('review.sarif', '');
    put(target, { 'add.js': '/** The sum. */\nexport const add = (a, b) => eval(String(a)) + b;\n' });
    const ended = await review(place, target, '--json', '--sarif', sarif);
    expect(ended.code).toBe(1);
    expect(ended.lines).toHaveLength(1);
    expect(ended.lines[0]).toMatchObject({
      verdict: { status: 'pass', tests: { fixed: 1 } },
      review: {
        kind: 'feature',
        by: 'checks',
        decision: 'request_changes',
        blocking: [expect.stringMatching(/^security: .*eval.* at add\.js:2$/)],
        points: [{ rule: 'danger', file: 'add.js', line: 2, blocks: true }],
      },
    });
    const [result] = JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results;
    expect(result).toMatchObject({
      ruleId: 'danger',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'add.js' }, region: { startLine: 2 } } }],
    });
  });

  test('refuses a feature that no test shows, as a comment for a pull request, unless it is said to be none', async ({
    place,
  }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    put(target, { 'double.js': double });
    const ended = await review(place, target, '--markdown');
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(`**Pawl: changes requested**, 75/100 ${nobody}`);
    expect(ended.stdout).toContain('| tests | 5/25 |');
    expect(ended.stdout).toContain('- **Blocking:** coverage: double.js:2: no test executes this');
    expect(ended.stdout).toContain('- **Blocking:** tests: nothing shows what the change does');
    git(target, 'add', 'double.js');
    const said = await review(place, target, '--staged', '--kind', 'refactor', '--json');
    expect(said).toMatchObject({ code: 0, lines: [{ review: { kind: 'refactor', decision: 'approve' } }] });
  });

  test('refuses a change that breaks a test, whatever else there is to it', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    put(target, { 'add.js': wrong });
    const ended = await review(place, target);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/^verdict {3}fail: 0 of 1 test passed/);
    expect(ended.stdout).toContain('blocking: tests: the verdict is fail, and only a pass can be approved');
    expect(ended.stdout).toContain('add.test.js > two and three make five');
  });

  test('tells documentation and comments from the change', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right, 'README.md': 'Adds.\n' });
    put(target, { 'README.md': 'Adds two numbers.\n' });
    const docs = await review(place, target, '--json');
    expect(docs).toMatchObject({ code: 0, lines: [{ review: { kind: 'docs', score: 100 } }] });
    put(target, { 'add.js': right.replace('The sum.', 'The sum of both.') });
    const comments = await review(place, target, '--json');
    expect(comments).toMatchObject({ code: 0, lines: [{ review: { kind: 'refactor', blocking: [] } }] });
  });

  test('exits 2 where it is asked wrongly and 8 where there is nothing to judge by', async ({ place }) => {
    const target = place.repo({ 'x.c': 'int x;\n' });
    put(target, { 'x.c': 'int x = 1;\n' });
    const [models, kind, both, untested] = await Promise.all([
      review(place, target, '--review', 'on', '--tiers', 'repair'),
      review(place, target, '--kind', 'chore'),
      review(place, target, '--json', '--markdown'),
      review(place, target),
    ]);
    expect(models).toMatchObject({ code: 2, stdout: '' });
    expect([kind.code, both.code]).toEqual([2, 2]);
    expect(untested).toMatchObject({ code: 8, stdout: '' });
  });
});

describe.concurrent('pawl review with models', () => {
  const say = (findings: object[], quality: number) => (request: ServedRequest) =>
    turns([
      deliver(
        outputOf(request).includes('quality') ? { quality, findings, summary: 'It was read.' } : { findings: [] },
      ),
    ])(request);

  test('has them look at the change, and their word counts on the lines that it touches', async ({ place }) => {
    const scene = await setting(place, () => ({ text: '' }), { roles: say([], 28) });
    put(scene.target, { 'add.js': right });
    const before = listing(scene.target);
    const approved = await place.pawl(['review', ...scene.here, '--json']);
    expect(approved).toMatchObject({ code: 0, lines: [{ review: { by: 'models', breakdown: { code_quality: 28 } } }] });
    expect((approved.lines[0] as { review: { usd: number } }).review.usd).toBeGreaterThan(0);
    expect(JSON.stringify(scene.server.requests[0]?.messages)).toContain('+export const add');
    expect(listing(scene.target)).toEqual(before);
    const wrongLine = { file: 'add.js', line: 1, severity: 'blocking', message: 'It forgets to carry.' };
    const other = await setting(place, () => ({ text: '' }), { roles: say([wrongLine], 20) });
    put(other.target, { 'add.js': right });
    const blocked = await place.pawl(['review', ...other.here, '--review', 'on']);
    expect(blocked.code).toBe(1);
    expect(blocked.stdout).toContain('blocking: review: blocking at add.js:1: It forgets to carry.');
  });

  test('does not approve what they were to look at and did not: 8 for refused keys, 1 for a spent budget', async ({
    place,
  }) => {
    const refusing = () => ({ fault: { kind: 'status' as const, status: 401, body: '{"error":{"message":"no"}}' } });
    const scene = await setting(place, () => ({ text: '' }), { roles: refusing });
    put(scene.target, { 'add.js': right });
    const [refused, poor, checks] = await Promise.all([
      place.pawl(['review', ...scene.here]),
      place.pawl(['review', ...scene.here, '--budget', '0.0001', '--json']),
      place.pawl(['review', ...scene.here, '--review', 'checks']),
    ]);
    expect(refused.code).toBe(8);
    expect(refused.stdout).toContain('blocking: nobody reviewed the change: the auditor could not be asked');
    expect(poor).toMatchObject({ code: 1, lines: [{ review: { missing: [{ cause: 'budget' }] } }] });
    expect(checks.code).toBe(0);
    expect(checks.stdout).not.toContain('no model was asked');
  });
});
