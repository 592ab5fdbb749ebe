import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolchainsOf } from '../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { places } from '../../../src/languages/registry.ts';
import { rustRegions } from '../../../src/languages/rust/judging/regions/regions.ts';
import { project, statuses } from '../bare.ts';

const regions = rustRegions(true);
const base = `//! A crate.
//!
//! \`\`\`
//! assert_eq!(demo::add(1, 2), 3);
//! \`\`\`
use std::fmt;

/// Adds.
///
/// \`\`\`
/// assert_eq!(demo::add(1, 1), 2);
/// \`\`\`
/// \`\`\`text
/// not a test
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 {
    a - b
}

pub struct Cart<'a> { name: &'a str }

impl<'a> Cart<'a> {
    pub fn total(&self) -> i32 { '{' as i32 }
    #[cfg(test)]
    fn for_tests() -> Self { Cart { name: "}" } }
}

#[cfg(test)]
use std::collections::HashMap;

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> i32 { 3 }

    #[test]
    fn adds_up() {
        assert_eq!(add(1, 2), helper()); // "why"
    }

    #[test]
    #[should_panic]
    fn panics() { panic!("{}", "}") }
}

pub mod deep {
    pub fn half(x: i32) -> i32 { x / 2 }

    #[test]
    fn halves() { assert_eq!(half(4), 2); }
}
`;
const verbatim = [
  base.slice(base.indexOf('mod tests {'), base.indexOf('pub mod deep')).trimEnd(),
  '#[cfg(test)]\nuse std::collections::HashMap;',
  'fn for_tests() -> Self { Cart { name: "}" } }',
  'fn halves() { assert_eq!(half(4), 2); }',
  '//! assert_eq!(demo::add(1, 2), 3);',
  '/// assert_eq!(demo::add(1, 1), 2);',
];

describe("Rust's tests inside of product files", () => {
  test.each<[string, string, string[]]>([
    ['#[cfg(test)]\nmod', '#[cfg(any())]\nmod', ['mod tests']],
    ['#[cfg(test)]\nmod', '#[cfg(all(test, feature = "slow"))]\nmod', ['mod tests']],
    ['mod tests {', 'mod tests2 {', ['mod tests']],
    ['#[cfg(test)]\nmod tests {', 'swallow! {\n#[cfg(test)]\nmod tests {', ['mod tests', 'mod deep > halves']],
    ['#[cfg(test)]\nmod tests {', '/* #[cfg(test)]\nmod tests {', ['mod tests', 'mod deep > halves']],
    [
      '//! A crate.',
      '#![cfg(not(test))]\n//! A crate.',
      ["impl <'a>Cart<'a> > for_tests", 'use std::collections::HashMap', 'mod tests', 'mod deep > halves'],
    ],
    ['pub mod deep', '#[cfg(not(test))] pub mod deep', ['mod deep > halves']],
    ['    fn adds_up', '    #[ignore]\n    fn adds_up', ['mod tests > adds_up']],
    ['helper());', '3);', ['mod tests > adds_up']],
    ['-> i32 { 3 }', '-> i32 { add(1, 2) }', ['mod tests > fn helper']],
    ['    use super::*;\n', '', ['mod tests > use super::*']],
    ['    use super::*;\n', '    #![allow(unused)]\n    use super::*;\n', ['mod tests']],
    ['name: "}" }', 'name: "{" }', ["impl <'a>Cart<'a> > for_tests"]],
    ['half(4), 2', 'half(4), 3', ['mod deep > halves']],
    ['add(1, 1), 2', 'add(1, 1), 0', ['add > (documentation)']],
    ['/// ```\n/// assert', '/// ```ignore\n/// assert', ['add > (documentation)']],
    ['//! assert_eq!(demo::add(1, 2), 3);\n', '', ['(documentation)']],
  ])('see that %j became %j', (from, to, names) => {
    expect(base).toContain(from);
    const changed = regions.changed(base, base.replace(from, to)).map((name) => name.replace('fn ', ''));
    expect(changed).toEqual(names.map((name) => name.replace('fn ', '')));
  });

  test.each([
    ['a - b', 'a + b'],
    ['use std::fmt;', 'use std::io;\nuse std::fmt;'],
    ['// "why"', '// because'],
    ['/// Adds.', '/// Adds two numbers.'],
    ['pub fn add', '#[must_use]\npub fn add'],
    ['mod tests {\n    use', 'mod tests {\n  use'],
  ])('may be left alone while %j becomes %j', (from, to) => {
    const now = base.replace(from, to);
    expect(regions.changed(base, now)).toEqual([]);
    expect(regions.added(base, now)).toEqual([]);
    for (const part of verbatim) expect(regions.withBase(base, now)).toContain(part);
  });

  test('that are new are no change of base, and are not judged with it', () => {
    const now = base
      .replace('a - b', 'a + b')
      .replace(
        '    #[test]\n    #[should_panic]',
        '    use std::io;\n    fn more() {}\n    #[test]\n    fn new_one() { more() }\n\n    #[test]\n    #[should_panic]',
      )
      .replace(
        'pub mod deep',
        '#[cfg(test)]\nmod others { #[test] fn b() {} }\n\n#[test]\nfn alone() {}\n\npub mod deep',
      )
      .replace('/// ```text', '/// ```should_panic\n/// panic!()\n/// ```\n/// ```text');
    expect(regions.changed(base, now)).toEqual([]);
    expect(regions.added(base, now)).toEqual(['mod tests > new_one', 'mod others', 'alone', 'add > (documentation)']);
    const judged = regions.withBase(base, now);
    expect(judged).toContain('a + b');
    for (const part of verbatim) expect(judged).toContain(part);
    for (const gone of ['new_one', 'mod others', 'fn alone', 'panic!()\n', 'fn more'])
      expect(judged).not.toContain(gone);
  });

  test('that a change took away are put back', () => {
    const start = base.indexOf('#[cfg(test)]\nmod tests');
    const now = base.slice(0, start) + base.slice(base.indexOf('pub mod deep'));
    expect(regions.withBase(base, now)).toContain(verbatim[0]);
    expect(regions.withBase(base, base.replace('#[cfg(test)]\nmod', '#[cfg(any())]\nmod'))).not.toContain('any()');
  });

  test('move with the items around them', () => {
    const start = base.indexOf('/// Adds.');
    const end = base.indexOf('pub struct Cart');
    const moved = `${base.slice(0, start)}${base.slice(end)}\n${base.slice(start, end)}`;
    expect(regions.changed(base, moved)).toEqual([]);
    expect(regions.withBase(base, moved)).toBe(moved);
    expect(regions.changed(base, base.replace('pub fn add', 'pub fn sum'))).toEqual([]);
  });

  test('need not be documentation where that is not tested', () => {
    expect(rustRegions(false).changed(base, base.replace('add(1, 1), 2', 'add(1, 1), 0'))).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['a - b', 'if cfg!(test) { 3 } else { a - b }', ['cfg!(test)']],
    ['pub fn add', '#[cfg(not(test))]\npub fn add', ['cfg(not(test))']],
    ['    a - b', '    #[cfg(test)]\n    return 3;\n    a - b', ['cfg(test)']],
    ["name: &'a str", "#[cfg(test)] x: i32, name: &'a str", ['cfg(test)']],
    ['pub fn add', '#[cfg_attr(test, allow(unused))]\npub fn add', ['cfg_attr(test,allow(unused))']],
    ['a - b', 'if cfg!(debug_assertions) { 3 } else { a - b }', []],
    ['pub mod deep', '#[cfg(test)]\nmod others { fn x() { cfg!(test); } }\npub mod deep', []],
  ])('see that product code asks: %j became %j', (from, to, asked) => {
    expect(regions.asking(base, base.replace(from, to))).toEqual(asked);
    expect(regions.asking(base.replace(from, to), base.replace(from, to))).toEqual([]);
  });

  test('name the files that hold nothing else', () => {
    const text = '#[cfg(test)]\nmod tests;\nmod other;\n#[cfg(test)]\n#[path = "odd.rs"]\nmod odd;\n';
    expect(regions.testFiles('src/lib.rs', text)).toEqual(['src/tests.rs', 'src/tests/mod.rs', 'src/odd.rs']);
    expect(regions.testFiles('src/a.rs', '#[cfg(test)] mod tests;')).toEqual(['src/a/tests.rs', 'src/a/tests/mod.rs']);
  });

  test('are unchanged whatever happens outside of them, and all there', () => {
    const gaps = [
      'use std::fmt;',
      '    a - b',
      'pub fn half(x: i32) -> i32 { x / 2 }',
      'pub struct Cart',
      'pub mod deep',
    ];
    const pieces = fc.constantFrom(
      '/* } */',
      'fn x<T>() -> T { loop {} }',
      "const C: char = '\"';",
      'static S: &str = r#"}"{"#;',
      '// "',
      "struct L<'b>(&'b str);",
      'use a::{b, c};',
      'm! { } n!(");");',
      'impl X { fn y() {} }',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(0, 3, 4), pieces), { maxLength: 6 }), (edits) => {
        const now = edits.reduce((text, [gap, piece]) => text.replace(gaps[gap] ?? '', `${piece}\n${gaps[gap]}`), base);
        expect(regions.changed(base, now)).toEqual([]);
        expect(regions.asking(base, now)).toEqual([]);
        for (const part of verbatim) expect(regions.withBase(base, now)).toContain(part);
        expect(regions.withBase(base, now)).toBe(now);
      }),
      { numRuns: 200 },
    );
  });

  test('are read from any text without an end to it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '#[cfg(test)]',
            'mod a {',
            '}',
            '"',
            "'",
            '/*',
            '*/',
            'fn',
            '(',
            ')',
            ';',
            '#',
            '!',
            '[',
            ']',
            '/// ```',
            '\n',
            'r#"',
          ),
        ),
        (parts) => {
          const text = parts.join(' ');
          expect(regions.changed(text, text)).toEqual([]);
          regions.withBase(base, text);
          regions.withBase(text, base);
        },
      ),
    );
  });
});

const asked = spawnSync('cargo', ['--version'], { encoding: 'utf8', cwd: '/' });
if (asked.status !== 0) console.log(`regions of Rust are not built: ${asked.error?.message ?? asked.stderr}`);

describe.skipIf(asked.status !== 0)("a Rust file with base's tests in it (needs cargo)", () => {
  test('is built and judged by them alone', async () => {
    const bins = (await toolchainsOf(process.env, places())()).map(({ bin }) => bin);
    const now = base
      .replace('a - b', 'a + b')
      .replace(
        "name: &'a str }",
        "pub name: &'a str }\n\n/// Shown.\n///\n/// ```\n/// panic!()\n/// ```\npub fn shown() {}\n",
      )
      .replace('pub mod deep', '#[cfg(test)]\nmod others { #[test] fn fails() { panic!() } }\n\npub mod deep')
      .replace('fn helper() -> i32 { 3 }', 'fn helper() -> i32 { 4 }');
    const { run } = await project({
      'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': regions.withBase(base, now),
    });
    expect(statuses(await run({ env: { PATH: [...bins, process.env.PATH].join(':') }, timeout_ms: 55_000 }))).toEqual({
      'src/lib.rs > (documentation)': 'passed',
      'src/lib.rs > add > (documentation)': 'passed',
      'src/lib.rs > deep > halves': 'passed',
      'src/lib.rs > tests > adds_up': 'passed',
      'src/lib.rs > tests > panics': 'passed',
    });
  });
});
