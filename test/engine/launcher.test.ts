import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../src/adapters/journal/journal.ts';
import { type LaunchParts, launcher } from '../../src/engine/launcher.ts';
import { Unfit } from '../../src/ports/errors.ts';
import { policyWith } from '../core/policy.ts';
import { type Doing, finished, houseWith } from './house.ts';

/** No tests: nothing is run. */
const plain = { 'a.txt': 'one\n' };
const asks: Doing = async () => ({ ended: 'hand_over', summary: 'Which one?' });
type House = Awaited<ReturnType<typeof houseWith>>;

/** A house whose run waits for an answer. */
async function waiting() {
  const house = await houseWith({ develop: asks, files: plain });
  const { end } = await finished(await house.launch.run('make add add'));
  expect(end.exit_code).toBe(3);
  return { ...house, run: end.run };
}
const launch = (house: House, changes: Partial<LaunchParts>) => launcher({ ...house.parts, ...changes });

/** The ways to go on with a run. */
const goingOn = (house: House, run: string, changes: Partial<LaunchParts> = {}) => {
  const launched = launch(house, changes);
  return {
    resume: () => launched.resume(run),
    'resume the newest': () => launched.resume(),
    answer: () => launched.answer(run, 'yes'),
    cancel: () => launched.cancel(run),
  };
};

describe('a journal that a repository brings along', () => {
  test('is not believed: its runs were not started on this machine', async () => {
    const hostile = await waiting();
    const victim = await houseWith({ files: plain });
    cpSync(join(hostile.dir, '.pawl'), join(victim.dir, '.pawl'), { recursive: true });
    const used: string[] = [];
    const keysFor = async () => {
      used.push('keys');
      return {};
    };
    const planted = goingOn(victim, hostile.run, { keysFor });
    for (const [way, go] of Object.entries(planted))
      await expect(go(), way).rejects.toThrow(`run ${hostile.run} was not started here on this machine`);
    expect(used).toEqual([]);
    expect((await victim.journal.runs())[0]).toMatchObject({ run: hostile.run, exit_code: null });
  });

  test('is not believed about a run of another target either', async () => {
    const first = await waiting();
    const other = await houseWith({ files: plain });
    cpSync(join(first.dir, '.pawl'), join(other.dir, '.pawl'), { recursive: true });
    for (const go of Object.values(goingOn(other, first.run, { trust: first.trust })))
      await expect(go()).rejects.toThrow('was not started here on this machine');
  });

  test('with a policy that is not the one of the run is refused', async () => {
    const house = await waiting();
    const known = await house.trust.load(house.run);
    if (!known) throw new Error('the run is not known');
    await house.trust.save({ ...known, policy_digest: 'e'.repeat(64) });
    for (const go of Object.values(goingOn(house, house.run)))
      await expect(go()).rejects.toThrow(
        `the policy in the journal of run ${house.run} is not the one it was started with`,
      );
  });

  test('is not sent commands that would wait for its owner', async () => {
    const hostile = await waiting();
    const victim = await houseWith({ files: plain });
    cpSync(join(hostile.dir, '.pawl'), join(victim.dir, '.pawl'), { recursive: true });
    await expect(victim.launch.cancel(hostile.run)).rejects.toThrow();
    await expect(victim.launch.answer(hostile.run, 'x')).rejects.toThrow();
    const lease = await victim.journal.claim(hostile.run);
    expect(await lease.inbox()).toEqual([]);
    await lease.release();
  });
});

describe('what refuses', () => {
  const unfit: Partial<LaunchParts> = {
    configured: async () => {
      throw new Unfit('no tier is left');
    },
  };

  test('does so before anything is written', async () => {
    const house = await houseWith({ files: plain });
    const noSandbox = { ...house.parts.sandbox(), unfit: async () => 'bubblewrap is missing' };
    await expect(launch(house, unfit).run('do it')).rejects.toThrow('no tier is left');
    await expect(launch(house, { sandbox: () => noSandbox }).run('do it')).rejects.toThrow('bubblewrap is missing');
    await expect(house.launch.run('  \n')).rejects.toThrow('the request is empty');
    const huge = policyWith({ tests: { ...policyWith().tests, env: { X: 'x'.repeat(9000) } } });
    const configured = async () => ({ policy: huge, keys: {}, providers: {} });
    await expect(launch(house, { configured }).run('do it')).rejects.toThrow('the configuration is too large');
    expect(await house.trust.runs()).toEqual([]);
    expect(await house.journal.runs()).toEqual([]);
  });

  test('leaves the run free for the next who comes', async () => {
    const house = await waiting();
    const world = async () => {
      throw new Unfit('no agents');
    };
    await expect(launch(house, { world }).resume(house.run)).rejects.toThrow('no agents');
    const { end } = await finished(await house.launch.resume(house.run));
    expect(end.exit_code).toBe(3);
  });

  test('an answer that nobody can read, or an unknown or ended run', async () => {
    const house = await waiting();
    await expect(house.launch.answer(house.run, '  ')).rejects.toThrow('the answer is empty');
    await expect(house.launch.answer(house.run, 'é'.repeat(4000))).rejects.toThrow('4000 bytes at most');
    await expect(house.launch.resume('nothing')).rejects.toThrow('there is no run nothing here');
    await house.launch.cancel(house.run);
    await expect(house.launch.resume(house.run)).rejects.toThrow('has ended (cancelled): there is nothing to resume');
    await expect(house.launch.answer(house.run, 'yes')).rejects.toThrow('has ended already (cancelled)');
  });
});

describe('a run', () => {
  test('is found by the beginning of its name, if that is unique', async () => {
    const house = await waiting();
    await house.launch.cancel(house.run.slice(0, -1));
    const second = await houseWithRuns(house, 2);
    await expect(house.launch.resume(second.slice(0, 3))).rejects.toThrow(/could mean .* or /);
  });

  test('whose request is too long for an event is told in full to the developer', async () => {
    const request = `make add add\n${'and do it well. '.repeat(400)}THE END`;
    const { launch: launched, assignments } = await houseWith();
    const { events, end } = await finished(await launched.run(request));
    expect(end.exit_code).toBe(0);
    expect(events[0]).toHaveProperty('request', expect.stringMatching(/^make add add[\s\S]{1500,2100} \[…\]$/));
    expect(assignments[0]?.prompt).toContain('THE END');
  });

  test('that another process works on is sent the answer', async () => {
    const house = await waiting();
    const journal = await openJournal({
      state_dir: join(house.dir, '.pawl', 'state'),
      clock: house.world.clock,
      point: () => undefined,
    });
    const lease = await journal.claim(house.run);
    const handle = await house.launch.answer(house.run, 'the first');
    expect((await finished(handle)).events).toEqual([]);
    expect((await lease.inbox()).map(({ command }) => command)).toEqual([{ kind: 'answer', text: 'the first' }]);
    expect(await house.launch.cancel(house.run)).toBe('requested');
    await lease.release();
    await journal.close();
  });
});

/** Starts runs until there are some, and names the last. */
async function houseWithRuns(house: House, count: number): Promise<string> {
  let run = '';
  for (let number = 0; number < count; number += 1)
    ({ run } = (await finished(await house.launch.run('make add add'))).end);
  return run;
}
