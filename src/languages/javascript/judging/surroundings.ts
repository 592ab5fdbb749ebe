import { lineAt } from '../../../code/bare-code.ts';
import {
  type FindSightings,
  machineFiles,
  machinePrograms,
  type Sighting,
  testPlaces,
  testVariables,
} from '../../judging/surrounding.ts';
import { constantOf, dotted, keyOf, type Meanings, moduleName, unknownKey } from '../code/dotted.ts';
import { childrenOf, type Node } from '../code/javascript-nodes.ts';
import { scriptTree } from '../code/script-tree.ts';

/** What is read, by its path: the first part of the path that the pattern names is told. */
const reads: { path: RegExp; strong: boolean }[] = [
  { path: /^process\.(?:argv|argv0|execArgv|execPath|title)(?=\.|$)/, strong: false },
  {
    path: /^process\.(?:ppid|getuid|geteuid|getgid|getegid|getgroups|mainModule|moduleLoadList|binding|report|memoryUsage|resourceUsage|listenerCount|listeners|rawListeners|eventNames|_\w+)(?=\.|$)/,
    strong: true,
  },
  { path: /^process\.env(?:\.[\w$?]+)?/, strong: false },
  { path: /^import\.meta\.env(?:\.[\w$?]+)?/, strong: false },
  { path: /^import\.meta\.(?:vitest|jest)(?=\.|$)/, strong: true },
  { path: /^import\.meta\.main(?=\.|$)/, strong: false },
  { path: /^os\.(?:hostname|userInfo|networkInterfaces|uptime|homedir|machine|version)(?=\.|$)/, strong: true },
  { path: /^require\.(?:cache|main)(?=\.|$)/, strong: false },
  { path: /^module\.(?:parent|children|paths|constructor)(?=\.|$)/, strong: true },
  { path: /^module\.(?:_cache|_load|registerHooks|register)(?=\.|$)/, strong: true },
  { path: /^worker_threads\.(?:isMainThread|threadId|parentPort|workerData)(?=\.|$)/, strong: false },
  { path: /^cluster\.(?:isPrimary|isMaster|isWorker)(?=\.|$)/, strong: false },
  { path: /^Error\.(?:captureStackTrace|prepareStackTrace|stackTraceLimit)(?=\.|$)/, strong: true },
  { path: /^new \w*Error\.stack(?=\.|$)/, strong: true },
  { path: /^arguments\.callee(?=\.|$)/, strong: true },
  { path: /^util\.getCallSites?(?=\.|$)/, strong: true },
  { path: /^(?:v8|inspector|async_hooks|diagnostics_channel)\.\w+/, strong: true },
  { path: /^(?:process|globalThis|global)\.\?/, strong: true },
];
const runs = /^(?:eval|Function|new Function|vm\.(?:runIn\w+|Script|compileFunction))$/;
const testGlobals =
  /^(?:describe|it|test|expect|jest|vi|vitest|suite|mocha|beforeEach|afterEach|beforeAll|afterAll|__vitest\w*|__coverage__)$/;
const testMarks = /\$\$jest|__vitest|__coverage__|jest-matchers|jest-symbol/;
const fileTimes = /^(?:mtime|mtimeMs|ctime|ctimeMs|birthtime|birthtimeMs|atime|atimeMs)$/;

/** By the syntax tree: what stands in comments and strings is no code. */
export const javascriptSightings: FindSightings = async (path, text) => {
  const tree = await scriptTree(path, text);
  if (tree === null) return null;
  const meanings: Meanings = new Map();
  const errors = new Set<string>();
  const sightings: Sighting[] = [];
  const report = (node: Node, what: string, strong: boolean) =>
    sightings.push({ line: lineAt(text, node.start), what, strong });
  const ownProcess =
    /\b(?:const|let|var|function)\s+process\b/.test(text) &&
    !/process\s*=\s*(?:require|globalThis|global)\b/.test(text);

  const left: [Node, Node | null][] = [[tree.program, null]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) left.push(...look(...next).reverse());
  const keys = new Set<string>();
  return sightings.filter(({ line, what }) => keys.size < keys.add(`${line} ${what}`).size);

  /** What is left to be looked at below a node. */
  function look(node: Node, parent: Node | null): [Node, Node][] {
    if (node.type === 'ImportDeclaration') {
      imported(node);
      return [];
    }
    if (node.type === 'VariableDeclarator') declared(node);
    const read = node.type === 'MemberExpression' ? member(node, parent) : false;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') called(node);
    if (node.type === 'UnaryExpression' && node.operator === 'typeof')
      probed(node, dotted(node.argument as Node, meanings));
    if (node.type === 'BinaryExpression' && node.operator === 'in') probed(node, constantOf(node.left as Node));
    const constant = node.type === 'Literal' || node.type === 'TemplateLiteral' ? constantOf(node) : null;
    if (constant !== null && machineFiles.test(constant)) report(node, `reads ${constant.slice(0, 60)}`, true);
    if (constant !== null && testMarks.test(constant)) report(node, 'looks for the test framework', true);
    if (node.type === 'Identifier' && parent && handsOn(node, parent)) report(node, 'passes process on', true);
    const below = [...childrenOf(node)].filter((child) => !read || child !== node.object);
    return below.map((child): [Node, Node] => [child, node]);
  }

  function imported(node: Node): void {
    const module = moduleName(constantOf(node.source as Node)) ?? '';
    for (const each of node.specifiers as Node[]) {
      const local = String((each.local as Node).name);
      const whole = each.type !== 'ImportSpecifier';
      const name = whole ? '' : String((each.imported as Node).name ?? (each.imported as Node).value);
      meanings.set(local, whole || name === 'default' ? module : `${module}.${name}`);
      if (!whole) tell(each, `${module}.${name}`);
    }
    if (/^(?:vitest|jest|@jest|mocha|tape|ava|test)$/.test(module)) report(node, 'loads the test framework', true);
  }

  /** `const p = process`, `const { argv } = process`, `const e = new Error()`. */
  function declared({ id, init }: Node): void {
    const source = dotted(init as Node | null, meanings);
    const target = id as Node;
    if (source === null || (source === 'process' && ownProcess)) return;
    if (target.type === 'Identifier') {
      if (/^new \w*Error$/.test(source)) errors.add(String(target.name));
      if (/^(?:process|os|module|worker_threads|util|v8|vm|cluster|import\.meta|child_process|fs)(?:\.|$)/.test(source))
        meanings.set(String(target.name), source);
    }
    if (target.type !== 'ObjectPattern') return;
    for (const each of target.properties as Node[]) {
      if (each.type !== 'Property') continue;
      const name = `${source}.${keyOf(each)}`;
      tell(each, name);
      const local = each.value as Node;
      if (local.type === 'Identifier') meanings.set(String(local.name), name);
    }
  }

  function member(node: Node, parent: Node | null): boolean {
    const key = keyOf(node);
    const name = dotted(node, meanings);
    if (fileTimes.test(key) && node.computed !== true) report(node, 'reads the times of files', false);
    const object = node.object as Node;
    const isError = object.type === 'Identifier' && errors.has(String(object.name));
    const isRead = parent?.type === 'MemberExpression' && parent.object === node;
    if (key === 'stack' && (isError || isRead)) report(node, 'reads a stack trace', true);
    if (name === null) return false;
    if (/^(?:globalThis|global|window|self)$/.test(dotted(object, meanings) ?? '')) probed(node, key);
    return tell(node, name);
  }

  function tell(node: Node, name: string): boolean {
    if (name.startsWith('process.') && ownProcess) return false;
    for (const { path: pattern, strong } of reads) {
      const label = pattern.exec(name)?.[0];
      if (label === undefined) continue;
      const variable = /^(?:process|import\.meta)\.env\.(.+)$/.exec(label)?.[1];
      const described = label.endsWith(`.${unknownKey}`) ? `${label.slice(0, -2)} by a computed name` : label;
      report(
        node,
        `reads ${described.replace(/^new (\w*Error\.stack)/, 'a stack trace')}`,
        strong || testVariables.test(variable ?? ''),
      );
      return true;
    }
    return false;
  }

  function called(node: Node): void {
    const callee = dotted(node.callee as Node, meanings) ?? '';
    const constructed = node.type === 'NewExpression' ? `new ${callee}` : callee;
    if (runs.test(callee) || runs.test(constructed)) report(node, 'runs text as code', true);
    const first = constantOf((node.arguments as Node[])[0]);
    if (first === null) return;
    const name = callee.slice(callee.lastIndexOf('.') + 1);
    if (/^(?:setTimeout|setInterval|setImmediate)$/.test(name)) report(node, 'runs text as code', true);
    if (/^(?:exec|execSync|execFile|execFileSync|spawn|spawnSync)$/.test(name) && machinePrograms.test(first))
      report(node, `asks ${first.split(/\s/)[0]}`, true);
    if (
      /^(?:readdir|readFile|opendir|stat|lstat|access|exists|glob|open|createReadStream)(?:Sync)?$/.test(name) &&
      testPlaces.test(first)
    )
      report(node, 'looks at the tests', true);
    if (name === 'require' && /^(?:vitest|jest|@jest\/.*|mocha|node:test)$/.test(first))
      report(node, 'loads the test framework', true);
  }

  function probed(node: Node, name: string | null): void {
    if (name !== null && testGlobals.test(name)) report(node, `looks for the global ${name}`, true);
  }

  /** The whole object, given to something that can read any part of it. */
  function handsOn(node: Node, parent: Node): boolean {
    if (node.name !== 'process' || ownProcess) return false;
    if (parent.type === 'VariableDeclarator') return false;
    if (parent.type === 'MemberExpression' && (parent.object === node || parent.computed !== true)) return false;
    if (
      parent.type === 'UnaryExpression' ||
      parent.type === 'ImportSpecifier' ||
      parent.type === 'ImportDefaultSpecifier'
    )
      return false;
    return (
      !(parent.type === 'Property' && parent.key === node && parent.shorthand !== true) &&
      !/^(?:MethodDefinition|PropertyDefinition|Function|Arrow)/.test(parent.type)
    );
  }
};
