import { describe, expect, test } from 'vitest';
import { locksTheSame } from '../../../src/languages/judging/protection/protected.ts';

const crate = (name: string, source = '') => `[[package]]\nname = "${name}"\nversion = "1.0.0"\n${source}\n`;
const elsewhere = 'source = "registry+https://example.com"\nchecksum = "00"\n';
const cargo = (...crates: string[]) => `version = 3\n\n${crates.join('\n')}`;
const npm = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });

describe('a lock file', () => {
  test('may take up packages of its own tree', () => {
    const before = cargo(crate('top'), crate('lib', elsewhere));
    expect(locksTheSame('Cargo.lock', before, cargo(crate('new'), crate('top'), crate('lib', elsewhere)))).toBe(true);
    const lib = { 'node_modules/lib': { version: '1.0.0', integrity: 'x' } };
    const own = { 'packages/new': { version: '1.0.0' }, 'node_modules/new': { resolved: 'packages/new', link: true } };
    expect(locksTheSame('package-lock.json', npm(lib), npm({ ...lib, ...own }))).toBe(true);
  });

  test('may say nothing else about packages from elsewhere, nor be unreadable', () => {
    const before = cargo(crate('top'), crate('lib', elsewhere));
    expect(locksTheSame('Cargo.lock', before, cargo(crate('top'), crate('lib')))).toBe(false);
    expect(locksTheSame('Cargo.lock', before, before.replace('"00"', '"11"'))).toBe(false);
    expect(locksTheSame('Cargo.lock', before, '[[')).toBe(false);
    expect(locksTheSame('Cargo.lock', before, null)).toBe(false);
    const lib = { 'node_modules/lib': { version: '1.0.0', integrity: 'x' } };
    const fake = { 'node_modules/lib': { resolved: 'packages/lib', link: true } };
    expect(locksTheSame('package-lock.json', npm(lib), npm(fake))).toBe(false);
    expect(locksTheSame('yarn.lock', 'a', 'a')).toBe(false);
  });
});
