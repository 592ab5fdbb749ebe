import { expect, test } from 'vitest';
import { failureSignature } from '../../src/code/signature.ts';

/** As runners of six languages tell them; `{place}` is a folder, `{n}` a number of this run. */
const faults: [string, string][] = [
  ['AssertionError', 'Expected values to be strictly equal:\n\n1 !== 2\n'],
  ['AssertionError', 'Expected values to be strictly equal:\n\n1 !== 3\n'],
  ['AssertionError', 'Expected values to be strictly equal:\n\n2 !== 1\n'],
  ['AssertionError', 'expected 1 to be 2 // Object.is equality'],
  ['AssertionError', 'expected -1 to be 2 // Object.is equality'],
  ['AssertionError', "expected 'a' to be 'b' // Object.is equality"],
  ['AssertionError', "expected 'a ' to be 'b' // Object.is equality"],
  ['AssertionError', 'expected [ 1, 2 ] to deeply equal [ 2, 1 ]'],
  ['AssertionError', 'expected { a: 1 } to deeply equal { a: 2 }'],
  ['AssertionError', 'expected undefined to be defined'],
  ['AssertionError', 'expected null to be defined'],
  ['AssertionError', "expected [Function add] to throw error including 'bad' but got 'worse'"],
  ['TypeError', "Cannot read properties of null (reading 'name')"],
  ['TypeError', "Cannot read properties of undefined (reading 'name')"],
  ['TypeError', "Cannot read properties of undefined (reading 'names')"],
  ['TypeError', 'add is not a function'],
  ['TypeError', 'user.add is not a function'],
  ['ReferenceError', 'add is not defined'],
  ['ReferenceError', 'sub is not defined'],
  ['RangeError', 'Maximum call stack size exceeded'],
  ['RangeError', 'Invalid array length'],
  ['Error', "Cannot find module '{place}/src/add.js' imported from {place}/src/add.test.js"],
  ['Error', "Cannot find module '{place}/src/sub.js' imported from {place}/src/add.test.js"],
  ['Error', "ENOENT: no such file or directory, open '{place}/data.json'"],
  ['Error', "ENOENT: no such file or directory, open '{place}/users.json'"],
  ['Error', "EACCES: permission denied, open '{place}/data.json'"],
  ['Error', 'connect ECONNREFUSED 127.0.0.1:{n}'],
  ['Error', 'listen EADDRINUSE: address already in use :::{n}'],
  ['Error', 'Test timed out in {n}ms.\nIf this is a long-running test, pass a timeout value as the last argument.'],
  ['Error', 'Hook timed out in {n}ms.'],
  ['Error', 'Request failed with status code 404'],
  ['Error', 'Request failed with status code 500'],
  ['Error', 'Property failed after {n} tests\n{ seed: {n}, path: "0:0" }\nCounterexample: [0]'],
  ['Error', 'Property failed after {n} tests\n{ seed: {n}, path: "0:0" }\nCounterexample: [-1]'],
  ['AssertionError', 'assert 1 == 2\n +  where 1 = add(1, 0)'],
  ['AssertionError', 'assert 1 == 3\n +  where 1 = add(1, 0)'],
  ['AssertionError', "{'a': 1} != {'a': 2}\n- {'a': 1}\n+ {'a': 2}"],
  ['AttributeError', "'NoneType' object has no attribute 'name'"],
  ['AttributeError', "'User' object has no attribute 'name'"],
  ['AttributeError', '<app.User object at 0x7f{n}> has no field'],
  ['KeyError', "'name'"],
  ['KeyError', "'age'"],
  ['IndexError', 'list index out of range'],
  ['IndexError', 'string index out of range'],
  ['ModuleNotFoundError', "No module named 'ratelimit'"],
  ['ModuleNotFoundError', "No module named 'requests'"],
  ['ImportError', "cannot import name 'add' from 'sums' ({place}/sums.py)"],
  ['ImportError', "cannot import name 'sub' from 'sums' ({place}/sums.py)"],
  ['ZeroDivisionError', 'division by zero'],
  ['ZeroDivisionError', 'modulo by zero'],
  ['ValueError', "invalid literal for int() with base 10: 'x'"],
  ['ValueError', "invalid literal for int() with base 10: 'y'"],
  ['RecursionError', 'maximum recursion depth exceeded'],
  ['SyntaxError', 'invalid syntax (sums.py, line {n})'],
  ['SyntaxError', 'unexpected indent (sums.py, line {n})'],
  [
    'panic',
    "thread 'tests::adds' ({n}) panicked at {place}/src/lib.rs:{n}:5:\nassertion `left == right` failed\n  left: 1\n right: 2",
  ],
  [
    'panic',
    "thread 'tests::adds' ({n}) panicked at {place}/src/lib.rs:{n}:5:\nassertion `left == right` failed\n  left: 1\n right: 3",
  ],
  ['panic', 'runtime error: index out of range [3] with length 3\n\ngoroutine {n} [running]:'],
  ['panic', 'runtime error: index out of range [4] with length 3\n\ngoroutine {n} [running]:'],
  ['panic', 'runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV addr=0x{n}]'],
  ['java.lang.NullPointerException', 'Cannot invoke "User.name()" because "user" is null'],
  ['java.lang.AssertionError', 'expected:<app.User@1b6{n}> but was:<null>'],
  ['org.opentest4j.AssertionFailedError', 'expected: <2> but was: <1>'],
  ['org.opentest4j.AssertionFailedError', 'expected: <1> but was: <2>'],
];

const signature = (type: string, message: string, name = 'sums > adds') =>
  failureSignature({ syntax: [], failures: [{ test: name, error: { type, message } }], errors: [], outcome: 'ok' });
const told = (text: string, place: string, number: string) =>
  text.replaceAll('{place}', place).replaceAll('{n}', number);

test('more than fifty different faults have signatures of their own', () => {
  const all = faults.map(([type, message]) => signature(type, told(message, '/home/a/app', '4242')));
  expect(faults.length).toBeGreaterThanOrEqual(50);
  expect(new Set(all).size).toBe(faults.length);
});

test.each([
  ['/home/me/work/app', '17'],
  ['/tmp/pawl-x8Kq2/app', '31337'],
  ['/private/var/folders/zz/T/app', '9'.repeat(4)],
  ['file:///srv/ci/build', '8080'],
])('each is the same in %s', (place, number) => {
  for (const [type, message] of faults) {
    const here = signature(type, told(message, '/home/a/app', '4242'));
    expect(signature(type, told(message, place, number)), message).toBe(here);
  }
});

test('a folder with a space in its name is a folder', () => {
  const [type, message] = ['Error', "ENOENT: no such file or directory, open '{place}/data.json'"];
  expect(signature(type, told(message, '/tmp/my app/x', '1'))).toBe(signature(type, told(message, '/home/a/app', '1')));
});

test('the same error in two tests is two faults', () => {
  expect(signature('TypeError', 'x is null', 'a.test.js > adds')).not.toBe(
    signature('TypeError', 'x is null', 'b.test.js > adds'),
  );
});
