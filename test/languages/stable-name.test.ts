import { expect, test } from 'vitest';
import { stableName } from '../../src/languages/reports/stable-name.ts';

test.each([
  ['test_a[<function f at 0x7efccada2020>]', 'test_a[<function f at 0x…>]'],
  ['opens /tmp/pytest-of-me/pytest-12/a0/x', 'opens /tmp/pytest/a0/x'],
  ['opens /tmp/tmpk3x_91ab/x', 'opens /tmp/…/x'],
  ['opens /tmp/app-Xy12Zk', 'opens /tmp/…'],
  ['opens /tmp/fixtures/one', 'opens /tmp/fixtures/one'],
  ['GET http://127.0.0.1:43817/x', 'GET http://127.0.0.1:…/x'],
  ['GET http://localhost:8080/x', 'GET http://localhost:8080/x'],
  ['reads 0xff and 0x1F600', 'reads 0xff and 0x1F600'],
])('%j is called %j in every run', (name, stable) => {
  expect(stableName(name)).toBe(stable);
});
