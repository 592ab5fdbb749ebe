import type { SyntaxNode } from '../../../schema/code/tree.ts';
import type { Files } from '../../runner.ts';
import { anyNumber, type Call, type FindSurface, kidOf, kidsOf, type Surface, treesOf } from '../../surface/shape.ts';

const grammar = { name: 'python', package: '@ast-grep/lang-python' };

/** What a module defines, and what it takes from others of its package. */
interface Module {
  calls: Map<string, Call | null>;
  /** Names of others, by the module that they come from. */
  imports: Map<string, { from: string; name: string }>;
  /** Null: it does not say; `open`: what it offers is made while it runs. */
  all: string[] | null;
  open: boolean;
}

/**
 * What a distribution offers from the top of its packages, and what modules list in `__all__`. Other modules are called
 * by names without an underscore whether they are meant for others or not.
 */
export const pythonSurface: FindSurface = async (files, changed, parsers) => {
  if (!files.paths.some((path) => /^(?:pyproject\.toml|setup\.(?:py|cfg))$/.test(path))) return new Map();
  const modules = new Map<string, Module | null>();
  const surface: Surface = new Map();
  const isPrivate = (path: string) =>
    /(?:^|\/)(?:_(?!_init__\.py)|tests?\/|testing\/|docs?\/|examples?\/|benchmarks?\/|scripts?\/)/.test(path);
  for (const path of files.paths.filter(
    (one) => one.endsWith('.py') && !isPrivate(one) && !/(?:^|\/)(?:setup|conftest|test_[^/]*)\.py$/.test(one),
  )) {
    const isTop = /^(?:src\/)?[^/]+\/__init__\.py$/.test(path);
    const text = changed.has(path) || isTop ? ((await files.read(path)) ?? '') : '';
    if (!isTop && !/^__all__\s*[:=]/m.test(text)) continue;
    const module = await read(path);
    if (module === null) return null;
    if (module.open) return null;
    const names =
      module.all ?? [...module.calls.keys(), ...module.imports.keys()].filter((name) => !name.startsWith('_'));
    for (const name of names) {
      const source = module.imports.get(name);
      const origin = source && (await originOf(source));
      const file = origin?.file ?? path;
      if (!changed.has(file) && !changed.has(path)) continue;
      const call = origin ? origin.call : (module.calls.get(name) ?? null);
      surface.set(`${path} ${name}`, { name, file, calls: call === null ? null : [call] });
    }
  }
  return surface;

  async function read(path: string): Promise<Module | null> {
    const existing = modules.get(path);
    if (existing !== undefined) return existing;
    const [parsed] = (await treesOf(grammar, [path], files, parsers)) ?? [];
    const module = parsed ? moduleIn(parsed.tree, parsed.text, path, files) : null;
    modules.set(path, module);
    return module;
  }

  async function originOf({
    from,
    name,
  }: {
    from: string;
    name: string;
  }): Promise<{ file: string; call: Call | null } | null> {
    if (!changed.has(from)) return null;
    const module = await read(from);
    return { file: from, call: module?.calls.get(name) ?? null };
  }
};

function moduleIn(tree: SyntaxNode, text: string, path: string, files: Files): Module {
  const module: Module = { calls: new Map(), imports: new Map(), all: null, open: false };
  const textOf = (node: SyntaxNode | undefined) => (node ? text.slice(node.start, node.end) : '');
  const visit = (node: SyntaxNode): void => {
    const inner = kidOf(node, 'function_definition', 'class_definition');
    if (node.kind === 'decorated_definition' && inner) {
      // A decorator may give it other parameters.
      module.calls.set(textOf(kidOf(inner, 'identifier')), null);
    } else if (node.kind === 'function_definition') {
      module.calls.set(textOf(kidOf(node, 'identifier')), callOf(kidOf(node, 'parameters'), textOf, false));
    } else if (node.kind === 'class_definition') {
      module.calls.set(textOf(kidOf(node, 'identifier')), constructorOf(node, textOf));
    } else if (node.kind === 'expression_statement') {
      const [assigned] = kidsOf(node, 'assignment', 'augmented_assignment');
      const target = assigned && textOf(assigned.kids[0]);
      if (target === '__all__') {
        const list = assigned && kidOf(assigned, 'list', 'tuple');
        if (assigned?.kind !== 'assignment' || !list) module.open = true;
        else module.all = kidsOf(list, 'string').map((one) => textOf(one).replace(/^\w*["']|["']$/g, ''));
      } else if (target && /^\w+$/.test(target)) module.calls.set(target, null);
      if (/^__all__\.(?:extend|append)|^globals\(\)/.test(textOf(node))) module.open = true;
    } else if (node.kind === 'import_from_statement') {
      const [source, ...names] = node.kids.filter(({ named }) => named);
      if (kidOf(node, 'wildcard_import')) module.open = true;
      for (const name of names) {
        const [own = '', as = own] = textOf(name).split(/\s+as\s+/);
        module.imports.set(as, { from: pathOf(textOf(source), path, files), name: own });
      }
    } else if (
      /^(?:if|try|with)_statement$|^(?:block|else_clause|elif_clause|except_clause|finally_clause)$/.test(node.kind)
    ) {
      for (const kid of node.kids) visit(kid);
    }
    if (node.kind === 'function_definition' && textOf(kidOf(node, 'identifier')) === '__getattr__') module.open = true;
  };
  for (const node of tree.kids) visit(node);
  return module;
}

/** What `__init__` takes besides the object; null where it is inherited or made by a decorator. */
function constructorOf(node: SyntaxNode, textOf: (node: SyntaxNode | undefined) => string): Call | null {
  const body = kidOf(node, 'block');
  const init = body?.kids.find(
    (kid) => kid.kind === 'function_definition' && textOf(kidOf(kid, 'identifier')) === '__init__',
  );
  return init ? callOf(kidOf(init, 'parameters'), textOf, true) : null;
}

function callOf(
  list: SyntaxNode | undefined,
  textOf: (node: SyntaxNode | undefined) => string,
  isMethod: boolean,
): Call {
  const all = (list?.kids ?? []).filter(({ named, kind }) => named && kind !== 'comment').slice(isMethod ? 1 : 0);
  const rest = all.some((one) => /^\*/.test(textOf(one)) && textOf(one) !== '*');
  const required = all
    .filter(({ kind }) => kind === 'identifier' || kind === 'typed_parameter')
    .filter((one) => !/^\*/.test(textOf(one))).length;
  const most = all.filter(({ kind }) => !/separator/.test(kind)).length;
  return { required, most: rest ? anyNumber : most };
}

/** The file of a module that is imported, relative or from the top; '' for none of this tree. */
function pathOf(source: string, path: string, { paths }: Files): string {
  const [, dots = '', name = ''] = /^(\.*)(.*)$/.exec(source) ?? [];
  const folders = path.split('/').slice(0, -1);
  const root =
    dots === '' ? (path.startsWith('src/') ? ['src'] : []) : folders.slice(0, folders.length - dots.length + 1);
  const base = [...root, ...name.split('.').filter((part) => part !== '')].join('/');
  return [`${base}.py`, `${base}/__init__.py`].find((one) => paths.includes(one)) ?? '';
}
