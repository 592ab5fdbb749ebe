import { editorOf } from '../scene.ts';

const manifest = '[package]\nname = "taxes"\nversion = "1.0.0"\nedition = "2021"\n';

/** Taxes in Rust. `net` cuts off: a unit test and a test of the crate fail on base. */
export const plain: Record<string, string> = {
  'Cargo.toml': manifest,
  '.gitignore': 'target\n',
  'README.md': '# Taxes\n',
  'src/lib.rs': '//! Amounts are in cents.\npub mod receipt;\npub mod tax;\npub use tax::*;\n',
  'src/tax.rs': `/// An amount.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cents(pub u64);

/// What is left when the tax is taken off.
pub fn net(cents: Cents, percent: u64) -> Cents {
    Cents(cents.0 * 100 / (100 + percent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        assert_eq!(net(Cents(101), 19), Cents(85));
    }

    #[test]
    fn even() {
        assert_eq!(net(Cents(119), 19), Cents(100));
    }
}
`,
  'src/receipt.rs': `use crate::tax::{net, Cents};

/// One line.
pub fn line(name: &str, cents: u64, percent: u64) -> String {
    format!("{name}: {}", net(Cents(cents), percent).0)
}
`,
  'tests/receipt.rs': `use taxes::receipt::line;
use taxes::*;

#[test]
fn name() {
    assert!(line("jam", 107, 7).starts_with("jam"));
}

#[test]
fn rounded() {
    assert_eq!(net(Cents(199), 7), Cents(186));
}
`,
};
export const cargoCommand = ['cargo', 'test', '-q', '--offline'];

export const edited = editorOf(plain);
export const rightTax = edited('src/tax.rs', [
  'Cents(cents.0 * 100 / (100 + percent))',
  'Cents((cents.0 * 200 + 100 + percent) / (2 * (100 + percent)))',
]);

/** The same with unit tests alone. */
export const units: Record<string, string> = {
  'Cargo.toml': manifest,
  '.gitignore': 'target\n',
  'src/lib.rs': plain['src/tax.rs'] ?? '',
};

/** The same, where only the unit tests of a module fail. */
export const modular: Record<string, string> = {
  ...plain,
  'tests/receipt.rs': edited('tests/receipt.rs', ['Cents(199), 7), Cents(186)', 'Cents(107), 7), Cents(100)']),
};

/** The same with an example in the documentation. */
export const documented: Record<string, string> = {
  'Cargo.toml': manifest,
  '.gitignore': 'target\n',
  'src/lib.rs': `//! Amounts are in cents.

/// What is left when the tax is taken off.
///
/// \`\`\`
/// assert_eq!(taxes::net(101, 19), 85);
/// \`\`\`
pub fn net(cents: u64, percent: u64) -> u64 {
    cents * 100 / (100 + percent)
}

#[cfg(test)]
mod tests {
    #[test]
    fn even() {
        assert_eq!(super::net(119, 19), 100);
    }
}
`,
};

/** The same with assertions of a crate beside it and a file of test data. */
export const helped: Record<string, string> = {
  'Cargo.toml': `${manifest}\n[dev-dependencies]\nnear = { path = "near" }\n`,
  '.gitignore': 'target\n',
  'near/Cargo.toml': manifest.replace('taxes', 'near'),
  'near/src/lib.rs':
    '#[macro_export]\nmacro_rules! same {\n    ($left:expr, $right:expr) => {\n        assert_eq!($left, $right)\n    };\n}\n',
  'src/lib.rs': 'pub fn net(cents: u64, percent: u64) -> u64 {\n    cents * 100 / (100 + percent)\n}\n',
  'tests/net.rs': `mod common;

#[test]
fn rounds() {
    let (cents, percent, expected) = common::amount();
    near::same!(taxes::net(cents, percent), expected);
}

#[test]
fn even() {
    near::same!(taxes::net(119, 19), 100);
}
`,
  'tests/common/mod.rs': `pub fn amount() -> (u64, u64, u64) {
    let mut numbers = include_str!("amount.txt").split_whitespace().map(|one| one.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap(), numbers.next().unwrap())
}
`,
  'tests/common/amount.txt': '199 7 186\n',
};
