import type { Language } from './language.ts';

export interface Operator {
  kind: 'binary' | 'assign' | 'pair';
  /** Higher binds first. */
  tightness: number;
  right?: boolean;
  languages?: Language['name'][];
}

const levels: [number, string, Partial<Operator>?][] = [
  [2, '= += -= *= /= %= **= //= >>= <<= >>>= &= |= ^= @= &&= ||= ??= :=', { kind: 'assign', right: true }],
  [2, '=> ->', { right: true }],
  [3, ': ?:', { kind: 'pair', right: true }],
  [3, 'of satisfies extends', { languages: ['javascript'] }],
  [4, '?', {}],
  [4, 'if for', { languages: ['python'] }],
  [5, '|| ?? or'],
  [6, '&& and'],
  [8, '== != === !== is'],
  [8, 'not', { languages: ['python'] }],
  [9, '< > <= >= in instanceof <-'],
  [9, 'as', {}],
  [10, '|'],
  [11, '^'],
  [12, '&'],
  [13, '<< >> >>> .. ..= ...'],
  [14, '+ -'],
  [15, '* / % // @'],
  [17, '**', { right: true }],
];

export const operators: Record<string, Operator> = Object.assign(
  Object.create(null),
  ...levels.map(([tightness, words, more]) =>
    Object.fromEntries(words.split(' ').map((word) => [word, { kind: 'binary', tightness, ...more }])),
  ),
);

export const prefixWords: Record<string, number> = Object.assign(Object.create(null), {
  not: 7,
  await: 16,
  new: 16,
  typeof: 16,
  void: 16,
  delete: 16,
  yield: 2,
  mut: 16,
  ref: 16,
  move: 2,
});

export const prefixMarks: Record<string, number> = Object.assign(Object.create(null), {
  '!': 16,
  '-': 16,
  '+': 16,
  '~': 16,
  '&': 16,
  '*': 16,
  '**': 16,
  '...': 16,
  '<-': 16,
  '++': 16,
  '--': 16,
  '@': 16,
});
