import { createHash } from 'node:crypto';

// Executions and lessons by number: the same number gives the same one.

const types = [
  'TypeError',
  'AssertionError',
  'RangeError',
  'ReferenceError',
  'KeyError',
  'ValueError',
  'Error',
  'Timeout',
];
const hash = (text) => createHash('sha256').update(text).digest('hex');
/** Few are frequent and many are rare, as in life. */
const skewed = (seed, most) => Math.floor(((hash(String(seed)).charCodeAt(0) * 7919 + seed) % most) ** 2 / most);

export function failure(seed) {
  const kind = skewed(seed, 5000);
  const error_type = types[kind % types.length];
  const pattern = `${error_type}: cannot read property <text> of undefined in case ${kind}`;
  const test_name = `test/part${skewed(seed, 400)}.test.js > part > does what is expected of it in case ${skewed(seed * 3, 20_000)}`;
  return {
    ...{ test_name, test_file: 'test/part.test.js', error_type, error_message: `${pattern} at ${seed}` },
    stack_trace: `${pattern}\n    at part (src/part.js:${seed % 900}:7)\n    at test (test/part.test.js:3:1)`,
    ...{ signature: hash(pattern).slice(0, 32), pattern, broken: seed % 2 === 0 },
  };
}

export function execution(seed, at) {
  const [run, attempt] = [Math.floor(seed / 3), (seed % 3) + 1];
  const failures = attempt === 3 ? [] : [failure(seed), failure(seed + 1)];
  const results = { total: 300, passed: 300 - failures.length, failed: failures.length, errors: 0, skipped: 0 };
  return {
    ...{ run: `20261101-${run}`, task: 't1', attempt, at: new Date(at).toISOString(), code_hash: hash(`c${seed}`) },
    ...{ tree: hash(`t${seed}`).slice(0, 40), tier: 'cheap', passed: failures.length === 0 },
    environment: { node_version: '20.19.0', test_framework: 'node:test' },
    test_results: { ...results, duration_ms: 1500 },
    ...{ failures, left_out: 0 },
    analyses: failures.slice(0, 1).map(({ signature }) => ({
      ...{ signature, root_cause: `src/part${seed % 400}.js reads before it looks`, fix_strategy: 'look first' },
      confidence: 0.8,
    })),
    change: {
      ...{
        files: [`src/part${skewed(seed, 5000)}.js`, `src/part${skewed(seed * 5, 5000)}.js`],
        insertions: 5,
        deletions: 2,
      },
      description: 'The value is looked at before it is read, and the test of the part passes.',
    },
  };
}

export function lesson(seed, at) {
  const { test_name: test, error_type, error_message, signature, pattern } = failure(seed * 11);
  return {
    ...{
      run: `20261001-${seed}`,
      task: 't1',
      at: new Date(at).toISOString(),
      told: seed % 7,
      passed: seed % 3 === 0 ? seed % 7 : 0,
    },
    ...{ signature, pattern, test, error_type, error_message, fix: `look before reading, case ${seed}` },
    ...{
      diff: '--- src/part.js\n-  return value.length;\n+  return value?.length ?? 0;',
      files: ['src/part.js'],
      tier: 'cheap',
    },
  };
}
