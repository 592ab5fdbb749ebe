import { lineAt } from '../../../code/bare-code.ts';
import {
  type FindSightings,
  machineFiles,
  machinePrograms,
  type Sighting,
  testPlaces,
} from '../../judging/surrounding.ts';
import { constantOf, dotted, keyOf, type Meanings, moduleName, unknownKey } from '../code/dotted.ts';
import { childrenOf, type Node } from '../code/javascript-nodes.ts';
import { scriptTree } from '../code/script-tree.ts';

/** What is read, by its path: the first part of the path that the pattern names is told. */
const reads = [
  /^process\.(?:argv|argv0|execArgv|execPath|title)(?=\.|$)/,
  /^process\.(?:ppid|getuid|geteuid|getgid|getegid|getgroups|mainModule|moduleLoadList|binding|report|memoryUsage|resourceUsage|listenerCount|listeners|rawListeners|eventNames|_\w+)(?=\.|$)/,
  /^process\.env(?:\.[\w$?]+)?/,
  /^import\.meta\.env(?:\.[\w$?]+)?/,
  /^import\.meta\.(?:vitest|jest)(?=\.|$)/,
  /^import\.meta\.main(?=\.|$)/,
  /^os\.(?:hostname|userInfo|networkInterfaces|uptime|homedir|machine|version)(?=\.|$)/,
  /^require\.(?:cache|main)(?=\.|$)/,
  /^module\.(?:parent|children|paths|constructor)(?=\.|$)/,
  /^module\.(?:_cache|_load|registerHooks|register)(?=\.|$)/,
  /^worker_threads\.(?:isMainThread|threadId|parentPort|workerData)(?=\.|$)/,
  /^cluster\.(?:isPrimary|isMaster|isWorker)(?=\.|$)/,
  /^Error\.(?:captureStackTrace|prepareStackTrace|stackTraceLimit)(?=\.|$)/,
  /^new \w*Error\.stack(?=\.|$)/,
  /^arguments\.callee(?=\.|$)/,
  /^util\.getCallSites?(?=\.|$)/,
  /^(?:v8|inspector|async_hooks|diagnostics_channel)\.\w+/,
  /^(?:process|globalThis|global)\.\?/,
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
  const report = (node: Node, what: string) => sightings.push({ line: lineAt(text, node.start), what });
  const ownProcess =
    /\b(?:const|let|var|function)\s+process\b/.test(text) &&
    !/process\s*=\s*(?:require|globalThis|global)\b/.test(text);

  const pending: [Node, Node | null][] = [[tree.program, null]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) pending.push(...look(...next).reverse());
  const keys = new Set<string>();
  return sightings.filter(({ line, what }) => keys.size < keys.add(`${line} ${what}`).size);

  /** What is left to be looked at below a node. */
  function look(node: Node, parent: Node | null): [Node, Node][] {
    if (node.type === 'ImportDeclaration') {
      imported(node);
      return [];
    }
    if (node.type === 'VariableDeclarator') declared(node);
    const isRead = node.type === 'MemberExpression' ? member(node, parent) : false;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') called(node);
    if (node.type === 'UnaryExpression' && node.operator === 'typeof')
      probed(node, dotted(node.argument as Node, meanings));
    if (node.type === 'BinaryExpression' && node.operator === 'in') probed(node, constantOf(node.left as Node));
    const constant = node.type === 'Literal' || node.type === 'TemplateLiteral' ? constantOf(node) : null;
    if (constant !== null && machineFiles.test(constant)) report(node, `reads ${constant.slice(0, 60)}`);
    if (constant !== null && testMarks.test(constant)) report(node, 'looks for the test framework');
    if (node.type === 'Identifier' && parent && handsOn(node, parent)) report(node, 'passes process on');
    const below = [...childrenOf(node)].filter((child) => !isRead || child !== node.object);
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
    if (/^(?:vitest|jest|@jest|mocha|tape|ava|test)$/.test(module)) report(node, 'loads the test framework');
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
    if (fileTimes.test(key) && node.computed !== true) report(node, 'reads the times of files');
    const object = node.object as Node;
    const isError = object.type === 'Identifier' && errors.has(String(object.name));
    const isRead = parent?.type === 'MemberExpression' && parent.object === node;
    if (key === 'stack' && (isError || isRead)) report(node, 'reads a stack trace');
    if (name === null) return false;
    if (/^(?:globalThis|global|window|self)$/.test(dotted(object, meanings) ?? '')) probed(node, key);
    return tell(node, name);
  }

  function tell(node: Node, name: string): boolean {
    if (name.startsWith('process.') && ownProcess) return false;
    for (const pattern of reads) {
      const label = pattern.exec(name)?.[0];
      if (label === undefined) continue;
      const described = label.endsWith(`.${unknownKey}`) ? `${label.slice(0, -2)} by a computed name` : label;
      report(node, `reads ${described.replace(/^new (\w*Error\.stack)/, 'a stack trace')}`);
      return true;
    }
    return false;
  }

  function called(node: Node): void {
    const callee = dotted(node.callee as Node, meanings) ?? '';
    const constructed = node.type === 'NewExpression' ? `new ${callee}` : callee;
    if (runs.test(callee) || runs.test(constructed)) report(node, 'runs text as code');
    const first = constantOf((node.arguments as Node[])[0]);
    if (first === null) return;
    const name = callee.slice(callee.lastIndexOf('.') + 1);
    if (/^(?:setTimeout|setInterval|setImmediate)$/.test(name)) report(node, 'runs text as code');
    if (/^(?:exec|execSync|execFile|execFileSync|spawn|spawnSync)$/.test(name) && machinePrograms.test(first))
      report(node, `asks ${first.split(/\s/)[0]}`);
    if (
      /^(?:readdir|readFile|opendir|stat|lstat|access|exists|glob|open|createReadStream)(?:Sync)?$/.test(name) &&
      testPlaces.test(first)
    )
      report(node, 'looks at the tests');
    if (name === 'require' && /^(?:vitest|jest|@jest\/.*|mocha|node:test)$/.test(first))
      report(node, 'loads the test framework');
  }

  function probed(node: Node, name: string | null): void {
    if (name !== null && testGlobals.test(name)) report(node, `looks for the global ${name}`);
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
