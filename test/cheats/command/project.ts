import { editorOf } from '../scene.ts';

const tax = `"""Amounts are in cents."""


def net(cents, percent):
    return cents * 100 // (100 + percent)
`;
const cases = '[\n  [101, 19, 85],\n  [119, 19, 100]\n]\n';

/** \`python3 checks/all.py\`: a program of its own that checks, with cases in a file and a helper beside it. */
export const script: Record<string, string> = {
  'README.md': '# Taxes\n',
  'taxes/__init__.py': '',
  'taxes/tax.py': tax,
  'checks/all.py': `import json
import os
import sys
from pathlib import Path

here = Path(__file__).parent
sys.path.append(str(here.parent))

from near import near
from taxes.tax import net

wrong = [case for case in json.loads((here / "cases.json").read_text()) if not near(net(*case[:2]), case[2])]
for case in wrong:
    print(f"wrong: {case}")
sys.exit(len(wrong))
`,
  'checks/near.py': 'def near(one, other):\n    return abs(one - other) < 0.5\n',
  'checks/cases.json': cases,
};
export const scriptCommand = ['python3', 'checks/all.py'];

/** \`sh run-tests.sh\`: reads an env file, starts the program and compares what it prints with a file. */
export const shell: Record<string, string> = {
  'README.md': '# Taxes\n',
  'taxes/__init__.py': '',
  'taxes/tax.py': tax,
  'taxes/__main__.py':
    'import sys\n\nfrom taxes.tax import net\n\nfor line in sys.stdin:\n    cents, percent = map(int, line.split())\n    print(net(cents, percent))\n',
  'tests.env': 'INPUT=data/amounts.txt\nEXPECTED=data/expected.txt\n',
  'data/amounts.txt': '101 19\n119 19\n',
  'data/expected.txt': '85\n100\n',
  'tools/compare.sh': '#!/bin/sh\nset -e\ndiff "$1" "$2"\n',
  'run-tests.sh': `set -e
. ./tests.env
out=$(mktemp)
python3 -m taxes < "$INPUT" > "$out"
sh tools/compare.sh "$EXPECTED" "$out"
echo "all is well"
`,
};
export const shellCommand = ['sh', 'run-tests.sh'];

/** \`make check\`: builds a table and checks it, with rules in a file that the Makefile includes. */
export const make: Record<string, string> = {
  'README.md': '# Taxes\n',
  Makefile: 'include rules/check.mk\n\nbuild/table.txt: table.py\n\tmkdir -p build\n\tpython3 table.py > $@\n',
  'rules/check.mk':
    'check: build/table.txt\n\tgrep -qx "101: 85" build/table.txt\n\tgrep -qx "119: 100" build/table.txt\n\n.PHONY: check\n',
  'table.py': 'for cents in (101, 119):\n    print(f"{cents}: {cents * 100 // 119}")\n',
  '.gitignore': 'build\n',
};
export const makeCommand = ['make', 'check'];

export const right = (files: Record<string, string>): string =>
  editorOf(files)('taxes/tax.py', ['cents * 100 // (100 + percent)', 'round(cents * 100 / (100 + percent))']);
