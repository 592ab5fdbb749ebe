import { stableText } from '../../../code/stable-text.ts';
import { parseToml, tablesCalled } from '../../../code/toml.ts';
import type { Manifest } from '../../judging/protection/shape.ts';
import { tomlKeys } from '../../judging/protection/toml-keys.ts';

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
  const sections = tablesCalled(['dependencies', 'dev-dependencies', 'build-dependencies'], parseToml(text) ?? {});
  const named = sections.flatMap(({ table }) => Object.entries(table));
  return new Map(named.map(([name, value]) => [name, stableText(value)]));
}
