import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, run, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { appearing, remaining } from './support/processes.ts';
import { adder, right } from './support/projects.ts';
import { branches, commitsOn, put } from './support/repo.ts';
import { type Setting, setting } from './support/single.ts';

let naps = 0;

/** A run that hangs in a command of the model until somebody makes `node_modules/go` in the target. */
async function sleeping(place: Place) {
  naps += 1;
  const nap = `sleep 2${naps}00.${process.pid}`;
  const files = { ...adder, '.gitignore': 'node_modules\n' };
  const script = turns([write('add.js', right), run(`test -e node_modules/go || ${nap}`)], [finish()]);
  const scene = await setting(place, script, { files });
  put(scene.target, { 'node_modules/some/index.js': 'export {};\n' });
  return { nap, scene, wake: () => put(scene.target, { 'node_modules/go/index.js': '' }) };
}

describe.concurrent('a running run', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`stops cleanly on ${signal}, says how to go on, leaves no process, and then goes on`, async ({ place }) => {
      const { nap, scene, wake } = await sleeping(place);
      const { child, ended } = begin(place, scene);
      await appearing(nap);
      child.kill(signal);
      const stopped = await ended;
      expect(stopped).toMatchObject({ code: 4, stderr: '' });
      const run = /pawl resume (\S+) --target/.exec(stopped.stdout)?.[1] ?? '';
      expect(run).not.toBe('');
      expect(await remaining(nap)).toEqual([]);
      expect(await remaining(scene.target)).toEqual([]);
      const status = await place.pawl(['status', run, ...scene.here, '--json']);
      expect(status.lines).toMatchObject([{ status: 'interrupted', exit_code: null }]);

      wake();
      const resumed = await place.pawl(['resume', run, ...scene.here, '--yes', '--json']);
      expect(resumed).toMatchObject({ code: 0, stderr: '' });
      expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(1);
      // Two of the developer, then the auditor's and the reviewer's: none is asked for again.
      expect(scene.server.requests).toHaveLength(4);
    });
  }

  test('that is killed leaves no process and goes on at the step it was in', async ({ place }) => {
    const { nap, scene, wake } = await sleeping(place);
    const { child, ended } = begin(place, scene, '--json');
    await appearing(nap);
    child.kill('SIGKILL');
    const before = (await ended).events;
    expect(await remaining(nap)).toEqual([]);
    expect(ofType(before, 'agent.step').map((event) => event.action)).toEqual(['write']);

    wake();
    const resumed = await place.pawl(['resume', ...scene.here, '--yes', '--json']);
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expectEvents(resumed.stdout, { from: before.length + 1 });
    const steps = ofType(resumed.events, 'agent.step').filter((event) => event.agent === 'developer');
    expect(steps.map((event) => event.action)).toEqual(['run', 'finish']);
    expect(scene.server.requests).toHaveLength(4);
  });

  test('is cancelled from another process, ends with exit 4 and leaves no process', async ({ place }) => {
    const { nap, scene } = await sleeping(place);
    const { ended } = begin(place, scene, '--json');
    await appearing(nap);
    const run = await nameOf(place, scene);
    const asked = await place.pawl(['cancel', run, ...scene.here, '--json']);
    expect(asked).toMatchObject({ code: 0, lines: [{ run, outcome: 'requested' }] });
    const cancelled = await ended;
    expect(cancelled).toMatchObject({ code: 4, stderr: '' });
    expect(expectEvents(cancelled.stdout).at(-1)).toMatchObject({ status: 'cancelled', exit_code: 4, commits: [] });
    expect(await remaining(nap)).toEqual([]);
    expect(branches(scene.target)).toEqual(['main']);
  });

  test('cannot be resumed or undone by another process', async ({ place }) => {
    const { nap, scene } = await sleeping(place);
    const { child, ended } = begin(place, scene, '--json');
    await appearing(nap);
    const run = await nameOf(place, scene);
    const again = await place.pawl(['resume', run, ...scene.here, '--yes']);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/^pawl: run \S+ is already running in process \d+[^\n]*\n$/);
    expect(await place.pawl(['undo', run, ...scene.here])).toMatchObject({ code: 2, stdout: '' });
    child.kill('SIGKILL');
    await ended;
  });

  test('that was killed can be cancelled for good', async ({ place }) => {
    const { nap, scene } = await sleeping(place);
    const { child, ended } = begin(place, scene, '--json');
    await appearing(nap);
    child.kill('SIGKILL');
    const { run } = await ended;
    expect(await remaining(nap)).toEqual([]);
    const cancelled = await place.pawl(['cancel', run, ...scene.here]);
    expect(cancelled).toMatchObject({ code: 0, stderr: '', stdout: `cancelled ${run}\n` });
    const status = await place.pawl(['status', run, ...scene.here, '--json']);
    expect(status.lines).toMatchObject([{ status: 'cancelled', exit_code: 4 }]);
    expect(await place.pawl(['resume', run, ...scene.here, '--yes'])).toMatchObject({ code: 2, stdout: '' });
    expect((await place.pawl(['resume', ...scene.here, '--yes'])).stderr).toMatch(/no unfinished run/);
  });
});

function begin(place: Place, { here }: Setting, ...options: string[]) {
  return place.start(['run', 'make it add', '--plan', 'single', ...here, '--yes', ...options]);
}

async function nameOf(place: Place, { here }: Setting): Promise<string> {
  const status = await place.pawl(['status', ...here, '--json']);
  const runs = (status.lines[0]?.runs ?? []) as { run: string }[];
  return runs[0]?.run ?? '';
}
