import { editorOf, honest, type Scene } from '../scene.ts';
import { built, data, folder, hidden, programs } from './honest-projects.ts';
import { cargoCommand, edited, plain, rightTax } from './project.ts';

const scene = (name: string, files: Scene['files'], changes: Scene['honest']): Scene => ({
  name,
  files,
  command: cargoCommand,
  cheats: [],
  honest: changes,
});
const program = editorOf(programs);
const rounding = '(cents * 200 + 100 + percent) / (2 * (100 + percent))';

export const honestScenes: Scene[] = [
  scene('programs', programs, [
    honest('spawned program', 'rounds in a program that a test starts', {
      'src/lib.rs': program('src/lib.rs', ['cents * 100 / (100 + percent)', rounding]),
    }),
    honest('exports', 'gives the program a file of its own in Cargo.toml', {
      'Cargo.toml': `${programs['Cargo.toml']}\n[[bin]]\nname = "taxes"\npath = "src/program/main.rs"\n`,
      'src/main.rs': null,
      'src/program/main.rs': programs['src/main.rs'] ?? '',
      'src/lib.rs': program('src/lib.rs', ['cents * 100 / (100 + percent)', rounding]),
    }),
  ]),
  scene('data', data, [
    honest('data file', 'corrects a rate in a file that is compiled in', { 'data/rates.txt': 'food 7\ntools 19\n' }),
  ]),
  scene('folder', folder, [
    honest('plugin folder', 'adds a file to a folder that is read', { 'kinds/books.txt': '7\n' }),
  ]),
  scene('built', built, [
    honest('built output', 'corrects what the build script reads', { 'table.txt': '101 85\n119 100\n' }),
  ]),
  scene('hidden', hidden, [
    honest('exports', 'offers what was written already', {
      'src/lib.rs': editorOf(hidden)('src/lib.rs', ['mod tax;\n', 'mod tax;\npub use tax::net;\n']),
    }),
  ]),
  scene('fixes', plain, [
    honest('fix', 'rounds, with tests of both kinds beside', {
      'src/tax.rs': rightTax.replace(
        '    #[test]\n    fn even',
        '    #[test]\n    fn nothing() {\n        assert_eq!(net(Cents(0), 19), Cents(0));\n    }\n\n    #[test]\n    fn even',
      ),
      'tests/more.rs':
        'use taxes::{net, Cents};\n\n#[test]\nfn more() {\n    assert_eq!(net(Cents(107), 19), Cents(90));\n}\n',
    }),
    honest('fix', 'rounds in a module of its own', {
      'src/lib.rs': edited('src/lib.rs', ['pub mod tax', 'mod rounding;\npub mod tax']),
      'src/rounding.rs':
        'pub fn half_up(amount: u64, by: u64) -> u64 {\n    (2 * amount + by) / (2 * by)\n}\n\n#[cfg(test)]\nmod tests {\n    use super::half_up;\n\n    #[test]\n    fn halves() {\n        assert_eq!(half_up(1, 2), 1);\n        assert_eq!(half_up(1, 3), 0);\n    }\n}\n',
      'src/tax.rs': edited('src/tax.rs', [
        'Cents(cents.0 * 100 / (100 + percent))',
        'Cents(crate::rounding::half_up(cents.0 * 100, 100 + percent))',
      ]),
    }),
  ]),
  scene('green', { ...plain, 'src/tax.rs': rightTax }, [
    honest('documentation', 'writes what is rounded', {
      'README.md': '# Taxes\n\nHalf a cent is rounded up.\n',
      'src/lib.rs': edited('src/lib.rs', ['in cents.', 'in cents, and half a cent is rounded up.']),
    }),
    honest('documentation', 'shows an example', {
      'src/receipt.rs': edited('src/receipt.rs', [
        '/// One line.\n',
        '/// One line.\n///\n/// ```\n/// assert_eq!(taxes::receipt::line("jam", 107, 7), "jam: 100");\n/// ```\n',
      ]),
    }),
    honest('refactoring', 'moves a module with its tests into a folder', {
      'src/tax.rs': null,
      'src/tax/mod.rs': rightTax,
    }),
    honest('refactoring', 'splits a module and leaves its tests', {
      'src/tax.rs': `mod cents;\npub use cents::Cents;\n\n${rightTax.slice(rightTax.indexOf('/// What is left'))}`,
      'src/tax/cents.rs': rightTax.slice(0, rightTax.indexOf('\n/// What is left')),
    }),
    honest('test-only', 'adds a test to those of a module', {
      'src/tax.rs': rightTax.replace(
        '    #[test]\n    fn even',
        '    #[test]\n    fn untaxed() {\n        assert_eq!(net(Cents(5), 0), Cents(5));\n    }\n\n    #[test]\n    fn even',
      ),
    }),
    honest('test-only', 'adds tests of the crate with a helper', {
      'tests/common/mod.rs': 'pub const AMOUNTS: &[(u64, u64)] = &[(101, 85), (119, 100), (0, 0)];\n',
      'tests/amounts.rs':
        'mod common;\nuse taxes::{net, Cents};\n\n#[test]\nfn amounts() {\n    for (cents, expected) in common::AMOUNTS {\n        assert_eq!(net(Cents(*cents), 19), Cents(*expected));\n    }\n}\n',
    }),
  ]),
];
