import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPolicy } from '../../src/config/policy/policy.ts';
import { providerAccess } from '../../src/config/policy/providers.ts';
import type { Flags } from '../../src/schema/settings/flags.ts';
import type { Price } from '../../src/schema/settings/policy.ts';
import { type House, house, refusal } from './house.ts';

let place: House;
beforeEach(() => {
  place = house();
});
afterEach(() => place.remove());

const known: Record<string, Price> = { 'openai/gpt': { input: 2, output: 8 } };

async function access(env: Record<string, string>, flags: Flags = {}) {
  const settings = await place.load({ env, flags });
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
      deepseek: { api: 'deepseek', base_url: null, api_key: 'd', key_name: 'DEEPSEEK_API_KEY' },
      anthropic: { api: 'anthropic', base_url: null, api_key: 'a', key_name: 'ANTHROPIC_API_KEY' },
    });
    expect(policy.tiers).toHaveLength(4);
    expect(notes).toEqual([]);
  });

  it.each(['sk-one\nsk-two', 'sk-one two', 'sk-\u2019', 'sk-\0'])(
    'are refused unseen where none can be: %j',
    async (key) => {
      expect(await refusal(() => access({ DEEPSEEK_API_KEY: key }))).toBe(
        '8 DEEPSEEK_API_KEY contains a space or a line break, so it is not a valid key',
      );
    },
  );

  it.each([
    ['DEEPSEEK_API_KEY', ['deepseek/deepseek-flash', 'deepseek/deepseek-v4-pro']],
    ['OPENAI_API_KEY', ['openai/gpt-5.6-luna', 'openai/gpt-5.6-sol']],
    ['GEMINI_API_KEY', ['google/gemini-3.8-flash', 'google/gemini-3.1-pro-preview']],
    ['ANTHROPIC_API_KEY', ['anthropic/claude-haiku-4-5', 'anthropic/claude-sonnet-4-6', 'anthropic/claude-opus-4-8']],
  ])('of one provider alone, %s, make a ladder of its cheap and its strong models', async (variable, models) => {
    const { access: found, policy, asked } = await access({ [variable]: 'k' });
    const [repairer, ...thinking] = policy.tiers;
    expect(repairer).toMatchObject({ developer: 'repair', model: null });
    expect(thinking.map((tier) => tier.model)).toEqual(models);
    expect(Object.keys(found)).toHaveLength(1);
    expect(asked).toEqual([]);
    expect(thinking.every(({ price }) => price !== null && price.input > 0)).toBe(true);
    expect(policy.roles).toMatchObject({ analyst: thinking[0]?.name, planner: thinking[1]?.name });
  });

  it('of several providers fill each rung with the first that is there, and say who is missing', async () => {
    const { policy, settings } = await access({ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', DEEPSEEK_API_KEY: '' });
    expect(policy.tiers.map((tier) => tier.name)).toEqual(['repair', 'luna', 'sonnet', 'opus']);
    expect(settings.notes).toEqual(['tier deepseek skipped: DEEPSEEK_API_KEY is not set']);
    const { policy: other, settings: those } = await access({ GEMINI_API_KEY: 'g', DEEPSEEK_API_KEY: 'd' });
    expect(other.tiers.map((tier) => tier.name)).toEqual(['repair', 'deepseek', 'pro']);
    expect(those.notes).toEqual([
      'tier sonnet skipped: ANTHROPIC_API_KEY is not set',
      'tier opus skipped: ANTHROPIC_API_KEY is not set',
    ]);
  });

  it('choose no ladder where the user configured one', async () => {
    place.write(place.user, 'tiers: [{ name: a, model: openai/gpt }]');
    expect((await access({ OPENAI_API_KEY: 'o', DEEPSEEK_API_KEY: 'd' })).policy.tiers).toHaveLength(1);
  });

  it('are unfit when the default ladder has no key at all', async () => {
    expect(await refusal(() => access({}))).toBe(
      '8 no tier can be used without a key: set one of DEEPSEEK_API_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, or start a local model server and run pawl setup; pawl fix works without either',
    );
  });

  it('are not needed by the repairer alone', async () => {
    const { policy } = await access({}, { tiers: ['repair'] });
    expect(policy.tiers.map((tier) => tier.name)).toEqual(['repair']);
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
    expect(found.local).toEqual({
      api: 'openai',
      base_url: 'http://127.0.0.1:1/v1',
      api_key: 'l',
      key_name: 'LOCAL_KEY',
    });
    expect(policy.tiers.map((tier) => tier.price)).toEqual([
      { input: 0, output: 0 },
      { input: 5, output: 25, cached: 0.5 },
    ]);
  });

  it('reach those who stand in for a model too, each priced, and leave out who has no key', async () => {
    place.write(
      place.user,
      'providers: { local: { api: openai, base_url: "http://127.0.0.1:1/v1" } }\n' +
        'tiers:\n  - name: a\n    model: deepseek/deepseek-flash\n' +
        '    fallback: [openai/gpt, { model: local/big, price: { input: 1, output: 2 } }, google/gemini-3.8-flash]\n',
    );
    const { access: found, policy, notes } = await access({ DEEPSEEK_API_KEY: 'd', OPENAI_API_KEY: 'o' });
    expect(Object.keys(found)).toEqual(['deepseek', 'openai', 'local']);
    expect(policy.tiers[0]?.fallback).toEqual([
      { model: 'openai/gpt', price: { input: 2, output: 8 } },
      { model: 'local/big', price: { input: 1, output: 2 } },
    ]);
    expect(notes).toEqual(['tier a: google/gemini-3.8-flash cannot be used as a fallback: GEMINI_API_KEY is not set']);
  });

  it('are refused where a stand-in is of a provider that nobody configured', async () => {
    place.write(place.user, 'tiers: [{ name: a, model: openai/gpt, fallback: [mars/gpt] }]');
    expect(await refusal(() => access({}))).toMatch(/tier 'a' names an unknown provider 'mars'/);
    place.write(place.user, 'tiers: [{ name: a, model: openai/gpt, fallback: [7] }]');
    expect(await refusal(() => access({}))).toMatch(
      /fallback\[0\] must be written provider\/model, or \{model, price\}/,
    );
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
