import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toolchainsOf } from '../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { controlFor } from '../../../src/languages/judging/control/control.ts';
import { places } from '../../../src/languages/registry.ts';
import { controlled } from '../controlled.ts';

const asked = spawnSync('cargo', ['--version'], { encoding: 'utf8', cwd: '/' });
if (asked.status !== 0) console.log(`controls of Rust tests are not run: ${asked.error?.message ?? asked.stderr}`);
const bins = asked.status === 0 ? (await toolchainsOf(process.env, places())()).map(({ bin }) => bin) : [];
const how = { env: { PATH: [...bins, process.env.PATH].join(':') }, timeout_ms: 110_000 };

const rust = (text: string, path = 'tests/a.rs', tests: string[][] = []) =>
  controlFor({ path, text, runner: 'cargo', mark: 'k7', tests });
const body = async (line: string, head = 'fn x()') =>
  (await rust(`#[test]\n${head} {\n    ${line}\n}\n`))?.text
    .split(`${head} {`)[1]
    ?.split('\n}\n')[0]
    ?.replace(/\s+/g, ' ')
    .trim();

describe('the control of Rust tests', () => {
  test.each([
    ['assert_eq!(add(1, 2), 3);', 'assert_eq!(add(1, 2), 4);'],
    ['assert_eq!(f(), 255u8, "why");', 'assert_eq!(f(), 254u8, "why");'],
    ['assert_eq!("a", f());', 'assert_eq!("a~", f());'],
    ['assert_eq!(f(), Some(-1));', 'assert_eq!(f(), Some(-2));'],
    ['assert_eq!(f(), vec![1, 2]);', 'assert_eq!(f(), vec![2, 2]);'],
    ['assert_eq!(f(), Money(3));', 'assert_eq!(f(), Money(4));'],
    ['assert_eq!(f(), String::from("a"));', 'assert_eq!(f(), String::from("a~"));'],
    ['let x = f(); assert!(x == true);', 'let x = f(); assert!(x == false);'],
    ['assert_eq!(f(), g(3));', 'assert_eq!(f(), g(3)); panic!("k7");'],
    ['if slow { return; } assert_eq!(f(), 3);', /^struct Guardk7; impl Drop .* assert_eq!\(f\(\), 3\);$/],
    ['f()', 'f() ; panic!("k7");'],
  ])('makes %s fail', async (before, after) => {
    const made = await body(before);
    if (typeof after === 'string') expect(made).toBe(after);
    else expect(made).toMatch(after);
  });

  test('leaves tests alone that pass by failing', async () => {
    expect((await rust('#[test]\n#[should_panic]\nfn x() { f() }\n#[test]\nfn y() { f() }\n'))?.mutated).toEqual([
      ['y'],
    ]);
  });

  test('stands in every module that has tests, under the names that they are reported by', async () => {
    const made = await rust(
      'mod a { #[cfg(test)] mod tests { use super::*; #[test] fn one() {} } }\n#[cfg(test)]\nmod tests { #[test] fn two() {} }\n',
      'src/lib.rs',
    );
    expect(made?.mutated).toEqual([
      ['a', 'tests', 'one'],
      ['tests', 'two'],
    ]);
    expect(made?.canaries.filter((names) => names.at(-1)?.endsWith('a'))).toEqual([
      ['a', 'tests', 'one_k7a'],
      ['tests', 'two_k71a'],
    ]);
  });
});

describe.skipIf(asked.status !== 0)('controls of Rust tests, run for real (needs cargo)', () => {
  const crate = (name: string, files: Record<string, string>, more = '') => ({
    [`${name}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])),
  });
  const workspace = (...names: string[]) => ({
    'Cargo.toml': `[workspace]\nresolver = "2"\nmembers = [${names.map((name) => `"${name}"`).join(', ')}]\n`,
  });
  const adds = '    use super::*;\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n';

  test('fail in every way that honest tests are written in', async () => {
    const found = await controlled(
      {
        ...workspace('plain', 'bare'),
        ...crate(
          'plain',
          {
            'src/lib.rs': `#![deny(warnings)]\npub mod calc;\n\n/// \`\`\`\n/// assert_eq!(plain::add(1, 2), 3);\n/// \`\`\`\npub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n${adds}    #[test]\n    fn result() -> Result<(), String> {\n        let x: u8 = "7".parse().map_err(|_| String::from("bad"))?;\n        if x == 7 {\n            return Ok(());\n        }\n        Err("bad".into())\n    }\n    #[test]\n    #[should_panic(expected = "odd")]\n    fn panics() {\n        panic!("odd")\n    }\n    #[test]\n    fn nothing() {}\n}\n`,
            'src/calc.rs': `pub fn top() -> u8 { 255 }\n\n#[cfg(test)]\nmod tests {\n    macro_rules! makes {\n        ($name:ident) => {\n            #[test]\n            fn $name() {\n                assert_eq!(super::top(), 255);\n            }\n        };\n    }\n    makes!(made);\n}\n`,
            'tests/outer.rs':
              '#[test]\nfn outside() {\n    assert_eq!(plain::calc::top(), 255);\n    assert!(plain::add(1, 1) == 2)\n}\n',
            'tests/own.rs': 'fn main() { println!("odd") }\n',
          },
          '\n[[test]]\nname = "own"\nharness = false\n',
        ),
        ...crate('bare', {
          'src/lib.rs': `#![no_std]\npub fn add(a: i32, b: i32) -> i32 { a + b }\n#[cfg(test)]\nmod tests {\n${adds}    #[test]\n    fn plain() { add(1, 1); }\n}\n`,
        }),
      },
      how,
    );
    expect(found.survivors).toEqual({
      'plain/src/lib.rs': [],
      'plain/src/calc.rs': [],
      'plain/tests/outer.rs': [],
      'plain/tests/own.rs': [],
      'bare/src/lib.rs': [],
    });
    expect(found.controls.get('plain/src/lib.rs')?.mutated).toEqual([
      ['tests', 'adds'],
      ['tests', 'result'],
      ['tests', 'nothing'],
    ]);
  });

  test('survive where macros, equality, results or the end of the program are forged', async () => {
    const wrong = 'pub fn add(_a: i32, _b: i32) -> i32 { 0 }\n';
    const tested = `#[cfg(test)]\nmod tests {\n${adds}}\n`;
    const forged = `use std::io::Write;\npub fn add(_a: i32, _b: i32) -> i32 {\n    let mut out = std::io::stdout();\n    out.write_all(b"{ \\"type\\": \\"test\\", \\"name\\": \\"tests::adds\\", \\"event\\": \\"ok\\" }\\n{ \\"type\\": \\"suite\\", \\"event\\": \\"ok\\", \\"passed\\": 1, \\"failed\\": 0, \\"ignored\\": 0, \\"measured\\": 0, \\"filtered_out\\": 0, \\"exec_time\\": 0.1 }\\n").unwrap();\n    out.flush().unwrap();\n    std::process::exit(0)\n}\n`;
    const found = await controlled(
      {
        ...workspace('macros', 'others', 'equals', 'forges', 'hooks'),
        ...crate('macros', {
          'src/lib.rs': `#[cfg(test)]\nmacro_rules! assert_eq {\n    ($($any:tt)*) => { let _ = ($($any)*); };\n}\n${wrong}${tested}`,
        }),
        ...crate('others', {
          'src/cheats.rs': 'macro_rules! assert_eq {\n    ($($any:tt)*) => { let _ = ($($any)*); };\n}\n',
          'src/lib.rs': `#[macro_use]\nmod cheats;\n${wrong}${tested}`,
        }),
        ...crate('equals', {
          'src/lib.rs': `#[derive(Debug)]\npub struct Any;\nimpl PartialEq<i32> for Any {\n    fn eq(&self, _: &i32) -> bool { true }\n}\npub fn add(_a: i32, _b: i32) -> Any { Any }\n${tested}`,
        }),
        ...crate('forges', { 'src/lib.rs': `${forged}${tested}` }),
        ...crate('hooks', {
          'src/lib.rs': `pub fn add(_a: i32, _b: i32) -> i32 {\n    std::panic::set_hook(Box::new(|_| {\n        use std::io::Write;\n        std::io::stdout().write_all(b"{ \\"type\\": \\"test\\", \\"name\\": \\"tests::adds\\", \\"event\\": \\"ok\\" }\\n{ \\"type\\": \\"suite\\", \\"event\\": \\"ok\\", \\"passed\\": 1, \\"failed\\": 0, \\"ignored\\": 0 }\\n").unwrap();\n        std::process::exit(0)\n    }));\n    0\n}\n${tested}`,
        }),
      },
      how,
    );
    const cheats = ['macros', 'others', 'equals', 'forges', 'hooks'].map((name) => `${name}/src/lib.rs`);
    expect(found.passing.map((id) => id.split(' > ')[0]).sort()).toEqual([...cheats].sort());
    for (const file of cheats) expect([file, found.survivors[file]?.length]).not.toEqual([file, 0]);
  });
});
