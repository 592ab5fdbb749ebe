import { parseScript } from '../code/script-tree.ts';

/** One module that a file asks for. */
export interface Request {
  specifier: string;
  /** An offset in UTF-16 units. */
  at: number;
  /** The names that it takes: `default`, or a name; null where that cannot be told. */
  names: string[] | null;
  /** Only types are taken: nothing is loaded. */
  typesOnly?: boolean;
}

export interface Module {
  requests: Request[];
  /** The names that it offers: `default` too; null where that cannot be told, as for CommonJS. */
  exports: string[] | null;
  /** Modules whose names it offers as well. */
  passed: string[];
}

/** What a file asks for and offers, or null where it does not parse. Nothing is executed. */
export async function readModule(path: string, text: string): Promise<Module | null> {
  const parsed = await parseScript(path, text);
  if (!parsed || parsed.errors.length > 0) return null;
  const { Visitor } = await import('oxc-parser');
  const { module, program } = parsed;
  const requests: Request[] = [];
  const mocked = new Set<string>();
  for (const { moduleRequest, entries } of module.staticImports) {
    const whole = entries.some((entry) => entry.importName.kind === 'NamespaceObject');
    const names = entries.map(({ importName: { kind, name } }) => (kind === 'Default' ? 'default' : (name ?? '')));
    const typesOnly = entries.length > 0 && entries.every(({ isType }) => isType);
    requests.push({ specifier: moduleRequest.value, at: moduleRequest.start, names: whole ? [] : names, typesOnly });
  }
  const offered: string[] = [];
  const passed: string[] = [];
  for (const entry of module.staticExports.flatMap((one) => one.entries)) {
    if (entry.moduleRequest) {
      const { value: specifier, start: at } = entry.moduleRequest;
      requests.push({ specifier, at, names: null, typesOnly: entry.isType });
      if (entry.exportName.kind === 'None') passed.push(entry.moduleRequest.value);
    }
    if (entry.exportName.kind === 'Default') offered.push('default');
    else if (entry.exportName.name !== null) offered.push(entry.exportName.name);
  }

  // What is asked for under a condition, or where failing is expected, may well not be there.
  let guarded = 0;
  const enter = () => {
    guarded += 1;
  };
  const leave = () => {
    guarded -= 1;
  };
  const ask = (specifier: unknown, at: number) => {
    if (typeof specifier === 'string' && guarded === 0) requests.push({ specifier, at, names: null });
  };
  const ownRequire = /\b(?:function|const|let|var)\s+require\b|[(,]\s*require\s*[,)]/.test(text);
  let odd = false;
  new Visitor({
    TryStatement: enter,
    'TryStatement:exit': leave,
    IfStatement: enter,
    'IfStatement:exit': leave,
    ConditionalExpression: enter,
    'ConditionalExpression:exit': leave,
    LogicalExpression: enter,
    'LogicalExpression:exit': leave,
    CallExpression(node) {
      const [first] = node.arguments;
      const specifier = first?.type === 'Literal' ? first.value : undefined;
      if (node.callee.type === 'Identifier' && node.callee.name === 'require' && !ownRequire)
        ask(specifier, node.start);
      const mocking = node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier';
      if (mocking && typeof specifier === 'string') mocked.add(specifier);
    },
    ImportExpression(node) {
      const after = text.slice(node.end, node.end + 40);
      if (
        node.source.type === 'Literal' &&
        !/^[\s)]*\.catch\b/.test(after) &&
        !/ignore/i.test(text.slice(node.start, node.end))
      )
        ask(node.source.value, node.start);
    },
    TSExportAssignment() {
      odd = true;
    },
    TSImportEqualsDeclaration(node) {
      if (node.moduleReference.type === 'TSExternalModuleReference')
        ask(node.moduleReference.expression.value, node.start);
    },
    TSModuleDeclaration() {
      odd = true; // It may declare modules, or add to them.
    },
  }).visit(program);

  return {
    requests: requests.filter((request) => !mocked.has(request.specifier)),
    exports: module.hasModuleSyntax && !odd && !/\bmodule\.exports\b|\bexports\.\w/.test(text) ? offered : null,
    passed,
  };
}
