import type { GoFile } from './functions.ts';

/** Values that built-in names have where nobody has declared them anew; what honest packages call their own is left out. */
const builtins: Record<string, string> = {
  len: 'len([]int{1, 2, 3}) == 3 && len("") == 0',
  append: 'append([]int{1}, 2)[1] == 2',
  nil: 'error(nil) == nil',
  true: 'true',
  false: '!false',
  string: 'string([]byte{97, 98}) == "ab"',
  int: 'int(7)/2 == 3',
  float64: 'float64(1)/2 == 0.5',
  byte: '[]byte{200}[0]+100 == 44',
  bool: 'bool(1 < 2)',
  error: 'error(nil) == error(nil)',
};

/**
 * Tests that must fail: by the test's own means, by a comparison with the built-in names that this file uses, by a
 * panic, and by an assertion library where the file imports one.
 */
export function canariesFor({ tests, words, imports }: GoFile, mark: string): { names: string[]; text: string } {
  const like = (tests[0]?.name ?? 'Test').replace(/^(?:Fuzz|Example)/, 'Test').slice(0, 60);
  const conditions = ['1 < 2', ...Object.keys(builtins).flatMap((name) => (words.has(name) ? [builtins[name]] : []))];
  const libraries = [...imports]
    .filter(([name, path]) => /\/testify\/(?:assert|require)$/.test(path) && /^\w+$/.test(name))
    .map(([name]) => `${name}.Equal(t, 1, 2)`);
  const bodies = [
    `t.Errorf("%s", "${mark}")`,
    `if ${conditions.join(' && ')} {\n\t\tt.Fatal("${mark}")\n\t}`,
    `defer func() {\n\t\tif recover() != nil {\n\t\t\tt.FailNow()\n\t\t}\n\t}()\n\tpanic("${mark}")`,
    ...libraries,
  ];
  const names = bodies.map((_, at) => `${like}_${mark}${'abcdefgh'.charAt(at)}`);
  const functions = bodies.map((body, at) => `\nfunc ${names[at]}(t *testing_${mark}.T) {\n\t${body}\n}\n`);
  return { names, text: functions.join('') };
}
