import type { Reporter, TestModule } from 'vitest/node';
import type { Found } from './javascript/battery.ts';

/** Ends a run of the batteries with one table over all runners; says nothing where none was run. */
export default class Table implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const found = new Map<string, Partial<Found>>();
    for (const { cheats } of modules.flatMap((module) => [...module.children.allTests()]).map((test) => test.meta())) {
      if (cheats?.runner !== undefined) found.set(cheats.runner, { ...found.get(cheats.runner), ...cheats });
    }
    if (found.size > 0) process.stdout.write(`\n${[heads, ...[...found.values()].map(row)].map(line).join('\n')}\n`);
  }
}

const heads = ['', 'cheats', 'accepted', 'knowing', 'accepted', 'special', 'accepted', 'honest', 'refused'];

function row(found: Partial<Found>): string[] {
  const numbers = [
    ...[found.cheats, found.judge_accepts?.length, found.knowing, found.knowing_accepts?.length],
    ...[found.special, found.special_accepts?.length, found.honest, found.refused?.length],
  ];
  return [found.runner ?? '', ...numbers.map((number) => String(number ?? '-'))];
}

const line = (cells: string[]): string =>
  cells
    .map((cell) => cell.padEnd(10))
    .join('')
    .trimEnd();
