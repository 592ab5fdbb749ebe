import { symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPolicy } from '../../src/config/policy/policy.ts';
import { type House, house, refusal } from './house.ts';

let place: House;
beforeEach(() => {
  place = house();
});
afterEach(() => place.remove());

describe("a repository's own file", () => {
  it.each([
    ['providers', 'providers:\n  local: { api: openai, base_url: "http://evil" }', '--config'],
    ['providers', 'providers: 5', '--config'],
    ['tiers', 'tiers: [{ name: a, developer: command, command: [evil] }]', '--config'],
    ['roles', 'roles: { planner: opus }', '--config'],
    ['sandbox', 'sandbox: { network: host }', '--config'],
    ['sandbox', 'sandbox: { image: theirs }', '--config'],
    ['notify', 'notify: { command: [evil] }', '--config'],
    ['embedding', 'embedding: { model: evil/x }', '--config'],
    ['tests.bind', 'tests: { bind: [/etc] }', '--config'],
    ['tests.install', 'tests: { install: [npm, ci] }', '--config'],
    ['tests.tolerate', 'tests: { tolerate: ["**"] }', '--tolerate'],
  ])('cannot set %s', async (key, line, flag) => {
    place.write(place.repository, `strategy: branch\n\n${line}\n`);
    expect(await refusal(() => place.load())).toBe(
      `2 \`${key}\` cannot be set by the repository (${place.repository}:3): put it in ~/.config/pawl/config.yaml or pass ${flag}`,
    );
  });

  it('cannot unlock anything', async () => {
    place.write(place.repository, 'unlock: ["**"]');
    expect(await refusal(() => place.load())).toBe(
      `2 \`unlock\` cannot be set by the repository (${place.repository}:1): pass --unlock`,
    );
  });

  it('is refused in the same way when it is the file of the scope or of the whole repository', async () => {
    place.write(place.scope, 'sandbox: { network: host }');
    expect(await refusal(() => place.load({ target: place.target }))).toContain(`(${place.scope}:1)`);
    place.write(place.scope, '');
    place.write(place.repository, 'sandbox: { network: host }');
    expect(await refusal(() => place.load({ target: place.target }))).toContain(`(${place.repository}:1)`);
  });

  it("names the user's own file where XDG_CONFIG_HOME puts it", async () => {
    place.write(place.repository, 'tiers: []');
    const said = await refusal(() => place.load({ env: { XDG_CONFIG_HOME: '/etc/xdg' } }));
    expect(said).toContain('put it in /etc/xdg/pawl/config.yaml or pass --config');
  });

  it('may set tests, strategy, branches and what is kept', async () => {
    place.write(
      place.repository,
      [
        'tests: { command: [make, test], build: [make], env: { API_KEY: literal }, related: false }',
        'branch_template: "bot/{slug}"',
        'keep_partial: never',
        'strategy: branch',
      ].join('\n'),
    );
    const { values } = await place.load();
    expect(values.tests).toMatchObject({ command: ['make', 'test'], build: ['make'], env: { API_KEY: 'literal' } });
    expect(values).toMatchObject({ branch_template: 'bot/{slug}', keep_partial: 'never' });
  });

  it('is trusted when the user chooses it with --config, also through a link', async () => {
    place.write(place.repository, 'sandbox: { network: host }\nlimits: { run_usd: 50 }');
    const { values } = await place.load({ config_file: place.repository });
    expect(values.sandbox.network).toBe('host');
    expect(values.limits.run_usd).toBe(50);
    symlinkSync(place.repository, place.chosen);
    expect((await place.load({ config_file: place.chosen })).values.sandbox.network).toBe('host');
  });

  it('is not read when there is no repository', async () => {
    place.write(place.repository, 'sandbox: { network: host }');
    expect((await place.load({ target: null })).values.sandbox.network).toBe('none');
  });

  it('cannot take over a path through a prototype', async () => {
    place.write(place.repository, 'tests:\n  env:\n    __proto__: { polluted: "yes" }');
    expect(await refusal(() => place.load())).toBe(`2 ${place.repository}:3: unknown key '__proto__'`);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("a repository's limits", () => {
  it('may be lower than the default', async () => {
    place.write(place.repository, 'limits: { run_usd: 2, attempts_per_tier: 1 }');
    const settings = await place.load();
    expect(settings.values.limits).toMatchObject({ run_usd: 2, attempts_per_tier: 1 });
    expect(toPolicy(settings, 'run').tiers.map((tier) => tier.attempts)).toEqual([1, 1, 1, 1]);
  });

  it('may not be higher than the default', async () => {
    place.write(place.repository, 'limits:\n  task_usd: 1\n  run_usd: 50');
    expect(await refusal(() => place.load())).toBe(
      `2 \`limits.run_usd\` is 50 (${place.repository}:3): a repository may only lower it, to at most 5; raise it in ~/.config/pawl/config.yaml or pass --config`,
    );
  });

  it("may not be higher than the user's own", async () => {
    place.write(place.user, 'limits: { run_usd: 1 }');
    place.write(place.repository, 'limits: { run_usd: 2 }');
    expect(await refusal(() => place.load())).toContain('to at most 1;');
    place.write(place.user, 'limits: { run_usd: 3 }');
    expect((await place.load()).values.limits.run_usd).toBe(2);
  });

  it('do not stand in the way of a lower or a higher budget that the user types', async () => {
    place.write(place.repository, 'limits: { run_usd: 3 }');
    expect((await place.load({ flags: { budget: 1 } })).values.limits.run_usd).toBe(1);
    expect((await place.load({ flags: { budget: 30 } })).values.limits.run_usd).toBe(30);
  });

  it('are measured against --config too', async () => {
    place.write(place.chosen, 'limits: { run_usd: 10 }');
    place.write(place.repository, 'limits: { run_usd: 8 }');
    expect((await place.load({ config_file: place.chosen })).values.limits.run_usd).toBe(10);
    place.write(place.repository, 'limits: { run_usd: 11 }');
    expect(await refusal(() => place.load({ config_file: place.chosen }))).toContain('to at most 10;');
  });
});
