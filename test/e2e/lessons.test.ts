import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { eventSchema, type Recorded } from '../../src/schema/run/event.ts';
import type { Metrics } from '../../src/schema/run/metrics.ts';
import { reuseByHand } from '../core/learning/reuse-by-hand.ts';
import { ofType } from './support/contract.ts';
import { attempts, finish, promptOf, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { right, wrong } from './support/projects.ts';
import { runSingle, type Setting, setting } from './support/single.ts';

const saying = (content: string, summary: string) => turns([write('add.js', content), finish(summary)]);
const fix = 'Adding needs a plus between the two.';
const failThenPass = () => attempts(saying(wrong, 'Multiplied.'), saying(right, fix));
/** What the developer was told in the first place, attempt by attempt. */
const prompts = ({ server }: Setting): string[] =>
  server.requests
    .filter((request) => request.messages.every((message) => message.role !== 'assistant'))
    .map(promptOf)
    .filter((prompt) => prompt.includes('# Task'));

const metricsOf = async (place: Place, scene: Setting): Promise<Metrics> =>
  (await place.pawl(['metrics', ...scene.here, '--json'])).lines[0] as unknown as Metrics;

/** Two functions that break on nothing, each with its test. */
const sizes: Record<string, string> = {
  'package.json': '{ "name": "sizes", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
  ...Object.fromEntries(
    ['one', 'two'].flatMap((name) => [
      [`${name}.js`, `export const ${name} = (list) => list.length;\n`],
      [
        `${name}.test.js`,
        `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from './${name}.js';

test('${name} of nothing is 0', () => assert.equal(${name}(null), 0));
`,
      ],
    ]),
  ),
};
const careless = (name: string) => `export const ${name} = (list) => list.length + 0;\n`;
const careful = (name: string) => `export const ${name} = (list) => list?.length ?? 0;\n`;

describe.concurrent('a lesson', () => {
  test('that one run learns is told to the next, which meets the same kind of error in another file', async ({
    place,
  }) => {
    const scene = await setting(place, (request) => script(request), { files: sizes });
    const asking = (name: string, ...more: string[]) =>
      place.pawl([
        'run',
        `make ${name}.js count`,
        ...scene.here,
        '--yes',
        '--json',
        '--plan',
        'single',
        '--review',
        'checks',
        '--test',
        `${name} of nothing is 0`,
        ...more,
      ]);
    const doing = (name: string, content: string) => turns([write(`${name}.js`, content), finish('Splendid work.')]);
    let script = attempts(doing('one', careless('one')), doing('one', careful('one')));
    const first = await asking('one');
    expect(first.code).toBe(0);
    const pattern = 'TypeError: Cannot read properties of null (reading <text>)';
    const [learned] = ofType(first.events, 'lesson.learned');
    expect(learned).toMatchObject({ pattern, files: ['one.js'] });
    expect(String(learned?.fix)).toContain('list?.length ?? 0');
    expect(JSON.stringify(learned)).not.toContain('Splendid');
    expect(ofType(first.events, 'execution.remembered').map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(prompts(scene).join('')).not.toContain('# Lessons');

    // Whoever is told does it right; whoever is not does it wrong.
    script = (request) => doing('two', promptOf(request).includes(pattern) ? careful('two') : careless('two'))(request);
    const second = await asking('two');
    expect(second.code).toBe(0);
    expect(ofType(second.events, 'attempt.started')).toHaveLength(1);
    const told = ofType(second.events, 'lesson.recalled');
    expect(told).toMatchObject([{ attempt: 1, signature: learned?.signature }]);
    for (const event of told) expect(eventSchema.safeParse(event).success).toBe(true);
    expect(prompts(scene).at(-1)).toMatch(/^# Lessons: what failed like this before/m);

    const memory = await place.pawl(['memory', 'search', 'null', ...scene.here, '--json']);
    expect(memory.lines[0]).toMatchObject({ lessons: [{ told: 1, passed: 1 }] });
    const metrics = await metricsOf(place, scene);
    const events = [...first.events, ...second.events];
    // A failed attempt in the first run, a lesson in the second, which solved it.
    const { met, reused } = reuseByHand([first.events, second.events] as unknown as Recorded[][]);
    expect({ met, reused }).toEqual({ met: 2, reused: 1 });
    expect(metrics).toMatchObject({
      lessons: {
        learned: ofType(events, 'lesson.learned').length,
        recalled: ofType(events, 'lesson.recalled').length,
        reused,
      },
      metrics: { lesson_reuse_rate: { value: reused / met, of: met, met: true } },
    });
  });

  test('that misleads is told to three attempts and no more', async ({ place }) => {
    const scene = await setting(place, (request) => script(request), { files: sizes });
    const asking = (...more: string[]) =>
      place.pawl([
        'run',
        'make one.js count',
        ...scene.here,
        '--yes',
        '--json',
        '--plan',
        'single',
        '--review',
        'checks',
        '--test',
        'one of nothing is 0',
        ...more,
      ]);
    const doing = (content: string) => turns([write('one.js', content), finish()]);
    let script = attempts(doing(careless('one')), doing(careful('one')));
    expect((await asking()).code).toBe(0);
    let count = 0;
    script = (request) => {
      count += 1;
      return doing(`export const one = (list) => list.length * ${count};\n`)(request);
    };
    const ended = await asking('--attempts', '2', '--tiers', 'cheap,smart');
    const told = ofType(ended.events, 'lesson.recalled').map(({ attempt }) => attempt);
    expect([1, 2, 3, 4].map((attempt) => told.filter((one) => one === attempt).length)).toEqual([1, 1, 1, 0]);
  });

  test('is told once to an attempt of a run that is killed when it recalls, and goes on', async ({ place }) => {
    const scene = await setting(place, (request) => script(request));
    let script = failThenPass();
    expect((await runSingle(place, scene)).code).toBe(0);
    script = turns([write('add.js', right), finish(fix)]);
    const request = ['run', 'make it add', ...scene.here, '--yes', '--json', '--plan', 'single'];
    const { child, ended } = place.start(request);
    let seen = '';
    child.stdout?.on('data', (text: string) => {
      seen += text;
      if (seen.includes('"lesson.recalled"')) child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect((await ended).signal).toBe('SIGKILL');
    const resumed = await place.pawl(['resume', ...scene.here, '--yes', '--json']);
    expect(resumed.code).toBe(0);
    const log = await place.pawl(['log', resumed.run, ...scene.here, '--json']);
    expect(ofType(log.events, 'lesson.recalled').map(({ attempt }) => attempt)).toEqual([1]);
    expect(ofType(log.events, 'attempt.started')).toHaveLength(1);
  });

  test('cannot be kept in a damaged memory: the run says so and goes on, and doctor names it', async ({ place }) => {
    const scene = await setting(place, (request) => script(request));
    let script = failThenPass();
    expect((await runSingle(place, scene)).code).toBe(0);
    const file = join(place.state(scene.target), 'memory.db');
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    writeFileSync(file, 'not a memory');
    script = failThenPass();
    const ended = await runSingle(place, scene);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const notes = ofType(ended.events, 'memory.failed').map(({ message }) => String(message));
    expect(notes.length).toBeGreaterThan(0);
    for (const note of notes) expect(note).toContain('memory.db is damaged');
    expect(readFileSync(file, 'utf8')).toBe('not a memory');
    const doctor = await place.pawl(['doctor', ...scene.here]);
    expect(doctor.code).toBe(8);
    expect(doctor.stdout).toMatch(/memory\.db is damaged/);
  });

  test('holds no secret', async ({ place }) => {
    const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';
    const scene = await setting(place, attempts(saying(wrong, 'Tried.'), saying(right, `Used ${secret} for it.`)));
    expect((await runSingle(place, scene)).code).toBe(0);
    const state = place.state(scene.target);
    for (const name of ['memory.db', 'memory.db-wal']) expect(safely(join(state, name)), name).not.toContain(secret);
    expect(safely(join(state, 'memory.db')) + safely(join(state, 'memory.db-wal'))).toContain('for it.');
  });
});

/** '' where there is no such file. */
function safely(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}
