import fc from 'fast-check';
import { z } from 'zod';
import { eventSchema, type Recorded } from '../../src/schema/run/event.ts';

type Json = Record<string, unknown>;

/** Values that meet: events about the same few tasks, tiers and attempts. `constructor` is a name like any other. */
const named: Record<string, fc.Arbitrary<unknown>> = {
  task: fc.constantFrom('t1', 't2', 'constructor'),
  id: fc.constantFrom('t1', 't2', 'constructor'),
  tier: fc.constantFrom('cheap', 'smart', 'constructor'),
  attempt: fc.integer({ min: 1, max: 4 }),
};

/** Any event that the schema allows, made from the schema itself. */
export const anyEvent: fc.Arbitrary<Json> = fc.oneof(
  ...eventSchema.options.map((option) => valueFor(z.toJSONSchema(option, { unrepresentable: 'any' }) as Json)),
) as fc.Arbitrary<Json>;

const unknownEvent = fc.record({ type: fc.constantFrom('pr.merged', 'constructor', ''), task: fc.anything() });

/** A journal of any events in any order, of types from another version too, at any times. */
export const anyJournal: fc.Arbitrary<Recorded[]> = fc
  .array(fc.tuple(fc.oneof({ weight: 20, arbitrary: anyEvent }, unknownEvent), times()), { maxLength: 40 })
  .map((rows) =>
    rows.map(([event, at], index) => ({ ...event, seq: index + 1, at, run: 'r1' }) as unknown as Recorded),
  );

function times(): fc.Arbitrary<string> {
  const real = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  return fc.oneof({ weight: 9, arbitrary: real.map((date) => date.toISOString()) }, fc.constant('not a time'));
}

function valueFor(schema: Json): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return fc.oneof(...options.map((option) => valueFor(option as Json)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueFor({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(valueFor((schema.items ?? {}) as Json), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 3,
      });
    case 'string':
      if (schema.pattern) return fc.constantFrom('a'.repeat(64), 'b'.repeat(64));
      return fc.string({ minLength: Number(schema.minLength ?? 0), maxLength: 8 });
    case 'integer':
      return fc.integer({ min: lowest(schema), max: Math.min(9, Number(schema.maximum ?? 9)) });
    case 'number':
      return fc.integer({ min: lowest(schema), max: Number(schema.maximum ?? 9) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function lowest({ minimum, exclusiveMinimum }: Json): number {
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return Math.max(-5, Number(minimum ?? -5));
}

function objectOf({ properties, additionalProperties, propertyNames }: Json): fc.Arbitrary<Json> {
  const names = valueFor((propertyNames ?? { type: 'string' }) as Json) as fc.Arbitrary<string>;
  if (!properties) return fc.dictionary(names, valueFor((additionalProperties ?? {}) as Json));
  const fields = Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const known = Object.hasOwn(named, name) ? named[name] : undefined;
    if (!known) return [name, valueFor(schema)];
    return [name, Array.isArray(schema.anyOf ?? schema.type) ? fc.option(known) : known];
  });
  return fc.record(Object.fromEntries(fields));
}
