import type { JsonSchema } from '../../schema/agents/agent.ts';
import { dotted, isMapping, type Path } from './page.ts';

/**
 * An agent that replaces a built-in one must give at least the same output: the same keys, with the same types and
 * bounds. Returns the first thing that is missing, or null.
 */
export function missingFrom(schema: unknown, builtIn: JsonSchema, path: Path = []): string | null {
  const place = dotted(path) || 'the output';
  if (!isMapping(schema)) return `${place} is missing`;
  if (schema.type !== builtIn.type) return `${place} must be of the type ${String(builtIn.type)}`;
  if (Array.isArray(builtIn.enum)) {
    const allowed = builtIn.enum;
    const stray = Array.isArray(schema.enum) ? schema.enum.find((value) => !allowed.includes(value)) : schema.enum;
    if (!Array.isArray(schema.enum) || stray !== undefined) return `${place} must be one of ${allowed.join(', ')}`;
  }
  for (const [bound, isWider] of bounds) {
    const limit = builtIn[bound];
    const limitSet = schema[bound];
    if (typeof limit === 'number' && (typeof limitSet !== 'number' || isWider(limitSet, limit)))
      return `${place} needs \`${bound}: ${limit}\``;
  }
  if (isMapping(builtIn.items)) {
    const missing = missingFrom(schema.items, builtIn.items, [...path, 'items']);
    if (missing) return missing;
  }
  const properties = isMapping(schema.properties) ? schema.properties : {};
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, inner] of Object.entries(isMapping(builtIn.properties) ? builtIn.properties : {})) {
    const mine = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const needed = Array.isArray(builtIn.required) && builtIn.required.includes(name);
    if (mine === undefined && !needed) continue;
    const missing = isMapping(inner) ? missingFrom(mine, inner, [...path, name]) : null;
    if (missing) return missing;
    if (needed && !required.includes(name)) return `${dotted([...path, name])} must be required`;
  }
  return null;
}

const bounds: [string, (value: number, limit: number) => boolean][] = [
  ['maximum', (value, limit) => value > limit],
  ['maxItems', (value, limit) => value > limit],
  ['maxLength', (value, limit) => value > limit],
  ['minimum', (value, limit) => value < limit],
  ['minItems', (value, limit) => value < limit],
];
