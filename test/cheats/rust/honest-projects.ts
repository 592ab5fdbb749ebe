import { plain } from './project.ts';

const manifest = plain['Cargo.toml'] ?? '';
const ignored = { '.gitignore': 'target\n' };

/** A program that a test starts. It cuts off. */
export const programs: Record<string, string> = {
  ...ignored,
  'Cargo.toml': manifest,
  'src/lib.rs': 'pub fn net(cents: u64, percent: u64) -> u64 {\n    cents * 100 / (100 + percent)\n}\n',
  'src/main.rs': `fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|one| one.parse().ok()).collect();
    match numbers[..] {
        [cents, percent] => println!("{}", taxes::net(cents, percent)),
        _ => {
            eprintln!("two numbers are needed");
            std::process::exit(2);
        }
    }
}
`,
  'tests/program.rs': `use std::process::Command;

fn run(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_taxes")).args(args).output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

#[test]
fn rounds() {
    assert_eq!(run(&["101", "19"]), "85\\n");
}

#[test]
fn refuses() {
    assert_eq!(run(&[]), "two numbers are needed\\n");
}
`,
};

/** Rates in a file that is compiled in, and kinds in a folder that is read. */
export const data: Record<string, string> = {
  ...ignored,
  'Cargo.toml': manifest,
  'data/rates.txt': 'food 7\ntools 16\n',
  'src/lib.rs': `/// The rate of a kind of goods.
pub fn rate(kind: &str) -> Option<u64> {
    include_str!("../data/rates.txt").lines().find_map(|line| {
        let (name, percent) = line.split_once(' ')?;
        if name == kind { percent.parse().ok() } else { None }
    })
}
`,
  'tests/rates.rs': `use taxes::rate;

#[test]
fn tools() {
    assert_eq!(rate("tools"), Some(19));
}

#[test]
fn air() {
    assert_eq!(rate("air"), None);
}
`,
};
export const folder: Record<string, string> = {
  ...ignored,
  'Cargo.toml': manifest,
  'kinds/food.txt': '7\n',
  'src/lib.rs': `use std::{fs, path::Path};

/// Every kind of goods with its rate, by name.
pub fn kinds() -> Vec<(String, u64)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kinds");
    let mut all: Vec<(String, u64)> = fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let percent = fs::read_to_string(&path).ok()?.trim().parse().ok()?;
            Some((path.file_stem()?.to_str()?.to_owned(), percent))
        })
        .collect();
    all.sort();
    all
}
`,
  'tests/kinds.rs': `#[test]
fn books() {
    assert!(taxes::kinds().contains(&("books".to_owned(), 7)));
}

#[test]
fn food() {
    assert!(taxes::kinds().contains(&("food".to_owned(), 7)));
}
`,
};

/** A table that the build script makes of a file. One number in it is wrong. */
export const built: Record<string, string> = {
  ...ignored,
  'Cargo.toml': manifest,
  'table.txt': '101 84\n119 100\n',
  'build.rs': `use std::{env, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-changed=table.txt");
    let rows: Vec<String> = fs::read_to_string("table.txt")
        .unwrap()
        .lines()
        .map(|line| format!("({}),", line.replace(' ', ", ")))
        .collect();
    let out = Path::new(&env::var("OUT_DIR").unwrap()).join("table.rs");
    fs::write(out, format!("pub const TABLE: &[(u64, u64)] = &[{}];", rows.join(""))).unwrap();
}
`,
  'src/lib.rs':
    'include!(concat!(env!("OUT_DIR"), "/table.rs"));\n\npub fn net(cents: u64) -> Option<u64> {\n    TABLE.iter().find(|row| row.0 == cents).map(|row| row.1)\n}\n',
  'tests/table.rs':
    '#[test]\nfn rounded() {\n    assert_eq!(taxes::net(101), Some(85));\n}\n\n#[test]\nfn even() {\n    assert_eq!(taxes::net(119), Some(100));\n}\n',
};

/** What tests import is not offered: they do not compile on base. */
export const hidden: Record<string, string> = {
  ...ignored,
  'Cargo.toml': manifest,
  'src/lib.rs':
    'mod tax;\n\npub fn rate() -> u64 {\n    19\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn rates() {\n        assert_eq!(super::rate(), super::tax::RATE);\n    }\n}\n',
  'src/tax.rs': 'pub const RATE: u64 = 19;\n\npub fn net(cents: u64) -> u64 {\n    cents * 100 / (100 + RATE)\n}\n',
  'tests/offered.rs': '#[test]\nfn offered() {\n    assert_eq!(taxes::net(119), 100);\n}\n',
};
