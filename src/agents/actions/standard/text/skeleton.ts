import { isRecord } from '../parts.ts';

const deepest = 20;
const mostValues = 1_000;

/** The smallest value that fits a JSON Schema, as far as types and bounds tell; patterns are left to the writer. */
export function skeleton(schema: unknown, depth = 0, room = { left: mostValues }): unknown {
  room.left -= 1;
  if (!isRecord(schema) || depth > deepest || room.left < 0) return null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if ('default' in schema) return schema.default;
  const ways = [schema.anyOf, schema.oneOf].find((way) => Array.isArray(way));
  if (Array.isArray(ways) && schema.type === undefined) return skeleton(ways[0], depth + 1, room);
  const type = [schema.type].flat()[0] ?? (isRecord(schema.properties) ? 'object' : null);
  switch (type) {
    case 'object':
      return objectOf(schema, depth, room);
    case 'array':
      return Array.from({ length: amount(schema.minItems) }, () => skeleton(schema.items ?? {}, depth + 1, room));
    case 'string':
      return '?'.repeat(amount(schema.minLength));
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return numberOf(schema, type === 'integer');
    default:
      return null;
  }
}

function objectOf(schema: Record<string, unknown>, depth: number, room: { left: number }): Record<string, unknown> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    required
      .filter((key) => typeof key === 'string')
      .map((key) => [key, skeleton(Object.hasOwn(properties, key) ? properties[key] : {}, depth + 1, room)]),
  );
}

function numberOf({ minimum, maximum }: Record<string, unknown>, whole: boolean): number {
  const low = typeof minimum === 'number' ? minimum : Number.NEGATIVE_INFINITY;
  const high = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY;
  const near = Math.min(Math.max(0, low), high);
  return whole ? (near < 0 ? Math.floor(near) : Math.ceil(near)) : near;
}

const amount = (least: unknown): number =>
  typeof least === 'number' ? Math.min(Math.max(0, Math.ceil(least)), 100) : 0;
