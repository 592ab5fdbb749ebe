import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { withValue } from '../../src/config/edit.ts';
import { ownFile } from '../../src/config/own-file.ts';
import { isUnchanged, proposedConfig } from '../../src/config/setup.ts';

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

it('tells its own text from one that somebody changed', () => {
  const { text } = proposedConfig({ OPENAI_API_KEY: 'k' }, []);
  expect(isUnchanged(text)).toBe(true);
  expect(isUnchanged(`# yaml-language-server: $schema=file:///x.json\n${text}`)).toBe(true);
  expect(isUnchanged(text.replace('luna', 'sol'))).toBe(false);
  expect(isUnchanged(`limits: { run_usd: 1 }\n${text}`)).toBe(false);
  expect(isUnchanged(`${text}# mine\n`)).toBe(false);
  expect(isUnchanged(text.replace('Prices', 'My prices'))).toBe(false);
  expect(isUnchanged('')).toBe(false);
});

it('keeps the text that it replaces, where it is asked to', async () => {
  const env = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'pawl-setup-')) };
  const file = ownFile(env, async (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  });
  const [before, now] = ['strategy: branch\n', 'strategy: pr\n'];
  await file.writeConfig(before, { backup: true });
  expect(existsSync(`${file.userConfig()}.before-setup`)).toBe(false);
  await file.writeConfig(now, { backup: true });
  expect(readFileSync(`${file.userConfig()}.before-setup`, 'utf8')).toBe(before);
  expect(await file.configText()).toBe(now);
  rmSync(env.XDG_CONFIG_HOME, { recursive: true });
});

it('sets one value, keeps comments, and refuses what is not valid', () => {
  const text = '# mine\nlimits:\n  run_usd: 5 # enough\n';
  expect(withValue('c.yaml', text, 'limits.run_usd', '2')).toBe('# mine\nlimits:\n  run_usd: 2 # enough\n');
  expect(withValue('c.yaml', '', 'strategy', 'branch')).toBe('strategy: branch\n');
  expect(() => withValue('c.yaml', text, 'limits.run_usd', 'much')).toThrow(/run_usd/);
  expect(() => withValue('c.yaml', text, 'limit.run_usd', '2')).toThrow(
    "limit.run_usd was not set: unknown key 'limit' (did you mean 'limits'?)",
  );
  expect(() => withValue('c.yaml', text, 'a b', '2')).toThrow('is not the name of a setting');
});
