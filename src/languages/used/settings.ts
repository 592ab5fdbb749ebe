import { parseJson } from '../values.ts';

/** A string of a configuration, with the keys that it stands below, the outermost first. */
export interface Setting {
  keys: string[];
  value: string;
}

/** The strings of a configuration file, and the modules that it imports (below the key `import`). */
export async function settingsIn(path: string, text: string): Promise<Setting[]> {
  if (/\.[cm]?[jt]s$/.test(path)) return scriptSettings(path, text);
  if (/(?:\.json5?|\.jsonc|rc)$/.test(path)) {
    const content = parseJson(text) ?? parseJson(text.replace(/^\s*\/\/.*$/gm, ''));
    if (content !== undefined && content !== null) return objectSettings(content, []);
  }
  if (path.endsWith('.py')) return pythonSettings(text);
  return lineSettings(text);
}

/** Every string of a value, with its keys. */
export function objectSettings(value: unknown, keys: string[]): Setting[] {
  if (typeof value === 'string') return [{ keys, value }];
  if (Array.isArray(value)) return value.flatMap((one) => objectSettings(one, keys));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    // Some tools name a module by a key: `transform: { pattern: module }`, `plugins: { module: options }`.
    { keys, value: key },
    ...objectSettings(inner, [...keys, key]),
  ]);
}

async function scriptSettings(path: string, text: string): Promise<Setting[]> {
  const { parseSync, Visitor } = await import('oxc-parser');
  const { program, module } = parseSync(path, text, /\.[cm]?js$/.test(path) ? { lang: 'jsx' } : {});
  const found: Setting[] = module.staticImports.map(({ moduleRequest }) => ({
    keys: ['import'],
    value: moduleRequest.value,
  }));
  const keys: string[] = [];
  new Visitor({
    Property(node) {
      const { key } = node;
      keys.push(key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '');
    },
    'Property:exit'() {
      keys.pop();
    },
    CallExpression(node) {
      const required = node.callee.type === 'Identifier' && node.callee.name === 'require';
      const [first] = node.arguments;
      if (required && first?.type === 'Literal' && typeof first.value === 'string')
        found.push({ keys: ['import'], value: first.value });
    },
    Literal(node) {
      if (typeof node.value === 'string') found.push({ keys: [...keys], value: node.value });
    },
    TemplateElement(node) {
      if (node.value.cooked) found.push({ keys: [...keys], value: node.value.cooked });
    },
  }).visit(program);
  return found;
}

/** `pytest_plugins = ["a.b"]`, as modules. */
function pythonSettings(text: string): Setting[] {
  const plugins = /^pytest_plugins\s*(?::[^=\n]*)?=\s*(\[[^\]]*\]|\([^)]*\)|["'][^"'\n]*["'])/m.exec(text)?.[1] ?? '';
  return [...plugins.matchAll(/["']([\w.]+)["']/g)].map(([, value = '']) => ({ keys: ['pytest_plugins'], value }));
}

/** `key = words` and `key: words`, with the indented lines below. */
function lineSettings(text: string): Setting[] {
  const found: Setting[] = [];
  let key = '';
  for (const line of text.split('\n')) {
    const [, name, rest] = /^\s*-?\s*["']?([\w.-]+)["']?\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) key = name;
    for (const value of (rest ?? line).match(/[^\s"',[\]{}]+/g) ?? []) found.push({ keys: [key], value });
  }
  return found;
}
