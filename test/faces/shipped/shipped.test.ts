import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { shippedFiles } from '../../../src/faces/shipped/shipped.ts';
import { commands, nameOf } from '../../house/facts.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const pages = readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const files = shippedFiles(read('docs/configuration.md'));

const keys = (JSON.parse(files['config.schema.json'] ?? '') as { properties: Keys }).properties;

interface Keys extends Record<string, unknown> {
  limits: { properties: Record<'run_usd', { description: string }> };
  tiers: { items: { properties: Record<'name', { description: string }> } };
}

describe('the schema of configuration files', () => {
  const schema = JSON.parse(files['config.schema.json'] ?? '') as Parameters<typeof z.fromJSONSchema>[0];
  const valid = (value: unknown) => z.fromJSONSchema(schema).safeParse(value).success;
  const examples = pages.flatMap((page) =>
    [...read(page).matchAll(/^```yaml\n([\s\S]*?)^```/gm)]
      .map(([, text = '']) => ({ page, value: parse(text) as Record<string, unknown> | null }))
      .filter(({ value }) => value !== null && Object.keys(value).some((key) => key in keys)),
  );

  it('takes every example of the docs', () => {
    expect(examples.length).toBeGreaterThan(3);
    for (const { page, value } of examples) expect([page, valid(value)]).toEqual([page, true]);
  });

  it.each([
    [{ limits: { run_usd: 'much' } }],
    [{ nonsense: 1 }],
    [{ tiers: [] }],
    [{ tiers: [{ name: 'x', developer: 'wizard' }] }],
    [{ providers: { local: { api: 'telepathy' } } }],
  ])('refuses %j', (value) => {
    expect(valid(value)).toBe(false);
  });

  it('says of each key what the docs say', () => {
    const { limits, tiers } = keys;
    expect(limits.properties.run_usd.description).toBe('USD; default: 5');
    expect(tiers.items.properties.name.description).toBe('text; required');
  });
});

describe('the manual page', () => {
  const page = (files['pawl.1'] ?? '').replaceAll('\\-', '-');

  it.each(commands().map((command) => [nameOf(command), command] as const))('describes %s', (name, command) => {
    const section = page.split('.SS "').find((part) => part.startsWith(`pawl ${name}`)) ?? '';
    for (const { flags } of command.options) expect(section).toContain(`.B ${flags}\n`);
  });

  it('is linked by npm install -g, which takes only a list', () => {
    expect((JSON.parse(read('package.json')) as { man: unknown }).man).toEqual(['dist/pawl.1']);
  });

  const hasMandoc = spawnSync('mandoc', ['-h']).error === undefined;
  it.skipIf(!hasMandoc)('is what man can read (needs mandoc)', () => {
    const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], {
      input: files['pawl.1'],
      encoding: 'utf8',
    });
    expect(stdout.replace(/^.*missing date.*\n/gm, '')).toBe('');
  });
});
