import { record, text as textIn } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';
import { anyNumber, type Call, type FindSurface, type Surface } from '../../surface/shape.ts';
import { type Resolve, resolver } from '../modules/resolve.ts';
import { readManifest } from '../package/manifest.ts';
import type { Node } from './javascript-nodes.ts';
import { scriptTree } from './script-tree.ts';

/** What a module offers: by itself, from others by name, and all of others. */
interface Module {
  own: Map<string, Call | null>;
  reexports: Map<string, { from: string; name: string }>;
  all: string[];
  /** What it offers is made while it runs. */
  open: boolean;
}

/** What the entry points of a package that is meant to be published lead to. */
export const javascriptSurface: FindSurface = async (files, changed) => {
  const { content, exists } = await readManifest(files);
  if (!exists || content.private === true || textIn(content.name) === '') return new Map();
  const resolve = await resolver(files);
  const modules = new Map<string, Promise<Module | null>>();
  const surface: Surface = new Map();
  for (const entry of entriesOf(content, files)) {
    const offers = await offersOf(entry, new Set());
    if (offers === null) return null;
    for (const [name, { file, call }] of offers) {
      if (!changed.has(file) && !changed.has(entry)) continue;
      surface.set(`${entry} ${name}`, { name, file, calls: call === null ? null : [call] });
    }
  }
  return surface;

  /** Null where something in between is made while it runs, or cannot be read. */
  async function offersOf(
    path: string,
    above: Set<string>,
  ): Promise<Map<string, { file: string; call: Call | null }> | null> {
    const offers = new Map<string, { file: string; call: Call | null }>();
    if (above.has(path)) return offers;
    const behind = new Set([...above, path]);
    const reading = modules.get(path) ?? moduleIn(path, files, resolve);
    modules.set(path, reading);
    const module = await reading;
    if (module === null || module.open) return null;
    for (const from of module.all) {
      const others = await offersOf(from, behind);
      if (others === null) return null;
      for (const [name, offer] of others) if (name !== 'default') offers.set(name, offer);
    }
    for (const [name, call] of module.own) offers.set(name, { file: path, call });
    for (const [name, { from, name: origin }] of module.reexports) {
      const others = from === '' || origin === '*' ? new Map() : await offersOf(from, behind);
      offers.set(name, others?.get(origin) ?? { file: path, call: null });
    }
    return offers;
  }
};

/** The sources behind `exports`, `main` and `module`, as far as they are in the tree. */
function entriesOf(content: Record<string, unknown>, { paths }: Files): string[] {
  const named: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string' && !value.includes('*')) named.push(value);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(record(value))) walk(one);
  };
  walk(content.exports);
  for (const key of ['main', 'module']) walk(content[key]);
  if (named.length === 0) named.push('index');
  return [...new Set(named.flatMap((name) => sourceOf(name.replace(/^\.\//, ''), paths) ?? []))];
}

const endings = ['', '.ts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js'];

/** Of what a build makes, the file that it is made of. */
function sourceOf(path: string, paths: string[]): string | null {
  if (/\.(?:json|css|d\.[cm]?ts)$/.test(path)) return null;
  const stem = path.replace(/\.[cm]?js$/, '');
  const built = stem.replace(/^(?:dist|lib|build|out|es|esm|cjs)\/(?:(?:esm|cjs|es|src)\/)?/, '');
  const candidates = [path, stem, `src/${built}`];
  return (
    candidates.flatMap((one) => endings.map((ending) => `${one}${ending}`)).find((one) => paths.includes(one)) ?? null
  );
}

async function moduleIn(path: string, files: Files, resolve: Resolve): Promise<Module | null> {
  const text = (await files.read(path)) ?? '';
  const parsed = await scriptTree(path, text);
  if (!parsed) return null;
  const module: Module = { own: new Map(), reexports: new Map(), all: [], open: false };
  const body = parsed.program.body as Node[];
  const isTyped = /\.[cm]?tsx?$/.test(path);
  const calls = declared(body, isTyped);
  const fileOf = (source: unknown): string => {
    const target = resolve(path, String((source as Node | null)?.value ?? ''));
    return target.kind === 'file' ? target.path : '';
  };
  for (const node of body) {
    if (node.type === 'ExportAllDeclaration') {
      if (node.exported) module.own.set(nameOf(node.exported), null);
      else if (fileOf(node.source) === '') module.open = true;
      else module.all.push(fileOf(node.source));
    }
    if (node.type === 'ExportDefaultDeclaration')
      module.own.set('default', callOf(node.declaration as Node, calls, isTyped));
    if (node.type === 'ExportNamedDeclaration') {
      for (const name of namesIn(node.declaration as Node | null)) module.own.set(name, calls.get(name) ?? null);
      for (const one of (node.specifiers ?? []) as Node[]) {
        const [local, exported] = [nameOf(one.local), nameOf(one.exported)];
        if (node.source) module.reexports.set(exported, { from: fileOf(node.source), name: local });
        else module.own.set(exported, calls.get(local) ?? null);
      }
    }
  }
  if (!parsed.isModule) common(body, module, calls, isTyped);
  return module;
}

/** `module.exports = …` and `exports.name = …`, at the top. */
function common(body: Node[], module: Module, calls: Map<string, Call | null>, isTyped: boolean): void {
  for (const node of body) {
    let value = node.type === 'ExpressionStatement' ? (node.expression as Node) : null;
    if (value?.type === 'CallExpression' && /exports/.test(JSON.stringify(value.arguments))) module.open = true;
    const targets: string[] = [];
    while (value?.type === 'AssignmentExpression') {
      targets.push(dotted(value.left as Node));
      value = value.right as Node;
    }
    for (const target of targets) {
      const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(target) ?? [];
      if (name !== undefined && value) module.own.set(name, callOf(value, calls, isTyped));
      if (target !== 'module.exports' || !value) continue;
      if (value.type === 'ObjectExpression') {
        for (const one of value.properties as Node[]) {
          if (one.type !== 'Property' || one.computed === true) module.open = true;
          else module.own.set(nameOf(one.key), callOf(one.value as Node, calls, isTyped));
        }
      } else if (value.type === 'CallExpression') module.open = true;
      else module.own.set('default', callOf(value, calls, isTyped));
    }
  }
  if (/"(?:module|exports)"/.test(JSON.stringify(body.filter(({ type }) => /^(?:For|If|While|Try)/.test(type)))))
    module.open = true;
}

const dotted = (node: Node): string =>
  node.type === 'MemberExpression' && node.computed !== true
    ? `${dotted(node.object as Node)}.${nameOf(node.property)}`
    : nameOf(node);

const nameOf = (node: unknown): string => String((node as Node | null)?.name ?? (node as Node | null)?.value ?? '');

/** How the functions and classes at the top are called; of overloads only those that others see. */
function declared(body: Node[], isTyped: boolean): Map<string, Call | null> {
  const calls = new Map<string, Call | null>();
  for (const node of body) {
    const inner = (/^Export(?:Named|Default)/.test(node.type) ? node.declaration : node) as Node | null;
    for (const name of namesIn(inner)) {
      const one = inner?.type === 'VariableDeclaration' ? initOf(inner, name) : inner;
      const call = one ? callOf(one, new Map(), isTyped) : null;
      const previous = calls.get(name);
      // Several signatures: the least that any of them asks for.
      calls.set(
        name,
        previous && call ? { required: Math.min(previous.required, call.required), most: anyNumber } : call,
      );
    }
  }
  return calls;
}

const initOf = (node: Node, name: string): Node | null =>
  ((node.declarations as Node[]).find(({ id }) => nameOf(id) === name)?.init ?? null) as Node | null;

function namesIn(node: Node | null): string[] {
  if (!node) return [];
  if (node.type === 'VariableDeclaration')
    return (node.declarations as Node[]).map(({ id }) => nameOf(id)).filter((name) => name !== '');
  return node.id ? [nameOf(node.id)].filter((name) => name !== '') : [];
}

/** Without types, only what is taken apart is surely needed: anything else may be left out by its callers. */
function callOf(node: Node, calls: Map<string, Call | null>, isTyped: boolean): Call | null {
  if (node.type === 'Identifier') return calls.get(nameOf(node)) ?? null;
  if (/^Class/.test(node.type)) {
    const members = ((node.body as Node | null)?.body ?? []) as Node[];
    const init = members.find(({ kind }) => kind === 'constructor');
    return init ? callOf(init.value as Node, calls, isTyped) : null;
  }
  if (!/Function/.test(node.type)) return null;
  const params = paramsOf(node);
  // A function of any number of arguments is hardly called without any.
  if (params.some(({ type }) => type === 'RestElement')) return null;
  const required = params.findLastIndex((one) => isNeeded(one, isTyped)) + 1;
  return { required, most: anyNumber };
}

const paramsOf = ({ params }: Node): Node[] =>
  Array.isArray(params) ? params : (((params as Node | null)?.items ?? []) as Node[]);

function isNeeded(param: Node, isTyped: boolean): boolean {
  if (/^(?:AssignmentPattern|RestElement)$/.test(param.type) || param.optional === true) return false;
  if (param.type === 'TSParameterProperty') return isNeeded(param.parameter as Node, isTyped);
  return isTyped ? nameOf(param) !== 'this' : param.type === 'ObjectPattern';
}
