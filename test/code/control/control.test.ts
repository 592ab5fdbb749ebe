import { describe, expect, it } from 'vitest';
import { controlFor } from '../../../src/code/control/control.ts';

const js = async (body: string, runner = 'node:test', path = 'a.test.js') => {
  const made = await controlFor(path, body, runner, 'k7');
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
    expect(made.mutated).toEqual(['a']);
    expect(made.first).toContain('assert.equal(three, 3)');
    expect(made.first).toContain('.not.toBe(1)');
  });

  it('adds a test that always fails, in the way of the runner and the module', async () => {
    expect((await js('import "./x.js";')).text).toContain("import { test as canary_k7 } from 'node:test';");
    expect((await js('require("./x.js");')).text).toContain("require('node:test').test(");
    expect((await js('import "./x.js";', 'vitest')).text).toContain("from 'vitest'");
    expect((await js('it("x", () => {});', 'mocha')).text).toContain('\nit("canary k7"');
    expect(await controlFor('a.test.js', 'x();', 'command', 'k7')).toBeNull();
  });

  it('makes none of a file that does not parse', async () => {
    expect(await controlFor('a.test.js', 'const', 'node:test', 'k7')).toBeNull();
  });

  it('reads TypeScript', async () => {
    expect(
      (await js('it("x", () => expect(f<number>()).toBe(1 as number | 2));', 'vitest', 'a.test.ts')).mutated,
    ).toEqual([]);
    expect((await js('it("x", () => expect(f<number>()).toBe(1));', 'vitest', 'a.test.ts')).mutated).toEqual(['x']);
  });
});

describe('the control of a Python test file', () => {
  const py = async (body: string, runner = 'pytest') => controlFor('test_a.py', body, runner, 'k7');

  it.each([
    ['    assert add(1, 2) == 3', '    assert add(1, 2) == 4'],
    ['    assert f() == "a"  # why', '    assert f() == "a~"  # why'],
    ["    assert f() == 'a', 'message'", "    assert f() == 'a~', 'message'"],
    ['    assert f() == True', '    assert f() == False'],
    ['    assert f() == [1, 2]', '    assert f() == [2, 2]'],
    ['    self.assertEqual(f(), 3)', '    self.assertEqual(f(), 4)'],
    ['    assert f() != 3', '    assert f() != 3'],
    ['    assert f() >= 3', '    assert f() >= 3'],
    ['    assert f() == 3 or g()', '    assert f() == 3 or g()'],
  ])('changes what%s expects', async (before, after) => {
    expect((await py(`def test_x():\n${before}\n`))?.text.split('\n')[1]).toBe(after);
  });

  it('names the tests it changed, in classes too, and nothing outside of tests', async () => {
    const made = await py(
      'assert VERSION == 3\n\nclass TestA:\n    def test_m(self):\n        assert f() == 1\n\n    def helper(self):\n        assert f() == 1\n',
    );
    expect(made?.mutated).toEqual(['test_m']);
    expect(made?.text.match(/== 1\n/g)).toHaveLength(1);
  });

  it('adds a test that always fails', async () => {
    expect((await py('x = 1\n'))?.text).toContain('def test_canary_k7():');
    expect((await py('x = 1\n', 'unittest'))?.text).toContain('class Canary_k7(');
  });
});
