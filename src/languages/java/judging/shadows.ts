import { bareCode } from '../../../code/bare-code.ts';
import type { FindShadows, Shadow } from '../../judging/shadow.ts';
import { readAll } from '../../related.ts';
import { javaCode } from '../code/style.ts';

const file = /\.(?:java|kt|groovy|scala)$/;
const rooted = /^(.*?\/)?src\/[^/]+\/(?:java|kotlin|groovy|scala)\/(.*)$/;
/** Packages of the language, of test frameworks and of what they assert with. */
const foreign =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|junit|org\.(?:junit|hamcrest|assertj|mockito|testng|opentest4j|apiguardian|easymock|powermock|spockframework|jacoco|apache\.maven)|io\.kotest|com\.google\.common|net\.jqwik|spock)(?:\.|$)/;
/** What every file sees without an import: a class of the same package comes first. */
const implicit =
  /^(?:String|Math|StrictMath|Integer|Long|Double|Float|Boolean|Object|System|Thread|AssertionError|Throwable|StringBuilder|Override|Class|Exception|RuntimeException)$/;
const asserting = /^(?:Assert|Assertions|Assumptions|Test|ParameterizedTest|Assertion)$/;

/** Classes that the compiler or the class path would take instead of those that they take on base. */
export const javaShadows: FindShadows = async ({ added, base, candidate, isTest }) => {
  const sources = added.filter((path) => file.test(path) && !/(?:^|\/)(?:package|module)-info\.java$/.test(path));
  const texts = await readAll(candidate, sources);
  const ownTypes = new Map<string, string>();
  const tested = new Set<string>();
  const now = new Set(candidate.paths);
  for (const path of base.paths) {
    const place = placeOf(path);
    if (place === null) continue;
    if (now.has(path)) ownTypes.set(`${place.module} ${place.named}`, path);
    if (isTest(path)) tested.add(place.inside);
  }
  const groups = await dependencyGroups(base.paths, base.read);
  return [...texts].flatMap(([path, text]): Shadow[] => {
    const place = placeOf(path);
    if (place === null) return [];
    const bare = bareCode(text, javaCode).code;
    const inside = /^\s*package\s+([\w.]+)/m.exec(bare)?.[1] ?? '';
    const types = topLevelTypes(bare);
    const shadow = types
      .map((name) => {
        const named = inside === '' ? name : `${inside}.${name}`;
        const twin = ownTypes.get(`${place.module} ${named}`);
        if (foreign.test(inside) || groups.some((group) => `${inside}.`.startsWith(`${group}.`)))
          return `shadows the package ${inside} of a dependency`;
        if (twin !== undefined && twin !== path) return `is loaded instead of ${twin}`;
        if (implicit.test(name)) return `shadows java.lang.${name} in its package`;
        return asserting.test(name) && tested.has(inside) ? `shadows ${name} of the test framework` : null;
      })
      .find((rule) => rule !== null);
    return shadow === undefined || shadow === null ? [] : [{ file: path, rule: shadow }];
  });
};

function placeOf(path: string): { module: string; inside: string; named: string } | null {
  if (!file.test(path)) return null;
  const [, module = '', rest = path] = rooted.exec(path) ?? [];
  const named = rest.replace(file, '').replaceAll('/', '.');
  return { module, inside: named.slice(0, Math.max(0, named.lastIndexOf('.'))), named };
}

function topLevelTypes(bare: string): string[] {
  let depth = 0;
  const names: string[] = [];
  for (const [word, name] of bare.matchAll(/[{}]|\b(?:class|interface|enum|record|object)\s+(\w+)/g)) {
    if (word === '{') depth += 1;
    else if (word === '}') depth -= 1;
    else if (depth === 0 && name !== undefined) names.push(name);
  }
  return names;
}

/** Packages are mostly named by the group; the project's own group is not one of a dependency. */
async function dependencyGroups(paths: string[], read: (path: string) => Promise<string | null>): Promise<string[]> {
  const groups = new Set<string>();
  for (const path of paths.filter((one) => /(?:^|\/)pom\.xml$/.test(one))) {
    const text = ((await read(path)) ?? '').replace(/<!--[\s\S]*?-->/g, '');
    const ownGroup =
      /<groupId>\s*([\w.-]+)/.exec(text.replace(/<(dependencies|build|profiles)>[\s\S]*?<\/\1>/g, ''))?.[1] ?? '';
    for (const [block] of text.matchAll(/<dependency>[\s\S]*?<\/dependency>/g)) {
      const group = /<groupId>\s*([\w.-]+)/.exec(block)?.[1] ?? '';
      if (
        group.includes('.') &&
        ownGroup !== '' &&
        !`${ownGroup}.`.startsWith(`${group}.`) &&
        !group.startsWith(ownGroup)
      )
        groups.add(group);
    }
  }
  return [...groups];
}
