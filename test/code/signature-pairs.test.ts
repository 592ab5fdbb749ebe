import { expect, test } from 'vitest';
import { type Failure, failureSignature, normaliseMessage } from '../../src/code/signature.ts';

/** One fault, told twice: on another machine, at another time, or after the code has moved. */
const same: [string, string][] = [
  ['Error at 2026-11-15T10:00:00Z', 'Error at 2026-11-14T09:59:59.123+02:00'],
  ['Date: Sun, 15 Nov 2026 10:00:00 GMT rejected', 'Date: Mon, 16 Nov 2026 11:01:02 GMT rejected'],
  ['Date: Sun, 15 Nov 2026 10:00:00 +0100 rejected', 'Date: Mon, 16 Nov 2026 11:01:02 -0500 rejected'],
  [
    'at Sun Nov 15 2026 10:00:00 GMT+0100 (Central European Standard Time)',
    'at Mon Nov 16 2026 11:00:00 GMT+0000 (Coordinated Universal Time)',
  ],
  ['at Sun Nov 15 10:00:00 2026', 'at Mon Nov 16 11:00:00 2026'],
  ['at Sun Nov 15 10:00:00 UTC 2026', 'at Mon Nov 16 11:00:00 CET 2026'],
  ['[15/Nov/2026:10:00:00 +0000] GET /', '[16/Nov/2026:11:00:00 +0000] GET /'],
  ['on 11/15/2026, 10:00:00 AM it failed', 'on 11/16/2026, 9:20:10 PM it failed'],
  ['expired 1763200000000', 'expired 1763299999123'],
  ['created_at: 1763200000.123', 'created_at: 1763299999.9'],
  ['done in 1.2s', 'done in 0.8s'],
  ['done in 1m3s', 'done in 2m10s'],
  ['done in 1m 3s', 'done in 59s'],
  ['took 1.2s', 'took 850ms'],
  ['elapsed: 00:01:03', 'elapsed: 00:00:59'],
  ['FAIL (1.2s)', 'FAIL (0.01s)'],
  ['--- FAIL: TestX (0.00s)', '--- FAIL: TestX (1.20s)'],
  ['ran 1 test in 0.003s', 'ran 1 test in 0.103s'],
  ['took 1h2m3.5s', 'took 2m3.5s'],
  ['timeout of 5000ms exceeded', 'timeout of 6000ms exceeded'],
  [
    'cannot open /tmp/pytest-of-root/pytest-12/test_x0/data.json',
    'cannot open /tmp/pytest-of-ci/pytest-99/test_x0/data.json',
  ],
  ['cannot open /tmp/tmpab12cd/data.json', 'cannot open /tmp/tmpzz99qq/data.json'],
  ['cannot open /var/folders/x1/abc123/T/tmp.Xy/data.json', 'cannot open /var/folders/q9/zz/T/tmp.Qq/data.json'],
  [
    'cannot open C:\\Users\\anna\\AppData\\Local\\Temp\\x1\\data.json',
    'cannot open C:\\Users\\ci\\AppData\\Local\\Temp\\y2\\data.json',
  ],
  ["cannot open 'C:\\Users\\anna b\\w\\data.json'", "cannot open 'D:\\build agent\\w\\data.json'"],
  ['at C:\\w\\src\\add.js:3:7', 'at D:\\x\\src\\add.js:9:1'],
  ['File "/home/a/w/x.py", line 3, in f', 'File "/srv/b/x.py", line 30, in f'],
  ['File "C:\\w\\x.py", line 3, in f', 'File "D:\\b\\x.py", line 30, in f'],
  ['\u001b[31mexpected\u001b[0m 3', 'expected 3'],
  ['\u001b[38;5;196mexpected\u001b[0m 3', '\u001b[1;31mexpected\u001b[22m 3'],
  ['object at 0x7f00deadbeef', 'object at 0x55aa01'],
  ['Foo@1b6d3586 is not Bar', 'Foo@4554617c is not Bar'],
  ['row 123e4567-e89b-12d3-a456-426614174000', 'row 550E8400-E29B-41D4-A716-446655440000'],
  ['seed=12345 failed', 'seed=999 failed'],
  ['Random seed: 0xDEADBEEF', 'Random seed: 0x12'],
  ['--seed 42 failed', '--seed 43 failed'],
  ['Using --randomly-seed=123', 'Using --randomly-seed=456'],
  ['shuffle seed 17', 'shuffle seed 23423'],
  ['-test.shuffle 1763200000123456789', '-test.shuffle 1763200999123456789'],
  ['listen EADDRINUSE: address already in use :::3000', 'listen EADDRINUSE: address already in use :::3001'],
  ['http://127.0.0.1:40001/x refused', 'http://127.0.0.1:40999/x refused'],
  ['dial tcp [::1]:40001: connection refused', 'dial tcp [::1]:40002: connection refused'],
  ['read tcp 127.0.0.1:40001->127.0.0.1:5432: reset', 'read tcp 127.0.0.1:40777->127.0.0.1:5432: reset'],
  ["HTTPConnectionPool(host='localhost', port=40001)", "HTTPConnectionPool(host='localhost', port=40002)"],
  ['pid 123 died', 'pid 9 died'],
  ['worker (pid: 123) died', 'worker (pid: 4567) died'],
  ['goroutine 17 [running]:', 'goroutine 42 [running]:'],
  ["thread 'main' panicked at src/lib.rs:3:5:", "thread 'main' panicked at src/lib.rs:9:13:"],
  ["thread 'tests::x' (12345) panicked", "thread 'tests::x' (22222) panicked"],
  ['sums.py:3: AssertionError', 'sums.py:33: AssertionError'],
  ['add.js:3:7 SyntaxError', 'add.js:30:1 SyntaxError'],
  ["src/add.ts(3,7): error TS2304: Cannot find name 'x'", "src/add.ts(30,1): error TS2304: Cannot find name 'x'"],
  ['Unexpected token (3:7)', 'Unexpected token (30:1)'],
  ['Unexpected token at line 3, column 7', 'Unexpected token at line 30, column 1'],
  ['JSON at position 7 (line 1 column 8)', 'JSON at position 7 (line 2 column 1)'],
  ['etag "5d41402abc4b2a76b9719d911017c592"', 'etag "7d793037a0760186574b0282f2f435e7"'],
  ['commit 1a2b3c4d5e is gone', 'commit 9f8e7d6c5b is gone'],
  [
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'sha256:60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  ],
  ['heap 12.3 MB used at 0xffff', 'heap 12.3 MB used at 0xaaaa'],
  ['container pawl-x_1700000000000', 'container pawl-x_1700000000999'],
  ['file:///home/a/w/add.js:3', 'file:///srv/b/add.js:9'],
  ['  expected\t1', 'expected 1'],
  ['expected 1\r\nto be 2', 'expected 1\nto be 2'],
  ['Ran 3 tests in 0.002s\n\nFAILED', 'Ran 3 tests in 1.202s\n\nFAILED'],
  ['at 10:00:00.123 PM', 'at 11:11:11.456 AM'],
  ['20261115T100000Z bad', '20261116T110000Z bad'],
  ['2026/11/15 10:00:00 panic', '2026/11/16 11:00:00 panic'],
  ['object #<Foo:0x000055d5>', 'object #<Foo:0x00007f01>'],
];

/** Two faults that a greedy rule would take for one. */
const different: [string, string][] = [
  ['expected 3 to be 4', 'expected 3 to be 5'],
  ['expected 3', 'expected 4'],
  ['index 7 out of range', 'index 8 out of range'],
  ['status 404', 'status 500'],
  ['HTTP 404', 'HTTP 500'],
  ['got 404: Not Found', 'got 403: Not Found'],
  ["KeyError: 'name'", "KeyError: 'age'"],
  ['cannot open /home/a/data.json', 'cannot open /home/a/users.json'],
  ['cannot open /tmp/x1/data.json', 'cannot open /tmp/x1/users.json'],
  ["expected '5s' to be '6s'", "expected '5s' to be '7s'"],
  ['expected 1.5 to be 2.5', 'expected 1.5 to be 3.5'],
  ['expected 12 items', 'expected 13 items'],
  ['expected -1', 'expected 1'],
  ['a.py: bad', 'b.py: bad'],
  ["cannot import name 'add'", "cannot import name 'sub'"],
  ['error TS2304', 'error TS2305'],
  ['errno 2', 'errno 13'],
  ['exit code 1', 'exit code 2'],
  ['expected "2026-11-15" to be "2026-11-16" in \'a\'', 'expected "2026-11-15" to be "2026-11-16" in \'b\''],
  ['position 7', 'position 8'],
  ["expected 'abc' to be 'abd'", "expected 'abc' to be 'abe'"],
  ['expected [1, 2] to equal [2, 1]', 'expected [1, 2] to equal [1, 3]'],
  ["expected 'deadbeef' to be x", "expected 'facecafe' to be x"],
  ["expected '#ff0000' to be '#00ff00'", "expected '#ff0000' to be '#0000ff'"],
  ['expected 10:30 to be 10:31', 'expected 10:30 to be 10:32'],
  ['expected 100 ms budget 3', 'expected 100 ms budget 4'],
  ['assert 200 == 404', 'assert 200 == 500'],
  ['assert 3s == 4s', 'assert 3s == 5s'],
  ['expected 1 to be 0x10', 'expected 1 to be 0x11'],
  ['expected 10000000 to be 1', 'expected 10000001 to be 1'],
  ["expected 'v1.2.3' got", "expected 'v1.2.4' got"],
  ['expected 127.0.0.1 got', 'expected 127.0.0.2 got'],
  ["Cannot find module '@a/b1'", "Cannot find module '@a/b2'"],
  ['GET /users/1 failed', 'GET /users/2 failed'],
  ['GET /api/users failed', 'GET /api/orders failed'],
  ['column name missing', 'column age missing'],
  ['line too long (80 > 79 characters)', 'line too long (99 > 79 characters)'],
  ['expected 1763200 to be 1', 'expected 1763201 to be 1'],
  ['formatDuration: expected "1m3s" to be "1m4s"', 'formatDuration: expected "1m3s" to be "1m5s"'],
  ["expected 90061 to be '1d 1h'", "expected 90061 to be '1d 2h'"],
  ['lines 3 != 4', 'lines 3 != 5'],
  ['seeds: 3 != 4', 'seeds: 3 != 5'],
  ['expected 3 seeds', 'expected 4 seeds'],
  ['support 3 vs 4', 'support 3 vs 5'],
  ['import 3 wrong', 'import 4 wrong'],
  ['rapid: 3 != 4', 'rapid: 3 != 5'],
  ['level-3 missing', 'level-4 missing'],
  ["'a/b/1.txt' missing", "'a/b/2.txt' missing"],
  ['user_1 missing', 'user_2 missing'],
  ['expected 1 argument, got 2', 'expected 1 argument, got 3'],
  ['test_a[1-2]', 'test_a[1-3]'],
];

test.each(same)('the same: %j and %j', (one, other) => {
  expect(normaliseMessage(one)).toBe(normaliseMessage(other));
});

test.each(different)('different: %j and %j', (one, other) => {
  expect(normaliseMessage(one)).not.toBe(normaliseMessage(other));
});

const failing = (name: string): string => {
  const failure: Failure = { syntax: [], failures: [], errors: [], outcome: 'ok' };
  return failureSignature({ ...failure, failures: [{ test: name, error: { type: 'Error', message: 'x' } }] });
};

test.each([
  ['a.test.js > listens on port 80', 'a.test.js > listens on port 443'],
  ['a.test.js > waits for 5 seconds', 'a.test.js > waits for 9 seconds'],
  ['a.test.js > parses line 1', 'a.test.js > parses line 2'],
  ['test_a.py > test_seed[seed=1]', 'test_a.py > test_seed[seed=2]'],
])('tests of different cases are different: %s and %s', (one, other) => {
  expect(failing(one)).not.toBe(failing(other));
});

test.each([
  ['src/lib.rs - add (line 3)', 'src/lib.rs - add (line 30)'],
  ['test_a.py > test_x[/tmp/tmpab12/x]', 'test_a.py > test_x[/tmp/tmpzz99/x]'],
  ['a.test.js > <Thing object at 0x7f12>', 'a.test.js > <Thing object at 0x55aa>'],
])('one test is the same wherever it stands: %s and %s', (one, other) => {
  expect(failing(one)).toBe(failing(other));
});
