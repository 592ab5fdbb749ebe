import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, house } from './house.ts';

let place: House;
beforeAll(() => {
  place = house();
});
afterAll(() => place.remove());

/** The files by strength; limits of a repository only ever go down, so theirs are drawn from below the others'. */
const files = ['chosen', 'scope', 'repository', 'user'] as const;
const keys = ['strategy', 'keep_partial', 'branch_template', 'limits.task_minutes', 'limits.run_usd', 'tests.command'];
const layer = (minutes: number) =>
  fc.record(
    {
      strategy: fc.constantFrom('branch', 'direct', 'pr'),
      keep_partial: fc.constantFrom('progress', 'always', 'never'),
      branch_template: fc.constantFrom('a/{slug}', 'b/{slug}', 'c-{slug}'),
      'limits.task_minutes': fc.integer({ min: minutes, max: minutes + 5 }),
      'limits.run_usd': fc.double({ min: minutes / 10, max: minutes / 10 + 0.5, noNaN: true }),
      'tests.command': fc.array(fc.constantFrom('make', 'test', '-v'), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
const flags = fc.record(
  { strategy: fc.constantFrom('branch', 'direct', 'pr'), budget: fc.double({ min: 0, max: 100, noNaN: true }) },
  { requiredKeys: [] },
);
const layers = fc.record({ chosen: layer(20), scope: layer(1), repository: layer(1), user: layer(20) });

describe('the cascade', () => {
  it('takes every value from the strongest layer that sets it, and says which', async () => {
    await fc.assert(
      fc.asyncProperty(flags, layers, async (typed, given) => {
        for (const file of files) place.write(place[file], yaml(given[file]));
        const { values, origins } = await place.load({
          flags: typed,
          config_file: place.chosen,
          target: place.target,
        });
        const byFlag: Record<string, [unknown, string]> = {
          strategy: [typed.strategy, 'flag --strategy'],
          'limits.run_usd': [typed.budget, 'flag --budget'],
        };
        for (const key of keys) {
          const [value, origin] = byFlag[key] ?? [];
          const file = files.find((name) => Object.hasOwn(given[name], key));
          if (value !== undefined) {
            expect([key, at(values, key), origins[key]]).toEqual([key, value, origin]);
          } else if (file !== undefined) {
            const set = given[file] as Record<string, unknown>;
            const line = yaml(set).split('\n').indexOf(entry(key, set[key])) + 1;
            expect([key, at(values, key), origins[key]]).toEqual([key, set[key], `${place[file]}:${line}`]);
          } else {
            expect([key, at(values, key), origins[key]]).toEqual([key, defaults[key], 'default']);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has an origin for every value and no other', async () => {
    for (const file of files) place.write(place[file], '');
    place.write(place.user, 'providers:\n  local: { api: openai }\ntests:\n  env:\n    A: "1"\n    B: "2"\n');
    place.write(place.chosen, 'tests: { env: { B: "3" } }\nroles: { planner: opus }\n');
    const { values, origins } = await place.load({ config_file: place.chosen, flags: { timeout: 9, sandbox: 'none' } });
    expect(Object.keys(origins).sort()).toEqual(leaves(values).sort());
    expect(values.tests.env).toEqual({ A: '1', B: '3' });
    const set = Object.entries(origins).filter(([, origin]) => origin !== 'default');
    expect(Object.fromEntries(set)).toEqual({
      'limits.run_minutes': 'flag --timeout',
      'sandbox.kind': 'flag --sandbox',
      'roles.planner': `${place.chosen}:2`,
      'tests.env.B': `${place.chosen}:1`,
      'tests.env.A': `${place.user}:5`,
      'providers.local.api': `${place.user}:2`,
    });
  });

  it('replaces lists whole', async () => {
    for (const file of files) place.write(place[file], '');
    place.write(place.user, 'tiers:\n  - { name: a, model: openai/x }\n  - { name: b, model: openai/y }');
    place.write(place.chosen, 'tiers: [{ name: c, model: openai/z, attempts: 2 }]');
    expect((await place.load()).values.tiers.map((tier) => tier.name)).toEqual(['a', 'b']);
    const { values, origins } = await place.load({ config_file: place.chosen });
    expect(values.tiers).toEqual([
      { name: 'c', developer: 'native', model: 'openai/z', price: null, attempts: 2, command: [] },
    ]);
    expect(origins.tiers).toBe(`${place.chosen}:1`);
  });

  it('takes a key without a value as not set, and an empty file as no file', async () => {
    place.write(place.user, '# nothing yet\n');
    place.write(place.chosen, 'limits:\ntests:\n  command:\nstrategy: ~\n');
    const { values, origins } = await place.load({ config_file: place.chosen });
    expect(values.limits.run_usd).toBe(5);
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
  });

  it('reads anchors that a person would use, and a byte order mark', async () => {
    const price = '&price { input: 1, output: 2 }';
    place.write(
      place.chosen,
      `\uFEFFtiers:\n  - { name: a, model: openai/x, price: ${price} }\n  - { name: b, model: openai/y, price: *price }`,
    );
    const { values } = await place.load({ config_file: place.chosen });
    expect(values.tiers.map((tier) => tier.price)).toEqual([
      { input: 1, output: 2 },
      { input: 1, output: 2 },
    ]);
  });

  it('never sends a key to an endpoint that it was not named together with', async () => {
    place.write(place.user, 'providers: { openai: { base_url: "http://127.0.0.1:1/v1" } }');
    const { values } = await place.load();
    expect(values.providers.openai).toEqual({ api: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key_env: null });
    place.write(place.user, 'providers: { openai: { api_key_env: OTHER } }');
    expect((await place.load()).values.providers.openai).toMatchObject({ base_url: null, api_key_env: 'OTHER' });
  });

  it('leaves a role aside when a stronger layer has replaced the ladder that it was written for', async () => {
    place.write(place.user, 'tiers: [{ name: a, model: openai/x }]\nroles: { planner: a }');
    place.write(place.chosen, 'tiers: [{ name: b, model: openai/x }]');
    const { values, notes } = await place.load({ config_file: place.chosen });
    expect(values.roles).toEqual({});
    expect(notes).toEqual([`roles.planner (${place.user}:2) ignored: the configured ladder has no tier 'a'`]);
  });

  it('reads without writing anything', async () => {
    const before = place.listing();
    await place.load({ config_file: place.chosen, target: place.target, flags: { budget: 1 } });
    await place.load({ target: null, env: { XDG_CONFIG_HOME: `${place.root}/nowhere` } });
    expect(place.listing()).toEqual(before);
  });
});

const defaults: Record<string, unknown> = {
  strategy: 'branch',
  keep_partial: 'progress',
  branch_template: 'pawl/{slug}',
  'limits.task_minutes': 30,
  'limits.run_usd': 5,
  'tests.command': [],
};

/** One key a line, so that the line says which. */
function yaml(values: Record<string, unknown>): string {
  const section = (name: string) => {
    const inner = Object.keys(values).filter((key) => key.startsWith(`${name}.`));
    return inner.length === 0 ? [] : [`${name}:`, ...inner.map((key) => entry(key, values[key]))];
  };
  const flat = Object.keys(values).filter((key) => !key.includes('.'));
  return [...flat.map((key) => entry(key, values[key])), ...section('limits'), ...section('tests')].join('\n');
}

function entry(key: string, value: unknown): string {
  const [section, inner] = key.split('.');
  return inner === undefined ? `${section}: ${JSON.stringify(value)}` : `  ${inner}: ${JSON.stringify(value)}`;
}

function at(values: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], values);
}

function leaves(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')];
  const inner = Object.entries(value);
  return inner.length === 0 ? [path.join('.')] : inner.flatMap(([key, below]) => leaves(below, [...path, key]));
}
