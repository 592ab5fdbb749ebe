import { isDeepStrictEqual } from 'node:util';
import { type Pattern, pattern } from './pattern.ts';

type Schema = Record<string, unknown>;

/** What one check has used: patterns are read once, and their work is bounded. */
interface Check {
  depth: number;
  patterns: Map<string, Pattern | { refused: string }>;
  work: { remaining: number };
}

const deepest = 100;
const mostMisfits = 50;
const mostWork = 10_000_000;

/** The first way in which a value does not fit a JSON Schema, or null. */
export function misfit(value: unknown, schema: Schema): string | null {
  return faults(value, schema, '', newCheck()).next().value ?? null;
}

/** Every way in which it does not fit, up to 50 of them. */
export function misfits(value: unknown, schema: Schema, path = ''): string[] {
  const messages: string[] = [];
  for (const fault of faults(value, schema, path, newCheck())) {
    if (messages.push(fault) === mostMisfits) break;
  }
  return messages;
}

type Faults = Generator<string, undefined>;

const newCheck = (): Check => ({ depth: 0, patterns: new Map(), work: { remaining: mostWork } });

function* faults(value: unknown, schema: Schema, path: string, check: Check): Faults {
  const place = path || 'the input';
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (check.depth > deepest) yield `${place} is nested too deeply`;
  else if (types.length > 0 && !types.some((type) => hasType(value, type)))
    yield `${place} must be ${types.map(article).join(' or ')}`;
  else yield* misfitValue(value, schema, path, { ...check, depth: check.depth + 1 });
}

function* misfitValue(value: unknown, schema: Schema, path: string, check: Check): Faults {
  const place = path || 'the input';
  const options = 'const' in schema ? [schema.const] : schema.enum;
  if (Array.isArray(options) && !options.some((option) => isDeepStrictEqual(option, value)))
    yield `${place} must be one of ${options.map(asText).join(', ')}`;
  yield* misfitWays(value, schema, path, check);
  if (typeof value === 'string') yield* misfitText(value, schema, place, check);
  else if (typeof value === 'number') yield* misfitNumber(value, schema, place);
  else if (Array.isArray(value)) yield* misfitItems(value, schema, place, check);
  else if (isRecord(value)) yield* misfitProperties(value, schema, path, check);
}

function* misfitWays(value: unknown, schema: Schema, path: string, check: Check): Faults {
  const place = path || 'the input';
  for (const each of schemas(schema.allOf)) yield* faults(value, each, path, check);
  for (const key of ['anyOf', 'oneOf'] as const) {
    const ways = schemas(schema[key]);
    const firsts = ways.map((way) => faults(value, way, path, check).next().value ?? null);
    const fitting = firsts.filter((first) => first === null).length;
    if (ways.length > 0 && fitting === 0) yield firsts.length === 1 ? `${firsts[0]}` : `either ${firsts.join(', or ')}`;
    if (key === 'oneOf' && fitting > 1) yield `${place} fits ${fitting} of its ways and must fit exactly one`;
  }
}

function* misfitText(value: string, schema: Schema, place: string, { patterns, work }: Check): Faults {
  const { minLength, maxLength, pattern: source } = schema;
  if (typeof minLength === 'number' && length(value, minLength) < minLength)
    yield `${place} needs at least ${minLength} characters`;
  if (typeof maxLength === 'number' && length(value, maxLength + 1) > maxLength)
    yield `${place} takes at most ${maxLength} characters`;
  if (typeof source !== 'string') return;
  const expression = patterns.get(source) ?? pattern(source);
  patterns.set(source, expression);
  if ('refused' in expression) return yield* [`${place} cannot be compared with its pattern: ${expression.refused}`];
  work.remaining -= (value.length + 1) * expression.size;
  if (work.remaining < 0) yield `${place} is too much to be compared with a pattern`;
  else if (!expression.test(value)) yield `${place} must match ${source}`;
}

function* misfitNumber(value: number, { minimum, maximum }: Schema, place: string): Faults {
  if (typeof minimum === 'number' && !(value >= minimum)) yield `${place} must be at least ${minimum}`;
  if (typeof maximum === 'number' && !(value <= maximum)) yield `${place} must be at most ${maximum}`;
}

function* misfitItems(items: unknown[], schema: Schema, place: string, check: Check): Faults {
  const { minItems, maxItems } = schema;
  if (typeof minItems === 'number' && items.length < minItems) yield `${place} needs at least ${minItems} items`;
  if (typeof maxItems === 'number' && items.length > maxItems) yield `${place} takes at most ${maxItems} items`;
  const each = schema.items;
  if (!isRecord(each)) return;
  for (const [index, item] of items.entries()) yield* faults(item, each, `${place}[${index}]`, check);
}

function* misfitProperties(value: Schema, schema: Schema, path: string, check: Check): Faults {
  const prefix = path ? `${path}.` : '';
  const properties = isRecord(schema.properties) ? schema.properties : {};
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) yield `${prefix}${name} is missing`;
  }
  for (const [name, property] of Object.entries(value)) {
    const rule = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    if (isRecord(rule)) yield* faults(property, rule, `${prefix}${name}`, check);
    else if (rule === false) yield `${prefix}${name} is not a parameter`;
  }
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Characters as people count them; a text far from the limit is not counted. */
const length = (value: string, limit: number): number =>
  value.length < limit || value.length > limit * 2 ? value.length : [...value].length;

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemas = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);
