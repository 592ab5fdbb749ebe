import { describe, expect, test } from 'vitest';
import { review } from '../../../src/rooms/review/review.ts';
import { shortened } from '../../../src/rooms/verify/shortened.ts';
import type { Finding } from '../../../src/schema/judge/finding.ts';
import { maxEventBytes } from '../../../src/schema/run/event.ts';
import { verdictWith } from '../../core/verdict.ts';
import { adder, right } from '../../engine/house.ts';
import { only, type PlaceOptions, placeWith } from '../place.ts';

const feature = 'export const double = (a) => 2 * a;\n';

const proven: Judged = { tests: { total: 2, passed: 2, fixed: 1 } };
const unproven: Judged = { warnings: ['unproven: no test fails without this change and passes with it'] };
type Judged = Parameters<Awaited<ReturnType<typeof placeWith>>['ruled']>[0];

/** Reviews a change that passed its verdict. */
async function reviewed(files: Record<string, string>, options: PlaceOptions & { judged?: Judged } = {}) {
  const place = await placeWith(options);
  await place.attempt(files);
  place.ruled({ status: 'pass', ...(options.judged ?? proven) });
  const said = await place.lets((context, world) => review({ kind: 'review', task: 't1', attempt: 1 }, context, world));
  return only(said, 'review.scored');
}

describe('the review', () => {
  test('of a clean change that fixes a test is 100', async () => {
    expect(await reviewed({ 'add.js': right })).toMatchObject({
      score: 100,
      decision: 'approve',
      blocking: [],
      round: 1,
    });
  });

  test('of a secret blocks, names the place and never the secret', async () => {
    const token = ['ghp_', 'a1B2'.repeat(9)].join('');
    const scored = await reviewed({ 'add.js': `${right}const token = '${token}';\n` });
    expect(scored).toMatchObject({
      decision: 'request_changes',
      blocking: ['security: a GitHub token at add.js:2'],
      breakdown: { security: 0 },
    });
    expect(JSON.stringify(scored)).not.toContain(token);
  });

  test.each([
    ['eval', 'export const run = (text) => eval(text);\n'],
    ['shell', "import { exec } from 'node:child_process';\nexport const run = (name) => exec('ls ' + name);\n"],
    ['SQL', 'export const find = (db, name) => db.query("SELECT * FROM users WHERE name = " + name);\n'],
    ['innerHTML', 'export const show = (node, text) => {\n  node.innerHTML = text;\n};\n'],
  ])('of an injection by %s blocks, although the score would do', async (_, text) => {
    const scored = await reviewed({ 'add.js': right, 'run.js': text });
    expect(scored).toMatchObject({ score: 90, decision: 'request_changes' });
    expect(scored.blocking).toEqual([expect.stringMatching(/^security: .* at run\.js:\d$/)]);
  });

  test('of an unproven feature without a word does not approve, and says what is missing', async () => {
    const scored = await reviewed({ 'double.js': feature }, { judged: unproven, task: { kind: 'feature' } });
    expect(scored).toMatchObject({ decision: 'request_changes', breakdown: { test_coverage: 10, documentation: 9 } });
    expect(scored.blocking.join()).toContain('add a test that fails without it');
  });

  test('of code that calls itself documentation wants proof all the same', async () => {
    const scored = await reviewed({ 'double.js': feature }, { judged: unproven, task: { kind: 'docs' } });
    expect(scored).toMatchObject({ decision: 'request_changes', breakdown: { test_coverage: 10 } });
    expect(scored.blocking.join()).toContain('nothing shows what the change does');
    const docs = await reviewed({ 'README.md': '# adder\n' }, { judged: {}, task: { kind: 'docs' } });
    expect(docs).toMatchObject({ score: 100, decision: 'approve' });
    const remark = `// Adds two numbers.\n${adder['add.js']}`;
    const comment = await reviewed({ 'add.js': remark }, { judged: unproven, task: { kind: 'docs' } });
    expect(comment).toMatchObject({ decision: 'approve', breakdown: { test_coverage: 25 } });
  });

  test('sees lines that no test executes behind sixty flaky tests', async () => {
    const flaky = Array.from({ length: 60 }, (_, at): Finding => ({ kind: 'flaky', text: `a.test.js:1: test ${at}` }));
    const uncovered: Finding = { kind: 'coverage', file: 'add.js', line: 1, text: 'add.js:1: no test executes this' };
    const coverage = { changed_lines: 1, covered: 0, required: 1, met: false };
    const verdict = { ...verdictWith({ coverage, ...proven }), findings: [...flaky, uncovered] };
    const scored = await reviewed({ 'add.js': right }, { judged: { ...shortened(verdict), status: 'pass' } });
    expect(scored).toMatchObject({ score: 95, decision: 'request_changes', breakdown: { test_coverage: 20 } });
    expect(scored.feedback).toContain('coverage: add.js:1: no test executes this');
  });

  test('of a project without tests that brings none blocks', async () => {
    const bare = { measured: true, files: { 'add.js': right }, judged: unproven, task: { kind: 'feature' as const } };
    const scored = await reviewed({ 'double.js': feature }, bare);
    expect(scored.blocking).toEqual([
      'tests: the project has no tests, and the change adds none that fails without it',
    ]);
  });

  test('looks for smells in the product alone', async () => {
    const noisy = "import { test } from 'node:test';\ntest('x', () => console.log(1));\ndebugger;\n";
    expect((await reviewed({ 'add.js': right, 'test/x.test.js': noisy })).breakdown.code_quality).toBe(30);
    expect((await reviewed({ 'add.js': `${right}console.log(1);\n` })).breakdown.code_quality).toBe(25);
  });

  test('fits an event, whatever was found, and keeps what blocks', async () => {
    const token = ['ghp_', 'a1B2'.repeat(9)].join('');
    const lines = Array.from({ length: 80 }, (_, index) => `const t${index} = '${token}';`).join('\n');
    const scored = await reviewed({ 'add.js': right, [`src/${'é'.repeat(100)}.js`]: lines });
    expect(Buffer.byteLength(JSON.stringify(scored))).toBeLessThan(maxEventBytes);
    expect(scored.blocking.length).toBeGreaterThan(0);
    expect(scored.decision).toBe('request_changes');
  });

  test('of a break of the exported API blocks, unless a note announces it or it was asked for', async () => {
    const files = { ...adder, 'index.js': `export { add } from './add.js';\nexport const zero = 0;\n` };
    const gone = { 'add.js': right, 'index.js': `export { add } from './add.js';\n` };
    const published = { ...files, 'package.json': '{ "name": "adder", "version": "1.0.0", "type": "module" }\n' };
    const silent = await reviewed(gone, { files: published });
    expect(silent).toMatchObject({ score: 100, decision: 'request_changes' });
    expect(silent.blocking).toEqual([expect.stringContaining('api: zero is gone (index.js)')]);
    const noted = await reviewed({ ...gone, 'CHANGELOG.md': '- `zero` is gone.\n' }, { files: published });
    expect(noted).toMatchObject({ decision: 'approve', blocking: [], breaking: ['zero is gone (index.js)'] });
    const asked = await reviewed(gone, { files: published, request: 'make it add, and remove zero' });
    expect(asked).toMatchObject({ decision: 'approve', breaking: ['zero is gone (index.js)'] });
  });

  test('of a fix that only adds a constant that nothing uses, and no test, blocks whatever its score', async () => {
    const constant = { 'add.js': `${adder['add.js']}\n/** Not used. */\nconst fixed = true;\n` };
    const scored = await reviewed(constant, { judged: unproven, task: { kind: 'fix' } });
    expect(scored).toMatchObject({ score: 80, decision: 'request_changes' });
    expect(scored.blocking.join()).toContain('nothing shows what the change does');
  });

  test('rejects in the last round', async () => {
    const place = await placeWith({ task: { kind: 'feature' } });
    const submitted = { from: 'tech_lead', to: 'moderator', kind: 'PR_SUBMITTED', task: 't1', ref: null } as const;
    await place.attempt({ 'double.js': feature });
    place.ruled({ status: 'pass', ...unproven });
    place.tell({ type: 'message.sent', ...submitted, round: 3, feedback: [] });
    const said = await place.lets((context, world) =>
      review({ kind: 'review', task: 't1', attempt: 1 }, context, world),
    );
    expect(only(said, 'review.scored')).toMatchObject({ decision: 'reject', round: 3 });
  });
});
