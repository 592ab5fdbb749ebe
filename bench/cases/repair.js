import { readdirSync } from 'node:fs';
import { historyOf } from '../repair/history.js';
import { humanEvalFix } from '../repair/human-eval-fix.js';
import { measured } from '../repair/measure.js';
import { quixBugs } from '../repair/quix-bugs.js';

export const name = 'repair';

/**
 * The repairer alone on public collections of faults, which the user has and we do not ship: `PAWL_QUIXBUGS` is a
 * checkout of jkoppel/QuixBugs, `PAWL_HUMANEVALFIX` files of humanevalpack (`.jsonl`) with a comma between them, of
 * which the even-numbered cases are taken. `PAWL_HISTORY` are checkouts of projects whose bug fixes are taken, with a
 * comma between them. `PAWL_REPAIR_CASES` is a part of the names of those to run. What the tests
 * accept is judged by what the repairer never sees. The value is the share of its commits that are wrong, in percent.
 */
export async function run() {
  const { PAWL_QUIXBUGS, PAWL_HUMANEVALFIX, PAWL_HISTORY, PAWL_REPAIR_CASES = '' } = process.env;
  const sets = [
    ...(PAWL_QUIXBUGS ? [{ title: 'QuixBugs', cases: quixBugs(PAWL_QUIXBUGS, readdirSync) }] : []),
    ...(PAWL_HUMANEVALFIX
      ? PAWL_HUMANEVALFIX.split(',').map((file) => ({ title: file, cases: humanEvalFix(file) }))
      : []),
    ...(PAWL_HISTORY ? PAWL_HISTORY.split(',').flatMap(bySize) : []),
  ];
  if (sets.length === 0)
    return { skipped: 'set PAWL_QUIXBUGS, PAWL_HUMANEVALFIX or PAWL_HISTORY to what it is to be measured on' };
  const tables = [];
  for (const { title, cases } of sets)
    tables.push(
      await measured(
        title,
        cases.filter((one) => PAWL_REPAIR_CASES.split(',').some((part) => one.name.includes(part))),
      ),
    );
  const sum = (key) => tables.reduce((all, table) => all + table[key], 0);
  const value = sum('committed') === 0 ? 0 : (100 * (sum('committed') - sum('correct'))) / sum('committed');
  return { value, bound: 8, unit: '%', detail: tables.map(({ line }) => line).join('\n  ') };
}

function bySize(checkout) {
  const cases = historyOf(checkout);
  return [true, false].map((isOneLine) => ({
    title: `${checkout}, ${isOneLine ? 'fixes of one line' : 'other fixes'}`,
    cases: cases.filter((one) => one.isOneLine === isOneLine),
  }));
}
