import type { TestError, TestRun } from '../schema/test-run.ts';

export interface Frame {
  path: string;
  line: number;
}

/** What the failing tests tell about the fault. */
export interface Evidence {
  messages: string[];
  /** Lines of the project that the failures went through, the innermost first. */
  frames: Frame[];
  /** Names that the errors say are not there. */
  wrong: string[];
  /** The same, where the language itself names what was meant. */
  meant: Map<string, string>;
  /** Values that the failing tests write down: no candidate brings one of them in. */
  literals: ReadonlySet<string>;
  /** How often each name occurs in the code at hand and its tests. */
  counts: ReadonlyMap<string, number>;
  /** The lines of the file at hand that failures went through. */
  isFrame(path: string, line: number): boolean;
  /** A missing name, with the one module of the project that offers it. */
  imports(path: string): { name: string; from: string; kind: 'named' | 'module' }[];
}

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
    for (const [, path = '', line] of text.matchAll(/([\w@./-]+\.(?:[cm]?[jt]sx?|py)):(\d+)/g))
      own.push({ path: path.replace(/^\.\//, ''), line: Number(line) });
    const traced = [...text.matchAll(/File "([^"]+)", line (\d+)/g)].map(([, path = '', line]) => ({
      path,
      line: Number(line),
    }));
    frames.push(...[...own, ...traced.reverse()].filter(({ path }) => paths.has(path)));
  }
  return frames;
}

const missing: readonly RegExp[] = [
  /([\w$]+) is not a (?:function|constructor)/g,
  /has no attribute '(\w+)'/g,
  /\b([\w$]+) is not defined/g,
  /name '(\w+)' is not defined/g,
  /does not provide an export named '([\w$]+)'/g,
  /cannot import name '(\w+)'/g,
  /unexpected keyword argument '(\w+)'/g,
  /KeyError: '(\w+)'/g,
  /Property '([\w$]+)' does not exist/g,
];

export function missingNames(messages: readonly string[]): { wrong: string[]; meant: Map<string, string> } {
  const wrong = new Set<string>();
  const meant = new Map<string, string>();
  for (const message of messages) {
    for (const pattern of missing) for (const [, name = ''] of message.matchAll(pattern)) wrong.add(name);
    const said = /'(\w+)'[^'\n]*\. Did you mean: '(?:self\.)?(\w+)'/.exec(message);
    if (said) meant.set(said[1] ?? '', said[2] ?? '');
  }
  return { wrong: [...wrong].filter((name) => !/^(?:intermediate|value|undefined|null)$/.test(name)), meant };
}

/** Numbers and strings as code writes them down, without the quotes. */
export function literalsIn(texts: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [literal] of text.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?/g)) found.add(literal.replaceAll('_', ''));
    for (const [, , string = ''] of text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)) found.add(string);
  }
  return found;
}

export function countNames(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
