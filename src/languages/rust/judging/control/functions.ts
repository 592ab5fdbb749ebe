import type { Lexeme } from '../../../../code/lexemes/lexemes.ts';
import { isTestAttribute, isTestOnly, type RustItem } from '../../code/items.ts';

export interface RustTest {
  /** Modules of the file that it is in, and its own name. */
  path: string[];
  item: RustItem;
  body: Lexeme[];
}

/** A place where tests are, to which others can be added. */
export interface RustPlace {
  path: string[];
  module: RustItem;
  /** The first test of it. */
  like: string;
}

/** Tests that must pass to count: not those that pass by failing, or are left out. */
export function testsIn(module: RustItem, path: string[] = []): RustTest[] {
  return module.items.flatMap((item) => {
    if (item.kind === 'mod' && item.body) return testsIn(item, [...path, item.name]);
    if (!isTest(item) || !item.body || item.attributes.some(isInverted)) return [];
    const { start, end } = item.body;
    const body = item.tokens.filter((token) => token.start >= start && token.end <= end);
    return [{ path: [...path, item.name], item, body }];
  });
}

/** The modules that hold tests; those that are only there for tests, where macros write them. */
export function testPlaces(file: RustItem): RustPlace[] {
  const modules = modulesIn(file);
  const withTests = modules.filter(({ module }) => module.items.some(isTest));
  const places = withTests.length > 0 ? withTests : modules.filter(({ module }) => module.attributes.some(isTestOnly));
  return places.slice(0, 8).map((place) => {
    const first = place.module.items.find(isTest)?.name ?? 'works';
    return { ...place, like: first.replace(/^r#/, '') };
  });
}

function modulesIn(module: RustItem, path: string[] = []): Omit<RustPlace, 'like'>[] {
  const inner = module.items.filter((item) => item.kind === 'mod' && item.body !== null);
  return [{ path, module }, ...inner.flatMap((item) => modulesIn(item, [...path, item.name]))];
}

const isTest = (item: RustItem): boolean => item.kind === 'fn' && item.attributes.some(isTestAttribute);
const isInverted = (attribute: string): boolean => /^(?:should_panic|ignore|bench)\b/.test(attribute);
