import type { JsonSchema } from '../../schema/agents/agent.ts';
import { dotted, isMapping, type Path } from './page.ts';

/**
 * Whoever takes the place of a built-in agent must give what the house reads from it: the same keys of the same types,
 * within the same bounds. The first thing that is missing, or null.
 */
export function missingFrom(own: unknown, wanted: JsonSchema, path: Path = []): string | null {
  const here = dotted(path) || 'the output';
  if (!isMapping(own)) return `${here} is missing`;
  if (own.type !== wanted.type) return `${here} must be of the type ${String(wanted.type)}`;
  if (Array.isArray(wanted.enum)) {
    const allowed = wanted.enum;
    const stray = Array.isArray(own.enum) ? own.enum.find((value) => !allowed.includes(value)) : own.enum;
    if (!Array.isArray(own.enum) || stray !== undefined) return `${here} must be one of ${allowed.join(', ')}`;
  }
  for (const [bound, isWider] of bounds) {
    const limit = wanted[bound];
    const given = own[bound];
    if (typeof limit === 'number' && (typeof given !== 'number' || isWider(given, limit)))
      return `${here} needs \`${bound}: ${limit}\``;
  }
  if (isMapping(wanted.items)) {
    const missing = missingFrom(own.items, wanted.items, [...path, 'items']);
    if (missing) return missing;
  }
  const properties = isMapping(own.properties) ? own.properties : {};
  const required: unknown[] = Array.isArray(own.required) ? own.required : [];
  for (const [name, inner] of Object.entries(isMapping(wanted.properties) ? wanted.properties : {})) {
    const mine = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const needed = Array.isArray(wanted.required) && wanted.required.includes(name);
    if (mine === undefined && !needed) continue;
    const missing = isMapping(inner) ? missingFrom(mine, inner, [...path, name]) : null;
    if (missing) return missing;
    if (needed && !required.includes(name)) return `${dotted([...path, name])} must be required`;
  }
  return null;
}

const bounds: [string, (given: number, limit: number) => boolean][] = [
  ['maximum', (given, limit) => given > limit],
  ['maxItems', (given, limit) => given > limit],
  ['maxLength', (given, limit) => given > limit],
  ['minimum', (given, limit) => given < limit],
  ['minItems', (given, limit) => given < limit],
];
