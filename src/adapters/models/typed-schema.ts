type Schema = Record<string, unknown>;

/**
 * A JSON Schema as Google's wire takes it: every value has a type, a list says what is in it, and alternatives stand
 * alone. It may allow more than the original, against which the arguments are checked in any case.
 */
export function typed(schema: unknown, depth = 0): Schema {
  if (!isSchema(schema) || depth > 20) return any();
  const { allOf, oneOf, anyOf = oneOf, ...own } = schema;
  const whole = Array.isArray(allOf) ? Object.assign({}, ...allOf.filter(isSchema), own) : own;
  const types = [whole.type].flat().filter((type) => typeof type === 'string');
  if (Array.isArray(anyOf) && whole.type === undefined) return { anyOf: anyOf.map((each) => typed(each, depth + 1)) };
  if (types.length > 1) return { anyOf: types.map((type) => one({ ...whole, type }, depth)) };
  const type = types[0] ?? implied(whole);
  return type === null ? any(whole.description) : one({ ...whole, type }, depth);
}

/** A schema of one type, with the keys that the wire knows. */
function one(schema: Schema, depth: number): Schema {
  const { type, description, enum: values, const: value, items, properties, required } = schema;
  const bare = { type, ...(typeof description === 'string' && { description }) };
  if (type === 'array') return { ...bare, items: typed(Array.isArray(items) ? items[0] : items, depth + 1) };
  if (type === 'object') {
    if (!isSchema(properties)) return bare;
    const names = Object.keys(properties);
    const inner = names.map((name) => [name, typed(properties[name], depth + 1)]);
    const needed = Array.isArray(required) ? required.filter((name) => names.includes(name)) : [];
    return { ...bare, properties: Object.fromEntries(inner), ...(needed.length > 0 && { required: needed }) };
  }
  const options = value === undefined ? values : [value];
  const listed = type === 'string' && Array.isArray(options) && options.every((each) => typeof each === 'string');
  return listed && options.length > 0 ? { ...bare, enum: options } : bare;
}

/** Any value at all: nothing may stand beside the alternatives. */
function any(description?: unknown): Schema {
  const extra = typeof description === 'string' ? { description } : {};
  const types = ['string', 'number', 'boolean', 'object'].map((type) => ({ type, ...extra }));
  return { anyOf: [...types, { type: 'array', items: { type: 'string' }, ...extra }] };
}

function implied({ properties, items, enum: values, const: value }: Schema): string | null {
  if (properties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const options = value === undefined ? values : [value];
  return Array.isArray(options) && options.every((each) => typeof each === 'string') ? 'string' : null;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
