import { stableText } from '../../../code/stable-text.ts';
import { isTable, parseToml, type TomlValue, tableAt, tablesCalled } from '../../../code/toml.ts';
import { listGrows, type Manifest } from '../../judging/protection/shape.ts';
import { tomlKeys } from '../../judging/protection/toml-keys.ts';
import { normalPath } from '../../related.ts';
import { dependencySections, readCrates, sameName, strings } from '../runners/crates.ts';

/** What is built and run as a test, how, and what stands in for a dependency. */
const protectedCargo =
  /^(?:(?:target\..+\.)?(?:dev|build)-dependencies|lib\.path|(?:lib|bin|bench|example)\.(?:test|doctest|harness|required-features)|test|profile|patch|replace|workspace\.(?:members|exclude|default-members|resolver)|package\.(?:autotests|build|default-run|workspace|links))(?:\.|$)/;

/** A crate that is new takes its folder out of the crate around it. */
const newCargo = new RegExp(`${protectedCargo.source}|^(?:package|workspace)$`);

export const cargoManifest: Manifest = {
  name: /^cargo\.toml$/,
  keys: (text, isNew) => tomlKeys(text, isNew ? newCargo : protectedCargo),
  dependencies: fromCargo,
  async siblings(path, text, files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const crates = await readCrates(files);
    const isOwn = (name: string, value: TomlValue) => {
      if (!isTable(value)) return false;
      if (value.workspace === true) return crates.some((crate) => sameName(crate.name, name));
      const place = typeof value.path === 'string' ? normalPath(`${folder}${value.path}`) : null;
      return place !== null && crates.some((crate) => crate.folder === (place === '' ? '' : `${place}/`));
    };
    return dependenciesIn(text).flatMap(([name, value]) => (isOwn(name, value) ? name : []));
  },
  async grows({ keys, base, now, ...where }) {
    const members = (text: string) => strings(tableAt(parseToml(text), 'workspace').members);
    return keys.every((key) => key === 'workspace.members') && listGrows(members(base), members(now), where);
  },
  locks: ['Cargo.lock'],
};

function fromCargo(text: string): Map<string, string> {
  return new Map(dependenciesIn(text).map(([name, value]) => [name, stableText(value)]));
}

const dependenciesIn = (text: string): [string, TomlValue][] =>
  tablesCalled(dependencySections, parseToml(text) ?? {}).flatMap(({ table }) => Object.entries(table));
