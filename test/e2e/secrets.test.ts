import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { canaries, canariesOf } from '../code/canaries.ts';
import { finish, read, run, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { git } from './support/repo.ts';
import { setting } from './support/single.ts';

const all = Object.values(canaries);
const inEnv = canariesOf('z3Wd7Gv5Ry1Bc');
const words = 'a-key-that-must-not-leak';
/** Of a variable that is named like a secret, and of one that only a provider names, as programs may print them. */
const odd = 'p"4s\\s-wörd/+=%$7x&y';
const forms = [odd, 'a-login-of-a-provider'].flatMap((value) => [
  value,
  JSON.stringify(JSON.stringify(value)).slice(3, -3),
  encodeURIComponent(value),
  `${value.slice(0, 9)}\n${value.slice(9)}`,
]);
const encoded = Buffer.from(`u:${odd}!`).toString('base64');
const texts = [...all.map(({ text }) => text), words, ...forms, encoded].join('\n');
const search = (query: string) => ({ name: 'search', input: { thought: 'Where is it?', query } });

const files = {
  ...adder,
  'secrets.txt': `${texts}\n`,
  'keys.js': all
    .map(({ text }, at) => `export const key${at} = (given = ${JSON.stringify(text)}) => given;`)
    .join('\n'),
  'AGENTS.md': `Use this:\n${texts}\n`,
  'leak.test.js': `import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { add } from './add.js';
const texts = readFileSync(new URL('secrets.txt', import.meta.url), 'utf8');
test('says too much', () => {
  if (add(2, 3) !== 5) throw new Error(texts);
  console.log(texts);
});
`,
};

describe('secrets of 20 formats and more', () => {
  test('in the environment, in files and in output reach no prompt, journal, blob, report or terminal', async ({
    place,
  }) => {
    const env = Object.fromEntries(Object.values(inEnv).map(({ secret }, at) => [`LEAK_${at}_TOKEN`, secret]));
    Object.assign(env, { ODD_PASSWORD: odd, MY_LOGIN: 'a-login-of-a-provider' });
    const scene = await setting(
      place,
      turns(
        [read('secrets.txt'), search('a8Kq|PRIVATE'), run('cat secrets.txt; env; node --test')],
        [run(`printf '%s' '${texts}' >&2; exit 1`), write('add.js', right)],
        [finish(`It adds. ${texts}`)],
      ),
      { files },
    );
    const other = '  other: { api: openai, base_url: "http://127.0.0.1:9/v1", api_key_env: MY_LOGIN }\n';
    writeFileSync(scene.config, readFileSync(scene.config, 'utf8').replace('tiers:', `${other}tiers:`));
    const request = `make it add ${all[0]?.text}`;
    const ended = await place.pawl(['run', request, ...scene.here, '--yes', '--json', '--plan', 'single'], { env });
    const later = ['log', 'report', 'status'].map((command) => [command, ended.run, ...scene.here]);
    const shown = await Promise.all(later.map((args) => place.pawl(args, { env })));
    const judged = await place.pawl(['verify', ...scene.here, '--json'], { env });
    const stored = [
      place.state(scene.target),
      ...['maps', 'baselines'].map((name) => join(place.dir, 'state', 'pawl', name)),
    ].flatMap(bytesBelow);
    const prompts = scene.server.requests.map(({ body }) => JSON.stringify(body));
    expect(ended.events.at(-1)).toMatchObject({ type: 'run.finished' });
    expect(scene.server.requests.length).toBeGreaterThanOrEqual(3);
    expect(prompts.join('')).toContain('[redacted:');
    const places = {
      prompts: prompts.join('\n'),
      stored: stored.join('\n'),
      terminal: [ended, judged, ...shown].map(({ stdout, stderr }) => stdout + stderr).join('\n'),
      commits: git(scene.target, 'log', '--all', '--format=%B'),
    };
    const known = Object.fromEntries([...forms, encoded.slice(6, -6)].map((secret, at) => [`form ${at}`, { secret }]));
    const secrets = { ...canaries, ...known, 'the key of the environment': { secret: words } };
    for (const [name, canary] of Object.entries(inEnv))
      Object.assign(secrets, { [`${name} of the environment`]: canary });
    expect(hitsIn(places, secrets)).toEqual([]);
  });

  test('reach neither the prompt of an external agent nor what is handed over when it fails', async ({ place }) => {
    const secrets = all.map(({ secret }) => secret);
    const agent = place.file(
      'agent.mjs',
      `#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
const prompt = readFileSync(process.argv[2], 'utf8');
const seen = ${JSON.stringify(secrets)}.filter((secret) => prompt.includes(secret));
writeFileSync('keys.js', readFileSync('secrets.txt', 'utf8') + 'broken(');
console.log('the prompt has ' + prompt.length + ' characters and ' + seen.length + ' secrets');
console.error(readFileSync('secrets.txt', 'utf8'));`,
    );
    chmodSync(agent, 0o755);
    const target = place.repo(files);
    const tier = `{ name: agent, developer: command, command: ["${agent}", "{prompt_file}"] }`;
    const config = place.file('agent.yaml', `tiers:\n  - ${tier}\nlimits: { attempts_per_tier: 1 }\n`);
    const here = ['--target', target, '--config', config];
    const request = `make it add as keys.js says ${all[0]?.text}`;
    const ended = await place.pawl(['run', request, ...here, '--yes', '--json', '--plan', 'single']);
    expect(ended.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'failed' });
    expect(ended.stdout).toMatch(/the prompt has \d{4,} characters and 0 secrets/);
    const handed = await place.pawl(['report', ended.run, ...here, '--handover']);
    expect(handed.stdout).toMatch(/Original code[\s\S]*\[redacted:/);
    const places = {
      stored: bytesBelow(place.state(target)).join('\n'),
      terminal: [ended, handed].map(({ stdout, stderr }) => stdout + stderr).join('\n'),
      commits: git(target, 'log', '--all', '--format=%B'),
    };
    expect(hitsIn(places, canaries)).toEqual([]);
  });
});

/** Which secrets are where. */
function hitsIn(places: Record<string, string>, secrets: Record<string, { secret: string }>): string[] {
  return Object.entries(places).flatMap(([where, text]) =>
    Object.entries(secrets).flatMap(([name, { secret }]) => (text.includes(secret) ? [`${name} in ${where}`] : [])),
  );
}

function bytesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}
