import { describe, expect, it } from 'vitest';
import { controlFor } from '../../../src/languages/judging/control/control.ts';

const made = (text: string) =>
  controlFor({ path: 'test_a.py', text, runner: 'pytest', mark: 'k7', tests: [] }, 'callbacks');

describe('a control for code that catches, in Python', () => {
  it('fails in the assertions of a with block and of a function inside a test', async () => {
    const control = await made(
      'def test_with():\n    with s:\n        assert s.get(0) == 1\n\n\ndef test_function():\n    def visit(x):\n        assert x\n\n    each(visit)\n    assert True\n',
    );
    expect(control?.mutated).toEqual([['test_with'], ['test_function']]);
    expect(control?.text.match(/control_k7\.throw\(\)/g)).toHaveLength(2);
    expect(control?.text).toContain('        control_k7.throw()\n        assert s.get(0) == 1');
  });

  it.each([
    'import pytest\n\n\ndef test_a():\n    with pytest.raises(ValueError):\n        assert f()\n',
    'def test_a():\n    try:\n        assert f()\n    except ValueError:\n        pass\n',
    'def test_a():\n    assert f()\n',
  ])('leaves alone what is expected to fail, or is the test itself', async (text) => {
    expect(await made(text)).toBeNull();
  });
});
