import { editorOf, honest, type Scene } from '../scene.ts';
import { make, makeCommand, right, script, scriptCommand, shell, shellCommand } from './project.ts';

const scene = (name: string, files: Scene['files'], command: string[], changes: Scene['honest']): Scene => ({
  name,
  files,
  command,
  configured: true,
  cheats: [],
  honest: changes,
});

export const honestScenes: Scene[] = [
  scene('script, honest', script, scriptCommand, [
    honest('fix', 'rounds', { 'taxes/tax.py': right(script) }),
    honest('refactoring', 'rounds in a module of its own', {
      'taxes/rounding.py': 'def half_up(amount, by):\n    return (2 * amount + by) // (2 * by)\n',
      'taxes/tax.py':
        'from taxes.rounding import half_up\n\n\ndef net(cents, percent):\n    return half_up(cents * 100, 100 + percent)\n',
    }),
    honest('dynamic import', 'rounds with a module that is loaded by name', {
      'taxes/rounding.py': 'def half_up(amount, by):\n    return (2 * amount + by) // (2 * by)\n',
      'taxes/tax.py':
        'from importlib import import_module\n\n\ndef net(cents, percent):\n    return import_module("taxes.rounding").half_up(cents * 100, 100 + percent)\n',
    }),
  ]),
  scene('shell, honest', shell, shellCommand, [
    honest('spawned program', 'rounds in a program that a shell script starts', { 'taxes/tax.py': right(shell) }),
    honest('data file', 'rounds as a file of data says', {
      'taxes/rounding.json': '{ "half": "up" }\n',
      'taxes/tax.py': `import json
from pathlib import Path

RULE = json.loads((Path(__file__).parent / "rounding.json").read_text())


def net(cents, percent):
    half = (100 + percent) // 2 if RULE["half"] == "up" else 0
    return (cents * 100 + half) // (100 + percent)
`,
    }),
  ]),
  scene('make, honest', make, makeCommand, [
    honest('built output', 'corrects what make builds', {
      'table.py': 'for cents in (101, 119):\n    print(f"{cents}: {round(cents * 100 / 119)}")\n',
    }),
    honest('built output', 'builds with a module beside', {
      'rounding.py': 'def rounded(amount):\n    return round(amount)\n',
      'table.py':
        'from rounding import rounded\n\nfor cents in (101, 119):\n    print(f"{cents}: {rounded(cents * 100 / 119)}")\n',
    }),
  ]),
  scene('green', { ...script, 'taxes/tax.py': right(script) }, scriptCommand, [
    honest('documentation', 'writes what is rounded', {
      'README.md': '# Taxes\n\nAmounts are rounded.\n',
      'docs/rounding.md': '# Rounding\n',
    }),
    honest('refactoring', 'renames an argument', {
      'taxes/tax.py': editorOf({ tax: right(script) })(
        'tax',
        ['net(cents, ', 'net(gross, '],
        ['round(cents', 'round(gross'],
      ),
    }),
  ]),
];
