import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { withValue } from '../../src/config/edit.ts';
import { ownFile } from '../../src/config/own-file.ts';
import { isUnchanged, proposedConfig } from '../../src/config/setup.ts';
import { ConfigError } from '../../src/ports/errors.ts';

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

it('sets one value where its section has nothing in it yet', () => {
  expect(withValue('c.yaml', '# mine\nlimits:\nstrategy: branch\n', 'limits.run_usd', '2')).toBe(
    '# mine\nlimits:\n  run_usd: 2\nstrategy: branch\n',
  );
});

it('sets one value of a tier, by its place in the ladder', () => {
  const text = 'tiers:\n  - { name: a, model: local/m, attempts: 1 }\n';
  expect(withValue('c.yaml', text, 'tiers.0.attempts', '2')).toContain('attempts: 2');
});

it.each([
  ['limits: {run_usd: 1\n', /^c\.yaml:\d:\d+: malformed YAML: /],
  ['strategy: *other\n', 'c.yaml:1:11: malformed YAML: no anchor &other above this alias'],
  ['- a\n', 'c.yaml:1: a configuration is a mapping of keys to values, not a list'],
  ['limits: 5\n', 'limits.run_usd was not set: `limits` is a number'],
  ['limits:\n  - 5\n', 'limits.run_usd was not set: `limits` is a list'],
  ['memory: &m {}\nlimits: *m\n', 'limits.run_usd was not set: `limits` is an alias'],
])('says what is wrong with a file that no value can be set in: %j', (text, message) => {
  const setting = () => withValue('c.yaml', text, 'limits.run_usd', '2');
  expect(setting).toThrow(ConfigError);
  expect(setting).toThrow(message);
});
