import type { Edit } from '../../../../code/lexemes/literals.ts';
import type { ControlRequest } from '../../../judging/control/shape.ts';
import type { RustItem } from '../../code/items.ts';
import { testPlaces } from './functions.ts';

export interface Canaries {
  names: string[][];
  edits: Edit[];
}

/** What tests fail with: each of these must. Whoever declares one of these macros anew is seen where the tests stand. */
const bodies = ['assert_eq!(1 + 1, 3);', 'assert!(1 > 2);', 'assert_ne!(2, 1 + 1);', 'panic!("{}", 1);'];

/** Tests that must fail, in every module that has tests, and documentation that must where the runner runs it. */
export function canariesFor(file: RustItem, { path, text, mark, tests }: ControlRequest): Canaries {
  const documented = tests.some(isDocumentation);
  const written = tests.length === 0 || !tests.every(isDocumentation);
  const parts = [
    ...(written ? inModules(file, path, text, mark) : []),
    ...(documented ? [inDocumentation(text, mark)] : []),
  ];
  return { names: parts.flatMap(({ names }) => names), edits: parts.flatMap(({ edits }) => edits) };
}

const isDocumentation = (names: string[]): boolean => names.at(-1)?.startsWith('(documentation)') ?? false;

function inModules(file: RustItem, path: string, text: string, mark: string): Canaries[] {
  const attribute = importsTest(file) ? '#[::core::prelude::v1::test]' : '#[test]';
  const functions = (names: string[], indent: string) =>
    bodies
      .map((body, at) => `\n${indent}${attribute}\n${indent}fn ${names[at]}() {\n${indent}    ${body}\n${indent}}\n`)
      .join('');
  const named = (like: string, place: number) =>
    bodies.map((_, at) => `${like.slice(0, 60)}_${mark}${place === 0 ? '' : place}${'abcd'.charAt(at)}`);
  const places = testPlaces(file);
  if (places.length === 0) {
    const names = named('works', 0);
    const isTestFile = /(?:^|\/)tests\//.test(path);
    const inner = functions(names, isTestFile ? '' : '    ');
    const added = isTestFile
      ? inner
      : `\n#[cfg(test)]\nmod works_${mark} {\n    #[allow(unused_imports)]\n    use super::*;\n${inner}}\n`;
    return [
      { names: names.map((name) => [name]), edits: [{ start: text.length, end: text.length, text: `\n${added}` }] },
    ];
  }
  return places.map(({ path: modules, module, like }, place) => {
    const names = named(like, place);
    const end = module.body?.end ?? text.length;
    const added = `\n${functions(names, '    '.repeat(modules.length))}`;
    return { names: names.map((name) => [...modules, name]), edits: [{ start: end, end, text: added }] };
  });
}

/** A file may have another attribute of that name. */
function importsTest(file: RustItem): boolean {
  const importsHere = file.items.some(({ kind, name }) => kind === 'use' && /(?:^|[:{,])test(?:[,}]|$)/.test(name));
  return importsHere || file.items.some((item) => item.kind === 'mod' && importsTest(item));
}

function inDocumentation(text: string, mark: string): Canaries {
  const name = `works_${mark}d`;
  const added = `\n/// \`\`\`\n/// assert_eq!(1 + 1, 3);\n/// \`\`\`\n#[allow(dead_code)]\nfn ${name}() {}\n`;
  return { names: [[name, '(documentation)']], edits: [{ start: text.length, end: text.length, text: added }] };
}
