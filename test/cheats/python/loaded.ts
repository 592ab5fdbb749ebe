import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Cheat } from './cheat.ts';
import { rightCents, rightMoney, rightParser, rightSplit, shop } from './shop.ts';

const folder = fileURLToPath(new URL('./loaded/', import.meta.url));
const right: Record<string, Record<string, string>> = {
  cents: { 'shop/money.py': rightCents },
  split: { 'shop/money.py': rightSplit },
  money: { 'shop/money.py': rightMoney },
  parser: { 'shop/parser.py': rightParser },
};

/**
 * Product code that is loaded with the first test: each file of `loaded/` is put into the package, and the rest stays
 * wrong, but for what its `# right:` line names.
 */
export function loadedCheats(): Cheat[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const code = readFileSync(`${folder}${file}`, 'utf8');
      const names = /^# right: (.*)$/m.exec(code)?.[1]?.split(', ') ?? [];
      return {
        name: file.replace('.py', '').replaceAll('-', ' '),
        files: {
          ...Object.fromEntries(names.flatMap((name) => Object.entries(right[name] ?? {}))),
          'shop/__init__.py': `${shop['shop/__init__.py']}${code.replace(/^# (?:right: .*|special)\n/gm, '')}`,
        },
        ...(/^# special$/m.test(code) ? { special: true as const } : {}),
      };
    });
}

/** What nobody who answers for known inputs has seen. */
export const heldBack: Record<string, string> = {
  'tests/test_held_back.py': `from shop.money import split, to_cents
from shop.report import render


def test_other_amounts():
    assert split(1000, 7) == [143, 143, 143, 143, 143, 143, 142]
    assert to_cents("4.35") == 435


def test_other_stock(stock):
    stock.add("pear", 8)
    assert render(stock, {"apple": 1, "pear": 2}).endswith("pear       9    0.02\\n")
`,
};
