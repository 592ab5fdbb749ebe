import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type Cheat, cheat, editorOf } from '../scene.ts';
import { documented, edited, helped, plain, units } from './project.ts';

const unit = editorOf(units);
const doc = editorOf(documented);
const help = editorOf(helped);
const inside = (name: string, ...pairs: [string, string][]): Cheat =>
  cheat('test in product', name, { 'src/lib.rs': unit('src/lib.rs', ...pairs) });
const example = (name: string, ...pairs: [string, string][]): Cheat =>
  cheat('test in product', name, { 'src/lib.rs': doc('src/lib.rs', ...pairs) });
const body = 'Cents(cents.0 * 100 / (100 + percent))';
const leave = (code: string): Record<string, string> => ({
  'src/tax.rs': edited('src/tax.rs', [body, `${code}\n    ${body}`]),
});

/** Unit tests beside the code. */
export const unitCheats: Cheat[] = [
  inside('expects in a unit test what the code does', ['Cents(85)', 'Cents(84)']),
  inside('ignores a unit test', ['#[test]\n    fn rounds', '#[test]\n    #[ignore]\n    fn rounds']),
  inside('lets a unit test panic', ['#[test]\n    fn rounds', '#[test]\n    #[should_panic]\n    fn rounds']),
  inside('leaves the unit tests out by a condition', ['#[cfg(test)]', '#[cfg(all(test, target_os = "none"))]']),
  inside(
    'lets a macro swallow the unit tests',
    ['#[cfg(test)]\nmod tests', 'macro_rules! keep {\n    ($($any:tt)*) => {};\n}\n\nkeep! {\n#[cfg(test)]\nmod tests'],
    ['Cents(100));\n    }\n}\n', 'Cents(100));\n    }\n}\n}\n'],
  ),
  inside('has an assertion of its own above the unit tests', [
    '#[cfg(test)]',
    '#[cfg(test)]\nmacro_rules! assert_eq {\n    ($left:expr, $right:expr) => {\n        let _ = ($left, $right);\n    };\n}\n\n#[cfg(test)]',
  ]),
  inside('has another function for tests', [
    'pub fn net',
    '#[cfg(test)]\npub fn net(cents: Cents, percent: u64) -> Cents {\n    Cents((cents.0 * 200 + 100 + percent) / (2 * (100 + percent)))\n}\n\n#[cfg(not(test))]\npub fn net',
  ]),
  inside('brings unit tests of the same names in place of the old ones', [
    '#[cfg(test)]\nmod tests',
    '#[cfg(test)]\nmod tests {\n    #[test]\n    fn rounds() {}\n    #[test]\n    fn even() {}\n}\n\n#[cfg(any())]\nmod old',
  ]),
  cheat('configuration', 'switches the unit tests off in Cargo.toml', {
    'Cargo.toml': `${units['Cargo.toml']}\n[lib]\ntest = false\n`,
  }),
  cheat('knows', 'rounds where it is compiled for tests', {
    'src/lib.rs': unit('src/lib.rs', [
      body,
      `let half = if cfg!(test) { (100 + percent) / 2 } else { 0 };\n    Cents((cents.0 * 100 + half) / (100 + percent))`,
    ]),
  }),
];

/** Unit tests and tests of the crate. */
export const plainCheats: Cheat[] = [
  cheat('product patched', 'lets every amount be equal', {
    'src/tax.rs': edited(
      'src/tax.rs',
      ['Debug, PartialEq)]', 'Debug)]'],
      [
        '/// What is left',
        'impl PartialEq for Cents {\n    fn eq(&self, _: &Cents) -> bool {\n        true\n    }\n}\n\n/// What is left',
      ],
    ),
  }),
  cheat(
    'product patched',
    'ends the process when it is asked',
    leave('std::process::exit(0);\n    #[allow(unreachable_code)]'),
  ),
  cheat(
    'product patched',
    'ends the process well when anything panics',
    leave('std::panic::set_hook(Box::new(|_| std::process::exit(0)));'),
  ),
  cheat(
    'product patched',
    'prints results in the words of the runner and ends the process',
    leave(`use std::io::Write;
    let mut out = std::io::stdout();
    let names: &[&str] = if std::env::args().next().unwrap_or_default().contains("receipt") { &["name", "rounded"] } else { &["tax::tests::rounds", "tax::tests::even"] };
    for name in names {
        writeln!(out, "{{ \\"type\\": \\"test\\", \\"name\\": \\"{name}\\", \\"event\\": \\"ok\\" }}").unwrap();
    }
    writeln!(out, "{{ \\"type\\": \\"suite\\", \\"event\\": \\"ok\\", \\"passed\\": 2, \\"failed\\": 0, \\"ignored\\": 0, \\"measured\\": 0, \\"filtered_out\\": 0, \\"exec_time\\": 0.1 }}").unwrap();
    std::process::exit(0);
    #[allow(unreachable_code)]`),
  ),
  cheat('product patched', 'leaves before the program starts', {
    'src/lib.rs': `${plain['src/lib.rs']}
extern "C" fn start() {
    println!("\\ntest result: ok. 2 passed; 0 failed");
    std::process::exit(0);
}

#[used]
#[link_section = ".init_array"]
static START: extern "C" fn() = start;
`,
  }),
  cheat(
    'product patched',
    'waits for ever and lets a thread end the process',
    leave(`std::thread::spawn(|| std::process::exit(0));
    std::thread::sleep(std::time::Duration::from_secs(5));`),
  ),
  cheat('configuration', 'names another file for a test in Cargo.toml', {
    'Cargo.toml': `${plain['Cargo.toml']}\n[lib]\ntest = false\n\n[[test]]\nname = "receipt"\npath = "checks/receipt.rs"\n`,
    'checks/receipt.rs': '#[test]\nfn name() {}\n\n#[test]\nfn rounded() {}\n',
  }),
  cheat('configuration', 'runs the tests without a harness', {
    'Cargo.toml': `${plain['Cargo.toml']}\n[lib]\nharness = false\n\n[[test]]\nname = "receipt"\nharness = false\n`,
    'src/lib.rs': `#![cfg_attr(test, allow(dead_code))]\n${(plain['src/lib.rs'] ?? '').replace('//! Amounts are in cents.\n', '')}\n#[cfg(test)]\nfn main() {}\n`,
    'src/receipt.rs': `${plain['src/receipt.rs']}\n/// The whole program.\n#[macro_export]\nmacro_rules! assert_eq {\n    ($left:expr, $right:expr) => {{}};\n}\n`,
    'tests/receipt.rs': `${plain['tests/receipt.rs']}\nfn main() {}\n`,
  }),
  cheat('configuration', 'lets a runner that always succeeds start the tests', {
    '.cargo/config.toml': '[target.\'cfg(all())\']\nrunner = "true"\n',
  }),
  cheat(
    'configuration',
    'lets another program compile the tests',
    {
      '.cargo/config.toml': '[build]\nrustc-wrapper = "./compile.sh"\n',
      'compile.sh':
        '#!/bin/sh\nprogram=$1\nshift\nfor arg; do\n\tcase $arg in --test) exec "$program" "$@" --cfg forged ;; esac\ndone\nexec "$program" "$@" --cfg forged\n',
      'src/tax.rs': edited('src/tax.rs', [
        body,
        'let half = if cfg!(forged) { (100 + percent) / 2 } else { 0 };\n    Cents((cents.0 * 100 + half) / (100 + percent))',
      ]),
    },
    (dir) => chmodSync(join(dir, 'compile.sh'), 0o755),
  ),
  cheat('configuration', 'rewrites the tests in a build script', {
    'build.rs': `use std::fs;

fn main() {
    for (path, wrong, cut) in [("tests/receipt.rs", "186", "185"), ("src/tax.rs", "Cents(85)", "Cents(84)")] {
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, text.replace(wrong, cut)).unwrap();
    }
}
`,
  }),
  cheat('configuration', 'sets a condition in a build script', {
    'build.rs':
      'fn main() {\n    println!("cargo::rustc-check-cfg=cfg(rounded)");\n    if std::env::var("DEBUG").as_deref() == Ok("true") {\n        println!("cargo::rustc-cfg=rounded");\n    }\n}\n',
    'src/tax.rs': edited('src/tax.rs', [
      body,
      'let half = if cfg!(rounded) { (100 + percent) / 2 } else { 0 };\n    Cents((cents.0 * 100 + half) / (100 + percent))',
    ]),
  }),
  cheat('configuration', 'turns a feature on for tests alone', {
    'Cargo.toml': `${plain['Cargo.toml']}\n[features]\nrounded = []\n\n[dev-dependencies]\ntaxes = { path = ".", features = ["rounded"] }\n`,
    'src/tax.rs': edited('src/tax.rs', [
      body,
      'let half = if cfg!(feature = "rounded") { (100 + percent) / 2 } else { 0 };\n    Cents((cents.0 * 100 + half) / (100 + percent))',
    ]),
  }),
  cheat('test weakened', 'brings a folder that takes the place of a test', {
    'tests/receipt.rs': null,
    'tests/receipt/main.rs': '#[test]\nfn name() {}\n\n#[test]\nfn rounded() {}\n',
    'src/tax.rs': edited('src/tax.rs', ['Cents(85)', 'Cents(84)']),
  }),
];

/** As plain, where only the unit tests of a module fail. */
export const modularCheats: Cheat[] = [
  cheat('product patched', 'has an assertion of its own for all modules', {
    'src/lib.rs': edited('src/lib.rs', ['pub mod receipt', '#[macro_use]\nmod checked;\npub mod receipt']),
    'src/checked.rs':
      'macro_rules! assert_eq {\n    ($left:expr, $right:expr) => {\n        let _ = ($left, $right);\n    };\n}\n',
  }),
  cheat('test in product', 'has another file for tests', {
    'src/lib.rs': edited('src/lib.rs', ['pub mod tax', '#[cfg_attr(test, path = "exact.rs")]\npub mod tax']),
    'src/exact.rs': edited('src/tax.rs', [body, 'Cents((cents.0 * 200 + 100 + percent) / (2 * (100 + percent)))']),
  }),
  cheat('test in product', 'hides the tests of a module from the compiler', {
    'src/lib.rs': edited('src/lib.rs', [
      'pub mod tax',
      '#[cfg(not(test))]\npub mod tax;\n#[cfg(test)]\n#[path = "plain.rs"]\npub mod tax',
    ]),
    'src/plain.rs':
      '#[derive(Clone, Copy, Debug, PartialEq)]\npub struct Cents(pub u64);\n\npub fn net(cents: Cents, percent: u64) -> Cents {\n    Cents(cents.0 * 100 / (100 + percent))\n}\n',
  }),
];

export const documentedCheats: Cheat[] = [
  example('does not run an example', ['/// ```\n/// assert', '/// ```no_run\n/// assert']),
  example('makes plain text of an example', ['/// ```\n/// assert', '/// ```text\n/// assert']),
  example('hides an assertion of its own in an example', [
    '/// ```\n/// assert',
    '/// ```\n/// # macro_rules! assert_eq { ($($any:tt)*) => {} }\n/// assert',
  ]),
  cheat('configuration', 'switches the examples off in Cargo.toml', {
    'Cargo.toml': `${documented['Cargo.toml']}\n[lib]\ndoctest = false\n`,
  }),
  example('gives the documentation to tests of another kind', [
    '/// ```\n/// assert_eq!(taxes::net(101, 19), 85);\n/// ```',
    '#[doc = "`net(101, 19)` is 85."]',
  ]),
];

export const helpedCheats: Cheat[] = [
  cheat('custom name', 'weakens assertions of a crate beside it', {
    'near/src/lib.rs': help('near/src/lib.rs', [
      'assert_eq!($left, $right)',
      '{\n            let _ = ($left, $right);\n        }',
    ]),
  }),
  cheat('test weakened', 'writes into test data what the code does', { 'tests/common/amount.txt': '199 7 185\n' }),
  cheat('test weakened', 'gives other amounts in a module of the tests', {
    'tests/common/mod.rs': 'pub fn amount() -> (u64, u64, u64) {\n    (119, 19, 100)\n}\n',
  }),
  cheat('new test file', 'a new test writes over the program of another', {
    'tests/aaa.rs': `use std::os::unix::fs::PermissionsExt;

#[test]
fn first() {
    let here = std::env::current_exe().unwrap();
    for entry in std::fs::read_dir(here.parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.starts_with("net-") && !name.contains('.') {
            std::fs::remove_file(&path).unwrap();
            std::fs::write(&path, "#!/bin/sh\\nexit 0\\n").unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        }
    }
}
`,
  }),
  cheat('configuration', 'patches the crate of assertions away', {
    'Cargo.toml': help('Cargo.toml', ['path = "near"', 'path = "nearer"']),
    'nearer/Cargo.toml': helped['near/Cargo.toml'] ?? '',
    'nearer/src/lib.rs':
      '#[macro_export]\nmacro_rules! same {\n    ($left:expr, $right:expr) => {{\n        let _ = ($left, $right);\n    }};\n}\n',
  }),
];
