import { parse, TomlError, type TomlTable, type TomlValue } from 'smol-toml';

export type { TomlValue } from 'smol-toml';

/** Nothing that people write is nested so deeply, and walking it takes the stack. */
const deepest = 100;

/** What a TOML file says; null for text that is none, or is nested absurdly. */
export function parseToml(text: string): TomlTable | null {
  try {
    const table = parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: 'asNeeded' });
    return isDeeper(table, deepest) ? null : table;
  } catch (error) {
    if (error instanceof TomlError) return null;
    throw error;
  }
}

export function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}

/** The table that these names lead to. */
export function tableAt(within: TomlTable | null, ...names: string[]): TomlTable {
  let table: TomlTable = within ?? {};
  for (const name of names) {
    const inner = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!isTable(inner)) return {};
    table = inner;
  }
  return table;
}

/** The tables with such a name of their own, wherever they are: `[target.x.dependencies]` is called `dependencies`. */
export function tablesCalled(names: readonly string[], within: TomlTable): { name: string; table: TomlTable }[] {
  return Object.entries(within).flatMap(([name, value]) => {
    if (!isTable(value)) return [];
    return names.includes(name) ? [{ name, table: value }] : tablesCalled(names, value);
  });
}

export interface TomlLeaf {
  /** The names that lead to it; the tables of an array (`[[bin]]`) share theirs. */
  names: string[];
  /** Which of an array's tables it is in. */
  place: string;
  value: TomlValue;
}

/** Every value that is no table; an empty table is one, and so is an array. */
export function tomlLeaves(value: TomlValue, names: string[] = [], place = ''): TomlLeaf[] {
  const leaf = { names, place, value };
  if (Array.isArray(value))
    return [leaf, ...value.flatMap((each, at) => (isTable(each) ? tomlLeaves(each, names, `${place}${at}.`) : []))];
  if (!isTable(value) || Object.keys(value).length === 0) return [leaf];
  return Object.entries(value).flatMap(([name, inner]) => tomlLeaves(inner, [...names, name], place));
}

function isDeeper(value: TomlValue, depth: number): boolean {
  if (typeof value !== 'object' || value instanceof Date) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
