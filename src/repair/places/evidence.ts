import { tracedIn } from '../../languages/reading.ts';
import type { Frame } from '../../languages/repair/shape.ts';
import type { TestError, TestRun } from '../../schema/judge/test-run.ts';
import { repairOf, repairs } from '../templates.ts';

export function failuresOf(run: TestRun): TestError[] {
  return [
    ...run.cases.flatMap((one) =>
      (one.status === 'failed' || one.status === 'error') && one.error ? [one.error] : [],
    ),
    ...run.errors,
  ];
}

export function framesOf(errors: readonly TestError[], paths: ReadonlySet<string>): Frame[] {
  const frames: Frame[] = [];
  for (const error of errors) {
    const own: Frame[] = [];
    if (error.file !== null && error.line !== null) own.push({ path: error.file, line: error.line });
    const text = `${error.stack}\n${error.message}`;
    for (const [, path = '', line] of text.matchAll(/([\w@./-]+\.\w+):(\d+)/g))
      if (repairOf(path) !== null) own.push({ path: path.replace(/^\.\//, ''), line: Number(line) });
    const traced = tracedIn(text).reverse();
    frames.push(...[...own, ...traced].filter(({ path }) => paths.has(path)));
  }
  return frames;
}

export function missingNames(messages: readonly string[]): { wrong: string[]; corrections: Map<string, string> } {
  const wrong = new Set<string>();
  const corrections = new Map<string, string>();
  for (const message of messages) {
    for (const repair of repairs()) {
      for (const pattern of repair.missing) for (const [, name = ''] of message.matchAll(pattern)) wrong.add(name);
      const match = repair.correction?.exec(message);
      if (match) corrections.set(match[1] ?? '', match[2] ?? '');
    }
  }
  return { wrong: [...wrong].filter((name) => !/^(?:intermediate|value|undefined|null)$/.test(name)), corrections };
}

/** Numbers and strings as code writes them down, without the quotes. */
export function literalsIn(texts: Iterable<string>): Set<string> {
  const literals = new Set<string>();
  for (const text of texts) {
    for (const [literal] of text.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?/g)) literals.add(literal.replaceAll('_', ''));
    for (const [, , string = ''] of text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)) literals.add(string);
  }
  return literals;
}

export function countNames(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
