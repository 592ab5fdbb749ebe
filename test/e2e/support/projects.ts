/** The smallest project with a test that fails: `add` subtracts. */
export const adder: Record<string, string> = {
  'package.json': '{ "name": "adder", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
  'add.js': '/** The sum. */\nexport const add = (a, b) => a - b;\n',
  'add.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from './add.js';

test('two and three make five', () => assert.equal(add(2, 3), 5));
`,
};

export const right = '/** The sum. */\nexport const add = (a, b) => a + b;\n';
export const wrong = '/** The sum. */\nexport const add = (a, b) => a * b;\n';
/** Wrong in another way for every number. */
export const wrongBy = (number: number): string =>
  `/** The sum. */\nexport const add = (a, b) => a + b + ${number};\nexport const note${number} = 'v${number}';\n`;
/** A new test that fails on the code as it is. */
export const edges = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from './add.js';

test('nothing can be added', () => assert.equal(add(0, 4), 4));
`;
