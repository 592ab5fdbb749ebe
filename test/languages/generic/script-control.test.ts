import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { scriptControl, scriptsOf } from '../../../src/languages/judging/control/script.ts';

const dir = mkdtempSync(join(tmpdir(), 'pawl-script-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The exit codes of a script as it is, with the canary and with other values. */
async function codes(path: string, text: string, product: string, argv: string[]) {
  const control = await scriptControl(path, text, 'k7');
  const run = (content: string) => {
    writeFileSync(join(dir, path), content);
    return spawnSync(argv[0] ?? '', [...argv.slice(1), path], { cwd: dir }).status;
  };
  writeFileSync(join(dir, path.replace('check', 'product')), product);
  return [run(text), run(control?.canary ?? text), control?.mutated ? run(control.mutated) : null];
}

const esm =
  "import assert from 'node:assert';\nimport { add } from './product.mjs';\n\nassert.equal(add(1, 2), 3);\nprocess.exit(0);\n";
const cjs =
  "#!/usr/bin/env node\n'use strict';\nconst { add } = require('./product.cjs');\nif (add(1, 2) !== 3) {\n  console.error('no');\n  process.exit(1);\n}\n";
const python =
  '"""Checks."""\nimport sys\nfrom product import add\n\ndef main():\n    assert add(1, 2) == 3, "no"\n    if add(1, 1) != 2:\n        sys.exit(1)\n\nmain()\n';
const shell = '#!/bin/sh\nset -e\n[ "$(sh product.sh)" = "3" ]\nif [ 4 -eq 4 ]; then exit 0; fi\nexit 1\n';

describe('the control of a command', () => {
  test('fails with either copy of an honest script', async () => {
    expect(await codes('check.mjs', esm, 'export const add = (a, b) => a + b;', ['node'])).toEqual([0, 1, 1]);
    expect(await codes('check.cjs', cjs, 'exports.add = (a, b) => a + b;', ['node'])).toEqual([0, 1, 1]);
    expect(await codes('check.py', python, 'def add(a, b):\n    return a + b\n', ['python3'])).toEqual([0, 1, 1]);
    expect(await codes('check.sh', shell, 'echo 3\n', ['sh'])).toEqual([0, 1, 1]);
  });

  test('passes where the product has a hand in assertions or in the end', async () => {
    const product = 'export const add = () => 0;\n';
    const blunt = "import assert from 'node:assert';\nassert.equal = () => {};\n";
    expect(await codes('check.mjs', esm, `${blunt}${product}`, ['node'])).toEqual([0, 0, 0]);
    const deaf = "process.on('uncaughtException', () => process.exit(0));\n";
    expect(await codes('check.mjs', esm, `${deaf}${product}`, ['node'])).toEqual([0, 0, 0]);
    const leaves = 'exports.add = () => process.exit(0);\n';
    expect(await codes('check.cjs', cjs, leaves, ['node'])).toEqual([0, 1, 0]);
    const hook = 'import os, sys\nsys.excepthook = lambda *any: os._exit(0)\ndef add(a, b):\n    return 0\n';
    expect(await codes('check.py', python, hook, ['python3'])).toEqual([0, 0, 0]);
  });

  test('knows the scripts that a command names, and makes none of what it cannot read', async () => {
    expect(scriptsOf(['node', '--test', './verify.js', 'x'], ['verify.js', 'x.js'])).toEqual(['verify.js']);
    expect(await scriptControl('Makefile', 'all:\n', 'k7')).toBeNull();
    expect(await scriptControl('check.js', 'const', 'k7')).toBeNull();
    expect((await scriptControl('run-tests', '#!/bin/bash\nmake\n', 'k7'))?.mutated).toBeNull();
  });
});
