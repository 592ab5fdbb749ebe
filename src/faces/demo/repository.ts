/** A small project with a requirement that it does not meet yet. */
export const request =
  'parseDuration must understand combined durations such as "1h30m" and refuse what it does not understand';

export const repository: Record<string, string> = {
  'package.json': `{
  "name": "durations",
  "version": "1.0.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  'README.md': '# durations\n\nTurns "90s" into 90.\n',
  'src/duration.js': `const seconds = { s: 1, m: 60, h: 3600 };

/** The number of seconds in a text such as "90s" or "2h". */
export function parseDuration(text) {
  const unit = text.at(-1);
  return Number(text.slice(0, -1)) * seconds[unit];
}
`,
  'test/duration.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from '../src/duration.js';

test('a single unit', () => {
  assert.equal(parseDuration('90s'), 90);
  assert.equal(parseDuration('2h'), 7200);
});

test('combined units', () => {
  assert.equal(parseDuration('1h30m'), 5400);
  assert.equal(parseDuration('1h1m1s'), 3661);
});

test('what is not a duration is refused', () => {
  assert.throws(() => parseDuration('soon'), /not a duration/);
});
`,
};

/** What the cheap tier keeps writing: it refuses nonsense, but still knows only one unit. */
export const wrong = `const seconds = { s: 1, m: 60, h: 3600 };

/** The number of seconds in a text such as "90s" or "2h". */
export function parseDuration(text) {
  const match = /^(\\d+)([smh])/.exec(text);
  if (!match) throw new RangeError(\`not a duration: \${text}\`);
  return Number(match[1]) * seconds[match[2]];
}
`;

export const right = `const seconds = { s: 1, m: 60, h: 3600 };

/** The number of seconds in a text such as "90s" or "1h30m"; a RangeError for anything else. */
export function parseDuration(text) {
  if (!/^(\\d+[smh])+$/.test(text)) throw new RangeError(\`not a duration: \${text}\`);
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\\d+)([smh])/g)) total += Number(amount) * seconds[unit];
  return total;
}
`;

export const newTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from '../src/duration.js';

test('trailing text is refused', () => {
  assert.throws(() => parseDuration('1h30'), RangeError);
  assert.throws(() => parseDuration(''), RangeError);
});
`;
