import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { eventSchema } from '../../src/schema/run/event.ts';
import type { Metrics } from '../../src/schema/run/metrics.ts';
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

describe.concurrent('a lesson', () => {
  test('that one run learns is told to the next that meets the same failure', async ({ place }) => {
    const scene = await setting(place, (request) => script(request));
    let script = failThenPass();
    const first = await runSingle(place, scene);
    expect(first.code).toBe(0);
    expect(ofType(first.events, 'lesson.learned')).toMatchObject([{ fix }]);
    expect(ofType(first.events, 'lesson.recalled')).toEqual([]);
    expect(prompts(scene).join('')).not.toContain('# Lessons');

    script = failThenPass();
    const before = prompts(scene).length;
    const second = await runSingle(place, scene);
    expect(second.code).toBe(0);
    const told = ofType(second.events, 'lesson.recalled');
    // The test fails from the start in much the same way, and after the first attempt in the very same.
    expect(told.map(({ attempt }) => attempt)).toEqual([1, 2]);
    for (const event of told) expect(eventSchema.safeParse(event).success).toBe(true);
    const [one = '', two = ''] = prompts(scene).slice(before);
    expect(one).toMatch(/^# Lessons: what failed like this before/m);
    expect(two).toContain(`passed after: "${fix}"`);
    expect(two).toMatch(/failed: "AssertionError: Expected values to be strictly equal: 6 !== 5" \("add\.test\.js/);

    expect(await metricsOf(place, scene)).toMatchObject({
      lessons: { learned: 2, recalled: 2, reused: 1 },
      metrics: { lesson_reuse_rate: { value: 0.5, of: 2, met: true } },
    });
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
