import type { SyntaxNode } from '../../../schema/code/tree.ts';
import {
  anyNumber,
  type Call,
  type FindSurface,
  kidOf,
  kidsOf,
  offer,
  type Surface,
  treesOf,
} from '../../surface/shape.ts';

const grammar = { name: 'go', package: '@ast-grep/lang-go' };
const apart = /(?:^|\/)(?:internal|vendor|testdata|cmd|examples?|_[^/]*)\/|_test\.go$/;

/** The exported names of each package with a changed file, unless it is a program or internal. */
export const goSurface: FindSurface = async (files, changed, parsers) => {
  if (!files.paths.some((path) => /(?:^|\/)go\.mod$/.test(path))) return new Map();
  const folders = new Set([...changed].map(folderOf));
  const paths = files.paths.filter((path) => path.endsWith('.go') && folders.has(folderOf(path)) && !apart.test(path));
  const trees = await treesOf(grammar, paths, files, parsers);
  if (trees === null) return null;
  const surface: Surface = new Map();
  for (const { path, text, tree } of trees) {
    if (/^package main\b/m.test(text)) continue;
    const add = (name: string, call: Call | null) => {
      if (name.split('.').every((part) => /^\p{Lu}/u.test(part)))
        offer(surface, `${folderOf(path)} ${name}`, name, path, call);
    };
    const named = (node: SyntaxNode | undefined) => (node ? text.slice(node.start, node.end) : '');
    for (const node of tree.kids) {
      const lists = kidsOf(node, 'parameter_list');
      if (node.kind === 'function_declaration') add(named(kidOf(node, 'identifier')), callOf(lists[0]));
      if (node.kind === 'method_declaration') {
        const [type = ''] = /[\p{L}_]\w*(?=(?:\[[^\]]*\])?\s*\)$)/u.exec(named(lists[0])) ?? [];
        add(`${type}.${named(kidOf(node, 'field_identifier'))}`, callOf(lists[1]));
      }
      const specs = node.kids.flatMap((kid) => (kid.kind === 'var_spec_list' ? kid.kids : [kid]));
      for (const spec of specs) {
        if (/^type_(?:spec|alias)$/.test(spec.kind)) add(named(kidOf(spec, 'type_identifier')), null);
        if (/^(?:var|const)_spec$/.test(spec.kind)) for (const one of kidsOf(spec, 'identifier')) add(named(one), null);
      }
    }
  }
  return surface;
};

function callOf(list: SyntaxNode | undefined): Call {
  const required = kidsOf(list ?? empty, 'parameter_declaration').reduce(
    (sum, one) => sum + Math.max(1, kidsOf(one, 'identifier').length),
    0,
  );
  return { required, most: kidOf(list ?? empty, 'variadic_parameter_declaration') ? anyNumber : required };
}

const empty: SyntaxNode = { kind: '', named: false, start: 0, end: 0, kids: [] };
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
