type Schema = Record<string, unknown>;

/** The first way in which a value does not fit a JSON Schema (types, required, enum, items), or null. */
export function misfit(value: unknown, schema: Schema, path = ''): string | null {
  const here = path || 'the input';
  const { type } = schema;
  if (typeof type === 'string' && !hasType(value, type)) return `${here} must be ${article(type)}`;
  const options = schema.enum;
  if (Array.isArray(options) && !options.includes(value)) return `${here} must be one of ${options.join(', ')}`;
  if (Array.isArray(value)) return misfitItems(value, schema, here);
  if (isRecord(value)) return misfitProperties(value, schema, path);
  return null;
}

function misfitItems(items: unknown[], schema: Schema, here: string): string | null {
  const { minItems, maxItems } = schema;
  if (typeof minItems === 'number' && items.length < minItems) return `${here} needs at least ${minItems} items`;
  if (typeof maxItems === 'number' && items.length > maxItems) return `${here} takes at most ${maxItems} items`;
  const each = schema.items;
  if (!isRecord(each)) return null;
  for (const [index, item] of items.entries()) {
    const found = misfit(item, each, `${here}[${index}]`);
    if (found) return found;
  }
  return null;
}

function misfitProperties(value: Record<string, unknown>, schema: Schema, path: string): string | null {
  const prefix = path ? `${path}.` : '';
  const properties = isRecord(schema.properties) ? schema.properties : {};
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) return `${prefix}${name} is missing`;
  }
  for (const [name, property] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isRecord(known)) {
      if (schema.additionalProperties === false) return `${prefix}${name} is not a parameter`;
      continue;
    }
    const found = misfit(property, known, `${prefix}${name}`);
    if (found) return found;
  }
  return null;
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);
