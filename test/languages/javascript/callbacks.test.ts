import { describe, expect, it } from 'vitest';
import { controlFor } from '../../../src/languages/judging/control/control.ts';

const made = (text: string, runner = 'node:test', path = 'a.test.js') =>
  controlFor({ path, text, runner, mark: 'k7', tests: [] }, 'callbacks');

const head = "import test from 'node:test';\nimport assert from 'node:assert';\n";

describe('a control for code that catches', () => {
  it('fails in the first assertion of what a test hands out, and only there', async () => {
    const control = await made(
      `${head}test('each', () => {\n  each([1], (x) => {\n    n += 1;\n    assert.equal(x, 1);\n    assert.ok(x);\n  });\n  assert.equal(n, 1);\n});\ntest('plain', () => {\n  assert.equal(1, 1);\n});\n`,
    );
    expect(control?.mutated).toEqual([['each']]);
    expect(control?.text).toContain("test('each', guard_k7(() => {");
    expect(control?.text.match(/throw_k7\(\), /g)).toHaveLength(1);
    expect(control?.text).toContain('(throw_k7(), assert.equal(x, 1));\n    assert.ok(x);');
  });

  it.each([
    ['what is expected to throw', "test('a', () => {\n  assert.throws(() => { assert.ok(f()); });\n});\n"],
    [
      'what the test catches itself',
      "test('a', () => {\n  try { f(() => assert.ok(1)); } catch (error) { f(error); }\n});\n",
    ],
    ['tests that run beside each other', "test.concurrent('a', () => {\n  f(() => assert.ok(1));\n});\n"],
  ])('leaves %s alone', async (_what, text) => {
    expect(await made(`${head}${text}`)).toBeNull();
  });

  it('leaves tests alone that are ended by a callback', async () => {
    expect(await made("it('a', (done) => {\n  f(() => { expect(1).toBe(1); done(); });\n});\n", 'mocha')).toBeNull();
  });
});
