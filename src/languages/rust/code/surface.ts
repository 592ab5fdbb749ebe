import type { SyntaxNode } from '../../../schema/code/tree.ts';
import { type Call, type FindSurface, kidOf, kidsOf, offer, type Surface, treesOf } from '../../surface/shape.ts';

const grammar = { name: 'rust', package: '@ast-grep/lang-rust' };

/** What is `pub` in the modules of a library that are `pub` all the way from its root. */
export const rustSurface: FindSurface = async (files, changed, parsers) => {
  const surface: Surface = new Map();
  const roots = files.paths.filter((path) => /(?:^|\/)src\/lib\.rs$/.test(path));
  for (const root of roots) {
    const crate = root.slice(0, -'src/lib.rs'.length);
    if (![...changed].some((path) => path.startsWith(`${crate}src/`))) continue;
    if (/^\s*publish\s*=\s*false/m.test((await files.read(`${crate}Cargo.toml`)) ?? '')) continue;
    if (!(await visit(root, root.slice(0, -'lib.rs'.length)))) return null;
  }
  return surface;

  async function visit(path: string, folder: string): Promise<boolean> {
    const [parsed] = (await treesOf(grammar, [path], files, parsers)) ?? [];
    if (!parsed) return false;
    const { text, tree } = parsed;
    for (const name of items(tree, text, path, folder)) {
      const file = [`${folder}${name}.rs`, `${folder}${name}/mod.rs`].find((one) => files.paths.includes(one));
      if (file && !(await visit(file, `${folder}${name}/`))) return false;
    }
    return true;
  }

  /** Takes down what a module offers; gives the names of modules in other files that are `pub`. */
  function items(tree: SyntaxNode, text: string, path: string, at: string): string[] {
    const textOf = (node: SyntaxNode | undefined) => (node ? text.slice(node.start, node.end) : '');
    const isPub = (node: SyntaxNode) => textOf(kidOf(node, 'visibility_modifier')) === 'pub';
    const add = (name: string, call: Call | null) => {
      if (changed.has(path)) offer(surface, `${at} ${name}`, name, path, call);
    };
    return tree.kids.flatMap((node): string[] => {
      if (node.kind === 'impl_item' && !kidsOf(node, 'for').length) {
        const type = textOf(kidOf(node, 'type_identifier', 'generic_type')).replace(/<.*$/s, '');
        for (const fn of kidsOf(kidOf(node, 'declaration_list') ?? tree, 'function_item'))
          if (isPub(fn)) add(`${type}::${textOf(kidOf(fn, 'identifier'))}`, callOf(kidOf(fn, 'parameters')));
        return [];
      }
      if (!isPub(node)) return [];
      const name = textOf(kidOf(node, 'identifier', 'type_identifier'));
      if (node.kind === 'mod_item') {
        const body = kidOf(node, 'declaration_list');
        if (!body) return [name];
        items(body, text, path, `${at}${name}/`);
      } else if (node.kind === 'function_item') add(name, callOf(kidOf(node, 'parameters')));
      else if (/^(?:struct|enum|union|trait|type|const|static)_item$/.test(node.kind)) add(name, null);
      return [];
    });
  }
};

function callOf(list: SyntaxNode | undefined): Call {
  const required = kidsOf(
    list ?? { kind: '', named: false, start: 0, end: 0, kids: [] },
    'parameter',
    'self_parameter',
  ).length;
  return { required, most: required };
}
