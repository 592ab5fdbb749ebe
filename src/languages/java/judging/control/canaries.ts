import type { JavaFile } from './classes.ts';

/** How tests are written. */
export type Framework = 'junit5' | 'junit4' | 'testng' | 'junit3';

const annotations: Record<Framework, string> = {
  junit5: '@org.junit.jupiter.api.Test ',
  junit4: '@org.junit.Test ',
  testng: '@org.testng.annotations.Test ',
  junit3: '',
};
const assertions: Record<string, string[]> = {
  'org.junit.jupiter.api.Assertions': ['assertEquals(1, 2)', 'assertTrue(1 > 2)', 'fail("")'],
  'org.junit.Assert': ['assertEquals(1, 2)', 'assertTrue(1 > 2)', 'fail("")'],
  'junit.framework.TestCase': ['assertEquals(1, 2)', 'assertTrue(1 > 2)', 'fail("")'],
  'org.testng.Assert': ['assertEquals(1, 2)', 'assertTrue(1 > 2)', 'fail("")'],
  'org.assertj.core.api.Assertions': ['assertThat(1).isEqualTo(2)', 'fail("")'],
};

export function frameworkOf({ imports }: JavaFile, parents: string[]): Framework | null {
  const from = (pattern: RegExp) => imports.some((name) => pattern.test(name));
  if (from(/^org\.junit\.jupiter\./)) return 'junit5';
  if (from(/^org\.testng\.annotations\./)) return 'testng';
  if (from(/^org\.junit\.(?:Test|\*)$/)) return 'junit4';
  return parents.join('').endsWith('TestCase') && from(/^junit\.framework\./) ? 'junit3' : null;
}

/** Methods that must fail: by an error, and by every way of asserting that the file imports. */
export function canariesFor(
  file: JavaFile,
  framework: Framework,
  like: string,
  mark: string,
): { names: string[]; text: string } {
  const inherited = framework === 'junit3' ? (assertions['junit.framework.TestCase'] ?? []) : [];
  const checks = [...new Set([...file.imports.flatMap(checksOf), ...inherited])].slice(0, 8);
  const bodies = [`throw new AssertionError("${mark}")`, ...checks];
  const names = bodies.map((_, at) => `${like.slice(0, 60)}_${mark}${'abcdefghi'.charAt(at)}`);
  const methods = bodies.map(
    (body, at) => `\n  ${annotations[framework]}public void ${names[at]}() {\n    ${body};\n  }\n`,
  );
  return { names, text: methods.join('') };
}

/** Called by the name that the import gives. */
function checksOf(imported: string): string[] {
  const name = imported.replace(/^static /, '');
  return Object.entries(assertions).flatMap(([owner, calls]) => {
    const simple = owner.slice(owner.lastIndexOf('.') + 1);
    if (imported === owner || imported === `${owner.slice(0, owner.lastIndexOf('.'))}.*`)
      return calls.map((call) => `${simple}.${call}`);
    if (!imported.startsWith('static ')) return [];
    return calls.filter((call) => name === `${owner}.*` || name === `${owner}.${call.slice(0, call.indexOf('('))}`);
  });
}
