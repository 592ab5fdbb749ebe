import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { withValue } from '../../src/config/edit.ts';
import { proposedConfig } from '../../src/config/setup.ts';

it('proposes the repairer first, then a local model, then those with a key', () => {
  const local = [
    {
      provider: 'ollama',
      base_url: 'http://127.0.0.1:11434/v1',
      models: [{ name: 'coder', price: null }],
      failed: null,
    },
    { provider: 'vllm', base_url: 'http://127.0.0.1:8000/v1', models: [], failed: 'ECONNREFUSED' },
  ];
  const { text, found } = proposedConfig({ OPENAI_API_KEY: 'k' }, local);
  const { providers, tiers } = parse(text) as { providers: object; tiers: { name: string; model?: string }[] };
  expect(Object.keys(providers)).toEqual(['ollama']);
  expect(tiers.map(({ name, model }) => model ?? name).slice(0, 3)).toEqual([
    'repair',
    'ollama/coder',
    'openai/gpt-5.6-luna',
  ]);
  expect(found).toEqual(['key for openai: OPENAI_API_KEY', 'Ollama at http://127.0.0.1:11434/v1: coder']);
  const bare = proposedConfig({}, []);
  expect(parse(bare.text)).toEqual({ tiers: [{ name: 'repair', developer: 'repair', attempts: 1 }] });
  expect(bare.found[0]).toContain('pawl fix');
});

it('sets one value, keeps comments, and refuses what is not valid', () => {
  const text = '# mine\nlimits:\n  run_usd: 5 # enough\n';
  expect(withValue('c.yaml', text, 'limits.run_usd', '2')).toBe('# mine\nlimits:\n  run_usd: 2 # enough\n');
  expect(withValue('c.yaml', '', 'strategy', 'branch')).toBe('strategy: branch\n');
  expect(() => withValue('c.yaml', text, 'limits.run_usd', 'much')).toThrow(/run_usd/);
  expect(() => withValue('c.yaml', text, 'limit.run_usd', '2')).toThrow(/limit/);
  expect(() => withValue('c.yaml', text, 'a b', '2')).toThrow('is not the name of a setting');
});
