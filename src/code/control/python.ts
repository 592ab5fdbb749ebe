import type { Control } from './shape.ts';

const literal = String.raw`(?:-?\d+(?:\.\d+)?|True|False|None|[rbu]?"[^"\\\n]*"|[rbu]?'[^'\\\n]*')`;
/** `assert value == literal`, with a message or a comment behind it. */
const plainAssert = new RegExp(String.raw`^(\s*assert\s.*[^=!<>]==\s*)(${literal})(\s*(?:,.*|#.*)?)$`);
/** `self.assertEqual(value, literal)`. */
const methodAssert = new RegExp(
  String.raw`^(\s*self\.assert(?:Equal|Equals|Is|AlmostEqual|ListEqual|DictEqual)\(.*,\s*)(${literal})(\s*\)\s*(?:#.*)?)$`,
);
/** `assert value == [literal, …]` and the like, on one line: the first literal inside is changed. */
const nestedAssert = new RegExp(String.raw`^(\s*assert\s.*[^=!<>]==\s*[\[({].*?)(${literal})(.*[\])}]\s*(?:#.*)?)$`);

/** Works line by line: an assertion that spans lines is left alone and proves nothing either way. */
export function pythonControl(text: string, runner: string, mark: string): Control {
  const mutated = new Set<string>();
  let around: { name: string; indent: number } | null = null;
  const lines = text.split('\n').map((line) => {
    const indent = line.length - line.trimStart().length;
    const defined = /^\s*(?:async\s+)?def\s+(test\w*)\s*\(/.exec(line);
    if (defined?.[1]) around = { name: defined[1], indent };
    else if (around && line.trim() !== '' && indent <= around.indent) around = null;
    const match = around && (plainAssert.exec(line) ?? methodAssert.exec(line) ?? nestedAssert.exec(line));
    if (!match || !around || /\bor\b/.test(line)) return line;
    mutated.add(around.name);
    const [, before = '', value = '', after = ''] = match;
    return `${before}${other(value)}${after}`;
  });
  const canary = canaryFor(runner, mark);
  return { text: `${lines.join('\n')}\n${canary?.text ?? ''}`, mutated: [...mutated], canary: canary?.name ?? null };
}

function other(value: string): string {
  if (value === 'True') return 'False';
  if (value === 'False') return 'True';
  if (value === 'None') return '"~"';
  if (/^-?\d/.test(value)) return `${Number(value) + 1}`;
  return `${value.slice(0, -1)}~${value.at(-1)}`;
}

function canaryFor(runner: string, mark: string): { name: string; text: string } | null {
  const name = `test_canary_${mark}`;
  if (runner === 'pytest') return { name, text: `\n\ndef ${name}():\n    raise AssertionError("canary")\n` };
  if (runner !== 'unittest') return null;
  return {
    name,
    text: `\n\nimport unittest as canary_${mark}\n\n\nclass Canary_${mark}(canary_${mark}.TestCase):\n    def ${name}(self):\n        self.fail("canary")\n`,
  };
}
