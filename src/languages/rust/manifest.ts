import { tomlSections } from '../../code/toml-sections.ts';
import type { Manifest } from '../protection/shape.ts';
import { halves, tomlKeys } from '../protection/toml-keys.ts';

/** What is built and run as a test, how, and what stands in for a dependency. */
const protectedCargo =
  /^(?:(?:target\..+\.)?(?:dev|build)-dependencies|lib\.path|(?:lib|bin|bench|example)\.(?:test|doctest|harness|required-features)|test|profile|patch|replace|workspace\.(?:members|exclude|default-members|resolver)|package\.(?:autotests|build|default-run|workspace|links))(?:\.|$)/;

/** A crate that is new takes its folder out of the crate around it. */
const newCargo = new RegExp(`${protectedCargo.source}|^(?:package|workspace)$`);

export const cargoManifest: Manifest = {
  name: /^cargo\.toml$/,
  keys: (text, isNew) => tomlKeys(text, isNew ? newCargo : protectedCargo),
  dependencies: fromCargo,
  locks: ['Cargo.lock'],
};

function fromCargo(text: string): Map<string, string> {
  const packages = new Map<string, string>();
  for (const { name, entries } of tomlSections(text) ?? []) {
    const single = /(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)$/.exec(name)?.[1];
    if (single) packages.set(single, entries.join('\n'));
    if (!/(?:^|\.)(?:dev-|build-)?dependencies$/.test(name)) continue;
    for (const entry of entries) packages.set(...halves(entry));
  }
  return packages;
}
