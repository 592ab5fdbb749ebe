import { describe, expect, test } from 'vitest';
import { forecast } from '../../../src/rooms/intake/forecast.ts';
import { intake } from '../../../src/rooms/intake/intake.ts';
import { testRunSchema } from '../../../src/schema/judge/test-run.ts';
import { policyWith } from '../../core/policy.ts';
import { adder, houseWith } from '../../engine/house.ts';
import { placeWith } from '../place.ts';

describe('the baseline', () => {
  test('says what the tests say before anything is changed, whole in a blob', async () => {
    const place = await placeWith({ measured: true });
    const { baseline } = place.state;
    expect(baseline).toMatchObject({ tree: place.base, runner: 'node:test', total: 2, failed: 1 });
    expect(baseline).toHaveProperty('failing', [
      { test: 'test/add.test.js > adds', error: expect.stringMatching(/^AssertionError: /) },
    ]);
    const run = testRunSchema.parse(JSON.parse(await place.world.blobs.text(baseline?.run_ref ?? '')));
    expect(run.cases.map(({ id, status }) => [id, status])).toEqual([
      ['test/add.test.js > nothing', 'passed'],
      ['test/add.test.js > adds', 'failed'],
    ]);
  });

  test('counts a file that does not load', async () => {
    const broken = { ...adder, 'test/b.test.js': "import '../nowhere.js';\n" };
    expect((await placeWith({ measured: true, files: broken })).state.baseline).toMatchObject({
      ...{ total: 2, failed: 2 },
      failing: [{ test: 'test/add.test.js > adds' }, { test: 'test/b.test.js' }],
    });
  });

  test('of a project without tests is empty', async () => {
    expect((await placeWith({ measured: true, files: { 'a.txt': 'x\n' } })).state.baseline).toMatchObject({
      runner: null,
      total: 0,
      failed: 0,
    });
  });

  test('ends the run where a test that is named does not fail, and says which do', async () => {
    const told = async (targets: 'all' | string[], files: Record<string, string> = adder) => {
      const policy = policyWith({ targets });
      return await placeWith({ measured: true, files, policy }).then(
        ({ state }) => state.baseline?.failed,
        ({ message }: Error) => message,
      );
    };
    expect(await told(['nothing'])).toBe(
      '"nothing" is not a failing test: test/add.test.js > nothing passes already; failing: test/add.test.js > adds',
    );
    expect(await told(['adds', 'subtracts'])).toBe(
      '"subtracts" is not a failing test: there is no test of that name; failing: test/add.test.js > adds',
    );
    expect(await told(['adds'])).toBe(1);
    expect(await told('all')).toBe(1);
    expect(await told('all', { 'a.txt': 'x\n' })).toBe('no test ran, so none can be made to pass: see pawl doctor');
  });

  test('is not written down by whoever is told to stop', async () => {
    const place = await placeWith({ measured: true });
    const signal = AbortSignal.abort();
    const stopped = intake({ kind: 'intake', task: null }, { ...place.context, signal }, place.world).next();
    await expect(stopped).rejects.toHaveProperty('name', 'AbortError');
  });
});

test('a forecast says what a run would do, and does none of it', async () => {
  const { repo, target, journal, dir } = await houseWith();
  const told = await forecast('make add add', target, policyWith(), ['a note'], await repo.headFiles(target));
  expect(told).toMatchObject({
    base: target.head,
    branch: 'pawl/make-add-add',
    runner: 'node:test',
    tiers: [{ name: 'cheap', attempts: 3, price: '$1 in, $2 out per million tokens' }, { name: 'smart' }],
    sandbox: 'bubblewrap',
    notes: ['a note'],
  });
  expect(await journal.runs()).toEqual([]);
  expect(dir).toBe(target.dir);
});
