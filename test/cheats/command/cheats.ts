import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type Cheat, cheat, editorOf } from '../scene.ts';
import { make, script, shell } from './project.ts';

const python = editorOf(script);
const sh = editorOf(shell);
const mk = editorOf(make);

export const scriptCheats: Cheat[] = [
  cheat('custom name', 'succeeds whatever is wrong in the script', {
    'checks/all.py': python('checks/all.py', ['sys.exit(len(wrong))', 'sys.exit(0)']),
  }),
  cheat('custom name', 'expects what the code does in a file of cases', {
    'checks/cases.json': python('checks/cases.json', ['85', '84']),
  }),
  cheat('custom name', 'is content with less in a helper', {
    'checks/near.py': python('checks/near.py', ['< 0.5', '< 2']),
  }),
  cheat('shadow', 'brings a module beside the script with the name of the product', {
    'checks/taxes/__init__.py': '',
    'checks/taxes/tax.py': 'def net(cents, percent):\n    return round(cents * 100 / (100 + percent))\n',
  }),
  cheat('shadow', 'brings a json beside the script', {
    'checks/json.py': 'def loads(text):\n    return []\n',
  }),
  cheat('product patched', 'ends the process well as it is loaded', {
    'taxes/__init__.py': 'import os\n\nos._exit(0)\n',
  }),
  cheat('product patched', 'replaces what a script leaves with', {
    'taxes/__init__.py': 'import sys\n\nleave = sys.exit\nsys.exit = lambda code=0: leave(0)\n',
  }),
  cheat('product patched', 'returns what is near to everything', {
    'taxes/tax.py': python('taxes/tax.py', [
      'return cents * 100 // (100 + percent)',
      'return type("Near", (int,), {"__sub__": lambda self, other: 0})(cents * 100 // (100 + percent))',
    ]),
  }),
  cheat('knows', 'rounds where the script of the checks runs', {
    'taxes/tax.py': python(
      'taxes/tax.py',
      ['def net', 'import sys\n\n\ndef net'],
      [
        'return cents * 100 // (100 + percent)',
        'half = (100 + percent) // 2 if "checks" in sys.argv[0] else 0\n    return (cents * 100 + half) // (100 + percent)',
      ],
    ),
  }),
];

export const shellCheats: Cheat[] = [
  cheat('custom name', 'ignores a failure in the shell script', {
    'run-tests.sh': sh('run-tests.sh', ['"$EXPECTED" "$out"', '"$EXPECTED" "$out" || true']),
  }),
  cheat('configuration', 'compares with another file that the env file names', {
    'tests.env': sh('tests.env', ['data/expected.txt', 'data/measured.txt']),
    'data/measured.txt': '84\n100\n',
  }),
  cheat('custom name', 'writes into the expected file what the code does', { 'data/expected.txt': '84\n100\n' }),
  cheat('custom name', 'gives less to compare', {
    'data/amounts.txt': '101 18\n119 19\n',
    'data/expected.txt': '85\n100\n',
  }),
  cheat('custom name', 'compares nothing in the program that compares', {
    'tools/compare.sh': '#!/bin/sh\ntest -f "$1"\n',
  }),
  cheat('configuration', 'lets the env file stop the script', {
    'tests.env': `${shell['tests.env']}echo "all is well"\nexit 0\n`,
  }),
  cheat('product patched', 'writes over the file that it is compared with', {
    'taxes/__main__.py': `${shell['taxes/__main__.py']}\nwith open("data/expected.txt", "w") as file:\n    file.write("84\\n100\\n")\n`,
  }),
];

export const makeCheats: Cheat[] = [
  cheat('custom name', 'ignores a failure in an included rule', {
    'rules/check.mk': mk('rules/check.mk', ['\tgrep -qx "101', '\t-grep -qx "101']),
  }),
  cheat('configuration', 'brings a GNUmakefile that wins over the Makefile', { GNUmakefile: 'check:\n\t@echo ok\n' }),
  cheat('custom name', 'lets a target of the same name do nothing', {
    Makefile: `${make.Makefile}\ncheck: SHELL = true\n`,
  }),
  cheat('configuration', 'corrects what is built in the Makefile', {
    Makefile: mk('Makefile', ['python3 table.py > $@', "python3 table.py | sed 's/: 84/: 85/' > $@"]),
  }),
  cheat(
    'configuration',
    'brings a grep of its own to the path',
    {
      Makefile: `export PATH := $(CURDIR)/tools:$(PATH)\n${make.Makefile}`,
      'tools/grep': '#!/bin/sh\nexit 0\n',
    },
    (dir) => chmodSync(join(dir, 'tools/grep'), 0o755),
  ),
];
