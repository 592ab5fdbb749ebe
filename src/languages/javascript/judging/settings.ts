import type { Setting } from '../../judging/used/shape.ts';
import { parseScript } from '../code/script-tree.ts';

/** The strings of a configuration, with their keys, and the modules that it imports. */
export async function scriptSettings(path: string, text: string): Promise<Setting[]> {
  const parsed = await parseScript(path, text);
  if (!parsed) return [];
  const { Visitor } = await import('oxc-parser');
  const { program, module } = parsed;
  const settings: Setting[] = module.staticImports.map(({ moduleRequest }) => ({
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
        settings.push({ keys: ['import'], value: first.value });
    },
    Literal(node) {
      if (typeof node.value === 'string') settings.push({ keys: [...keys], value: node.value });
    },
    TemplateElement(node) {
      if (node.value.cooked) settings.push({ keys: [...keys], value: node.value.cooked });
    },
  }).visit(program);
  return settings;
}
