import { z } from 'zod';
import { configFileSchema } from './config.ts';

type Json = Record<string, unknown> & {
  properties?: Record<string, Json>;
  additionalProperties?: Json | boolean;
  items?: Json;
};

/**
 * A configuration file as JSON Schema, for editors. `meanings` describes keys by their dotted names, with `[]` for a
 * list of mappings and NAME or ROLE for any name. Rules that span several keys are left to `pawl config`.
 */
export function configJsonSchema(meanings: Record<string, string>): Json {
  const schema = z.toJSONSchema(configFileSchema, { io: 'input', target: 'draft-7' }) as Json;
  describe(schema, '', meanings);
  return { title: 'Pawl configuration', ...schema };
}

function describe(schema: Json, path: string, meanings: Record<string, string>): void {
  const meaning = meanings[path];
  if (meaning !== undefined) schema.description = meaning;
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  for (const [key, inner] of Object.entries(schema.properties ?? {})) describe(inner, at(key), meanings);
  if (schema.items?.properties) describe(schema.items, `${path}[]`, meanings);
  const { additionalProperties: any } = schema;
  if (typeof any === 'object') for (const name of ['NAME', 'ROLE']) describe(any, at(name), meanings);
}
