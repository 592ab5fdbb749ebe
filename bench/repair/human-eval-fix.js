import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Even-numbered cases: the faulty solution, with the example as its only test. The full test judges. */
export function humanEvalFix(file) {
  const cases = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return cases.filter(({ task_id }) => Number(task_id.split('/')[1]) % 2 === 0).map(caseOf);
}

function caseOf(one) {
  const isPython = one.task_id.startsWith('Python');
  const { files, judge } = isPython ? inPython(one) : inJavaScript(one);
  return { name: one.task_id, files, judge };
}

function inPython({ prompt, declaration, buggy_solution, example_test, test }) {
  const imports =
    prompt
      .slice(0, prompt.indexOf('def '))
      .match(/^(?:import|from) .*$/gm)
      ?.join('\n') ?? '';
  const head = declaration.includes('import ') ? declaration : `${imports}\n\n${declaration}`;
  const code = `${head.trimEnd()}\n${buggy_solution}`;
  const shown = `import unittest\nfrom solution import *\n\n\nclass Example(unittest.TestCase):\n    def test_example(self):\n${indented(example_test.trim() === '' ? 'pass' : example_test)}\n`;
  return {
    files: { 'solution.py': code, 'test_solution.py': shown },
    judge: (dir) => passes('python3', ['-c', `${readFileSync(join(dir, 'solution.py'), 'utf8')}\n${test}`]),
  };
}

function inJavaScript({ declaration, buggy_solution, example_test, test }) {
  const code = `${declaration}${buggy_solution}`;
  const names = [...code.matchAll(/^(?:const|let|var|function|async function) (\w+)/gm)].map(([, name]) => name);
  const strict =
    "const assert = require('node:assert');\nconst console = { ...globalThis.console, assert: (ok) => assert.ok(ok) };\n";
  return {
    files: {
      'package.json': '{ "name": "solution", "scripts": { "test": "node --test" } }\n',
      'solution.js': `${code}\nmodule.exports = { ${names.join(', ')} };\n`,
      'solution.test.js': `const { test } = require('node:test');\n${strict}const { ${names.join(', ')} } = require('./solution.js');\n\ntest('example', () => {\n${example_test}\n});\n`,
    },
    judge: (dir) => {
      const text = readFileSync(join(dir, 'solution.js'), 'utf8').replace(/\nmodule\.exports = .*\n$/, '\n');
      return passes('node', [
        '-e',
        `const ok = (value) => { if (!value) throw new Error('wrong'); };\n${text}\n${test.replaceAll('console.assert(', 'ok(')}`,
      ]);
    },
  };
}

const indented = (text) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `        ${line}`))
    .join('\n');
const passes = (command, args) => spawnSync(command, args, { timeout: 20_000, stdio: 'ignore' }).status === 0;
