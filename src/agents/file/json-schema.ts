import type { JsonSchema } from '../../schema/agents/agent.ts';
import { pattern } from '../output/pattern.ts';
import { dotted, isMapping, kind, type Page, type Path } from './page.ts';

/** A schema of named values, without the reserved names. Null after reporting every fault. */
export function readObjectSchema(value: unknown, reserved: string[], path: Path, page: Page): JsonSchema | null {
  if (!checkSchema(value, path, page)) return null;
  if (value.type !== 'object') {
    page.fault([...path, 'type'], `${dotted(path)}: its type must be object`);
    return null;
  }
  const { properties } = value;
  const name = isMapping(properties) ? reserved.find((each) => Object.hasOwn(properties, each)) : undefined;
  if (name === undefined) return value;
  page.fault([...path, 'properties', name], `${dotted(path)}: every action has a '${name}' already`);
  return null;
}

/** The schema at a dotted path of another; a list stands for each of its items on the way. */
export function schemaAt(schema: JsonSchema, path: string): JsonSchema | null {
  let at: unknown = schema;
  for (const part of path.split('.')) {
    while (isMapping(at) && at.type === 'array') at = at.items;
    const properties = isMapping(at) ? at.properties : null;
    if (!isMapping(properties) || !Object.hasOwn(properties, part)) return null;
    at = properties[part];
  }
  return isMapping(at) ? at : null;
}

/** Only what is checked when the model answers: a keyword without effect would promise too much. */
function checkSchema(value: unknown, path: Path, page: Page): value is JsonSchema {
  let sound = true;
  const wrong = (at: Path, message: string) => {
    sound = false;
    page.fault(at, `${dotted(at)} ${message}`);
  };
  if (!isMapping(value)) {
    wrong(path, `must be a JSON Schema, not ${kind(value)}`);
    return false;
  }
  for (const [keyword, setting] of Object.entries(value)) {
    const at = [...path, keyword];
    const message = (Object.hasOwn(keywords, keyword) ? keywords[keyword] : unknownKeyword)?.(setting, value);
    if (message) wrong(at, message);
  }
  if (!saying.some((keyword) => Object.hasOwn(value, keyword))) wrong(path, `needs one of ${saying.join(', ')}`);
  for (const [at, inner] of innerSchemas(value)) sound = checkSchema(inner, [...path, ...at], page) && sound;
  return sound;
}

const saying = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'];

function innerSchemas(schema: JsonSchema): [Path, unknown][] {
  const { properties, items, additionalProperties } = schema;
  const entries = isMapping(properties) ? Object.entries(properties) : [];
  const ways = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((inner, index): [Path, unknown] => [[keyword, index], inner]) : [];
  });
  return [
    ...entries.map(([name, inner]): [Path, unknown] => [['properties', name], inner]),
    ...(items === undefined ? [] : [[['items'], items] satisfies [Path, unknown]]),
    ...(isMapping(additionalProperties)
      ? [[['additionalProperties'], additionalProperties] satisfies [Path, unknown]]
      : []),
    ...ways,
  ];
}

type Check = (value: unknown, schema: JsonSchema) => string | null;

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const unknownKeyword: Check = () => `is not understood (known: ${Object.keys(keywords).join(', ')})`;
const size: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? null : 'must be a whole number of at least 0';
const bound: Check = (value) => (Number.isFinite(value) ? null : 'must be a number');
const list: Check = (value) => (Array.isArray(value) && value.length > 0 ? null : 'must be a list of schemas');
const words: Check = (value) => (typeof value === 'string' ? null : 'must be text');

const keywords: Record<string, Check> = {
  type: (value) =>
    value !== undefined && [value].flat().every((type) => types.includes(type as string))
      ? null
      : `must be one of ${types.join(', ')}`,
  title: words,
  description: words,
  enum: (value) => (Array.isArray(value) && value.length > 0 ? null : 'must be a list of values'),
  const: () => null,
  anyOf: list,
  oneOf: list,
  allOf: list,
  properties: (value) => (isMapping(value) ? null : `must be a mapping, not ${kind(value)}`),
  required: (value, { properties }) => {
    if (!Array.isArray(value)) return `must be a list, not ${kind(value)}`;
    const declared = isMapping(properties) ? properties : {};
    const stray = value.find((name) => typeof name !== 'string' || !Object.hasOwn(declared, name));
    return stray === undefined ? null : `names ${JSON.stringify(stray)}, which is none of its properties`;
  },
  additionalProperties: (value) =>
    typeof value === 'boolean' || isMapping(value) ? null : 'must be true, false or a schema',
  items: () => null,
  minItems: size,
  maxItems: size,
  minLength: size,
  maxLength: size,
  minimum: bound,
  maximum: bound,
  pattern: patternFault,
};

/** Why a value cannot be used as a pattern, or null. */
export function patternFault(value: unknown): string | null {
  if (typeof value !== 'string') return `must be a regular expression, not ${kind(value)}`;
  const compiled = pattern(value);
  return 'refused' in compiled ? `cannot be used: ${compiled.refused}` : null;
}
