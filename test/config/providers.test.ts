import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPolicy } from '../../src/config/policy.ts';
import { providerAccess } from '../../src/config/providers.ts';
import type { Price } from '../../src/schema/policy.ts';
import { type House, house, refusal } from './house.ts';

let place: House;
beforeEach(() => {
  place = house();
});
afterEach(() => place.remove());

const known: Record<string, Price> = { 'openai/gpt': { input: 2, output: 8 } };

async function access(env: Record<string, string>) {
  const settings = await place.load();
  const asked: string[] = [];
  const result = await providerAccess(settings, toPolicy(settings, 'run'), env, async (model) => {
    asked.push(model);
    return known[model] ?? null;
  });
  return { ...result, asked, settings };
}

describe('providers and their keys', () => {
  it('come from the environment, one entry a provider in use', async () => {
    const { access: found, policy, notes } = await access({ DEEPSEEK_API_KEY: 'd', ANTHROPIC_API_KEY: ' a\n' });
    expect(found).toEqual({
      deepseek: { api: 'deepseek', base_url: null, api_key: 'd' },
      anthropic: { api: 'anthropic', base_url: null, api_key: 'a' },
    });
    expect(policy.tiers).toHaveLength(3);
    expect(notes).toEqual([]);
  });

  it('skip a tier of the default ladder whose key is missing, with its roles going to the others', async () => {
    const { access: found, policy, notes } = await access({ ANTHROPIC_API_KEY: 'a', DEEPSEEK_API_KEY: '' });
    expect(Object.keys(found)).toEqual(['anthropic']);
    expect(policy.tiers.map((tier) => tier.name)).toEqual(['sonnet', 'opus']);
    expect(policy.roles).toMatchObject({ planner: 'sonnet', analyst: 'sonnet' });
    expect(notes).toEqual(['tier deepseek skipped: DEEPSEEK_API_KEY is not set']);
  });

  it('are unfit when the default ladder has no key at all', async () => {
    expect(await refusal(() => access({}))).toBe(
      '8 no tier can be used without a key: set DEEPSEEK_API_KEY or ANTHROPIC_API_KEY, or configure tiers in ~/.config/pawl/config.yaml',
    );
  });

  it('are unfit when a tier that the user configured lacks its key', async () => {
    place.write(
      place.user,
      'providers: { local: { api: openai, base_url: "http://127.0.0.1:1/v1", api_key_env: LOCAL_KEY } }\n' +
        'tiers:\n  - { name: cheap, model: local/small, price: { input: 0, output: 0 } }\n' +
        '  - { name: smart, model: anthropic/claude-opus-4-8 }\n',
    );
    expect(await refusal(() => access({ ANTHROPIC_API_KEY: 'a' }))).toBe(
      '8 tier cheap needs LOCAL_KEY, which is not set',
    );
    const { access: found, policy } = await access({ LOCAL_KEY: 'l', ANTHROPIC_API_KEY: 'a' });
    expect(found.local).toEqual({ api: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key: 'l' });
    expect(policy.tiers.map((tier) => tier.price)).toEqual([
      { input: 0, output: 0 },
      { input: 5, output: 25, cached: 0.5 },
    ]);
  });

  it('need no key where none is named', async () => {
    place.write(
      place.user,
      'providers: { local: { api: openai, base_url: "http://127.0.0.1:1/v1" } }\n' +
        'tiers: [{ name: cheap, model: local/small, price: { input: 0, output: 0 } }]\n',
    );
    expect((await access({})).access).toEqual({
      local: { api: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key: null },
    });
  });

  it('never put a key into the settings or the policy', async () => {
    const { policy, settings, notes } = await access({ DEEPSEEK_API_KEY: 'sk-hush', ANTHROPIC_API_KEY: 'sk-hush' });
    expect(JSON.stringify([policy, settings, notes])).not.toContain('sk-hush');
  });

  it('name what a recorded policy needs and the configuration no longer has', async () => {
    place.write(place.user, 'providers: { old: { api: openai } }\ntiers: [{ name: a, model: old/gpt }]');
    const recorded = toPolicy(await place.load(), 'run');
    place.write(place.user, '');
    const settings = await place.load();
    expect(await refusal(() => providerAccess(settings, recorded, {}, async () => null))).toBe(
      "2 tier a: the provider 'old' is not configured: add it to ~/.config/pawl/config.yaml",
    );
  });
});

describe('the price of a tier', () => {
  it('is looked up where the user set none', async () => {
    place.write(place.user, 'tiers: [{ name: a, model: openai/gpt }]');
    const { policy, asked } = await access({ OPENAI_API_KEY: 'o' });
    expect(policy.tiers[0]?.price).toEqual({ input: 2, output: 8 });
    expect(asked).toEqual(['openai/gpt']);
  });

  it("is the provider's own for its own address under another name, but not for another address", async () => {
    place.write(place.user, 'providers: { work: { api: openai } }\ntiers: [{ name: a, model: work/gpt }]');
    expect((await access({})).policy.tiers[0]?.price).toEqual({ input: 2, output: 8 });
    place.write(
      place.user,
      'providers: { work: { api: openai, base_url: "http://x" } }\ntiers: [{ name: a, model: work/gpt }]',
    );
    expect(await refusal(() => access({}))).toBe(
      '2 tier a: the price of work/gpt is unknown: set `price: {input, output}`',
    );
  });
});
