import { isRecord } from '../parts.ts';

const checked: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'required', 'properties', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'anyOf', 'oneOf', 'allOf'],
]);
const saysNothing: ReadonlySet<string> = new Set([
  ...[
    'title',
    'description',
    'default',
    'examples',
    '$schema',
    '$id',
    '$comment',
    'deprecated',
    'readOnly',
    'writeOnly',
  ],
]);
const deepest = 100;

/** The keywords of a JSON Schema that are not checked here, so that a report can say so. */
export function unchecked(schema: Record<string, unknown>): string[] {
  const keywords = new Set<string>();
  const visit = (each: unknown, depth: number) => {
    if (!isRecord(each) || depth > deepest) return;
    for (const [word, value] of Object.entries(each)) {
      if (!checked.has(word) && !saysNothing.has(word)) keywords.add(word);
      else if (word === 'properties' && isRecord(value))
        for (const below of Object.values(value)) visit(below, depth + 1);
      else if (Array.isArray(value) && word.endsWith('Of')) for (const below of value) visit(below, depth + 1);
      else if (word === 'items' || word === 'additionalProperties') visit(value, depth + 1);
      if (word === 'items' && Array.isArray(value)) keywords.add('items as a list');
    }
  };
  visit(schema, 0);
  return [...keywords];
}
