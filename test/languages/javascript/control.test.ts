import { describe, expect, it } from 'vitest';
import { controlFor } from '../../../src/languages/judging/control/control.ts';

const js = async (body: string, runner = 'node:test', path = 'a.test.js') => {
  const made = await controlFor({ path, text: body, runner, mark: 'k7', tests: [] });
  return { ...made, first: made?.text.split('\n')[0] };
};

describe('the control of a JavaScript test file', () => {
  it.each([
    ['test("adds", () => assert.equal(add(1, 2), 3));', 'test("adds", () => assert.equal(add(1, 2), 4));'],
    ['test("n", () => assert.strictEqual(f(), -3));', 'test("n", () => assert.strictEqual(f(), -4));'],
    ["it('s', () => expect(f()).toBe('a'));", 'it(\'s\', () => expect(f()).toBe("a~"));'],
    ['it("b", () => expect(f()).toEqual(true));', 'it("b", () => expect(f()).toEqual(false));'],
    ['it("l", () => expect(f()).toEqual([]));', 'it("l", () => expect(f()).toEqual(["~"]));'],
    ['it("o", () => expect(f()).toEqual({ a: x, b: 2 }));', 'it("o", () => expect(f()).toEqual({ a: x, b: 3 }));'],
    ['it("p", async () => expect(f()).resolves.toBe(1));', 'it("p", async () => expect(f()).resolves.toBe(2));'],
    ['it("c", () => expect(f()).to.deep.equal([1]));', 'it("c", () => expect(f()).to.deep.equal([2]));'],
    ['it("y", () => assert.equal(3, f()));', 'it("y", () => assert.equal(4, f()));'],
    ['it("t", () => expect(f()).toBe(`x`));', 'it("t", () => expect(f()).toBe(`x~`));'],
    ['it("0", () => expect(f()).toBeNull());', 'it("0", () => expect(f()).toBeNull());'],
    ['it("m", () => expect(f()).toMatchSnapshot());', 'it("m", () => expect(["~", f()]).toMatchSnapshot());'],
    ['it("h", () => expect(f()).toHaveLength(2));', 'it("h", () => expect(f()).toHaveLength(3));'],
    ['it("e", () => expect(f).toThrow("no"));', 'it("e", () => expect(f).toThrow("no~"));'],
    ['it("r", () => assert.throws(f, { name: "E" }));', 'it("r", () => assert.throws(f, { name: "E~" }));'],
    ['it("g", () => assert.throws(f, "said so"));', 'it("g", () => assert.throws(f, "said so"));'],
    ['it("k", () => assert.ok(f() === 3));', 'it("k", () => assert.ok(f() === 4));'],
    ['it("v", () => expect(f()).toBe(1e300));', 'it("v", () => expect(f()).toBe(0));'],
    ['it("w", () => expect(f()).toEqual({ a: 1, ...x }));', 'it("w", () => expect(f()).toEqual({ a: 1, ...x }));'],
    ['it("u", () => builder.eq("id", 3));', 'it("u", () => builder.eq("id", 3));'],
  ])('changes what %s expects', async (before, after) => {
    expect((await js(before)).first).toBe(after);
  });

  it('names the tests it changed, and leaves negated, computed and outer values alone', async () => {
    const made = await js(
      [
        'const three = 3; assert.equal(three, 3);',
        'describe("d", () => { it("a", () => expect(f()).toBe(1)); it("b", () => expect(f()).not.toBe(1)); });',
        'it("c", () => expect(f()).toBe(three));',
      ].join(' '),
    );
    expect(made.mutated).toEqual([['d', 'a']]);
    expect(made.first).toContain('assert.equal(three, 3)');
    expect(made.first).toContain('.not.toBe(1)');
  });

  it('adds a test that always fails, in the way of the runner and the module', async () => {
    expect((await js('import "./x.js";')).text).toContain("import { test as test_k7 } from 'node:test';");
    expect((await js('require("./x.js");')).text).toContain("require('node:test').test(");
    expect((await js('import "./x.js";', 'vitest')).text).toContain("from 'vitest'");
    expect((await js('it("x", () => {});', 'mocha')).text).toContain('\nit("x k7"');
    expect((await js('x();', 'command')).text).toBeUndefined();
  });

  it('knows assertions by the module that they come from', async () => {
    const names = ["import { strictEqual as alike } from 'node:assert';", 'it("a", () => alike(f(), 1));'].join(' ');
    expect((await js(names)).mutated).toEqual([]);
    expect((await js(names.replace(' as alike', '').replace('alike(', 'strictEqual('))).mutated).toEqual([['a']]);
    const required = "const { deepEqual } = require('assert'); test('a', () => deepEqual(f(), [1]));";
    expect((await js(required)).mutated).toEqual([['a']]);
  });

  it.each([
    ['it("x", () => { try { assert.equal(f(), 1); } catch { seen(); } });'],
    ['it("x", () => { if (slow) assert.equal(f(), 1); });'],
    ['it("x", () => { if (slow) return; assert.equal(f(), 1); });'],
    ['it("x", (t) => { if (slow) t.skip(); assert.equal(f(), 1); });'],
    ['it("x", () => { for (const one of all) assert.equal(f(one), 1); });'],
    ['it("x", () => { thing.on("end", () => assert.equal(f(), 1)); });'],
    ['it("x", () => { assert.throws(() => assert.equal(f(), 1)); });'],
    ['it("x", () => { expect(f()).resolves.toBe(1); });'],
    ['it.fails("x", () => { assert.equal(f(), 1); });'],
    ['it("x", { todo: true }, () => { assert.equal(f(), 1); });'],
  ])('leaves alone what the test can pass without: %s', async (text) => {
    expect(await js(text)).toMatchObject({ mutated: [], first: text });
  });

  it('tells tests of one title apart by their suites, and names none that it cannot', async () => {
    const suite = (title: string, body: string) => `describe(${title}, () => { it("x", () => ${body}); });`;
    const apart = await js(suite('"a"', 'assert.equal(f(), 1)') + suite('"b"', 'f()'));
    expect(apart.mutated).toEqual([['a', 'x']]);
    const unsure = await js(suite('A.name', 'assert.equal(f(), 1)') + suite('B.name', 'f()'));
    expect(unsure.mutated).toEqual([]);
    const inner = await js('test("a", async (t) => { await t.test("b", () => assert.equal(f(), 1)); });');
    expect(inner.mutated).toEqual([['a', 'b']]);
  });

  it('makes none of a file that does not parse', async () => {
    expect((await js('const')).text).toBeUndefined();
  });

  it('reads TypeScript', async () => {
    expect(
      (await js('it("x", () => expect(f<number>()).toBe(1 as number | 2));', 'vitest', 'a.test.ts')).mutated,
    ).toEqual([]);
    expect((await js('it("x", () => expect(f<number>()).toBe(1));', 'vitest', 'a.test.ts')).mutated).toEqual([['x']]);
  });
});
