import { describe, expect, test } from 'vitest';
import { openJournal } from '../../src/adapters/journal/journal.ts';
import { fileTrust } from '../../src/adapters/trust/trust.ts';
import { launcher } from '../../src/engine/launch/launcher.ts';
import type { Wiring } from '../../src/engine/wiring.ts';
import { ConfigError, RunOwned, Unfit } from '../../src/ports/errors.ts';
import { policyWith } from '../core/policy.ts';
import { tempDir } from '../support/temp.ts';
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
const launch = (house: House, changes: Partial<Wiring>) => launcher({ ...house.wiring, ...changes });

/** The ways to go on with a run. */
const goingOn = (house: House, run: string, changes: Partial<Wiring> = {}) => {
  const launched = launch(house, changes);
  return {
    resume: () => launched.resume(run),
    'resume the newest': () => launched.resume(),
    answer: () => launched.answer(run, 'yes'),
    cancel: () => launched.cancel(run),
  };
};

describe('going on with a run', () => {
  test('is refused once its record was cleaned away', async () => {
    const house = await waiting();
    const trust = fileTrust({ state_dir: tempDir() });
    for (const [way, go] of Object.entries(goingOn(house, house.run, { trust })))
      await expect(go(), way).rejects.toThrow(
        `run ${house.run} was removed by pawl clean and cannot continue: start it again`,
      );
    const lease = await house.journal.claim(house.run);
    expect(await lease.inbox()).toEqual([]);
    await lease.release();
  });

  test('is refused with a policy that is not the one of the run', async () => {
    const house = await waiting();
    const known = await house.trust.load(house.run);
    if (!known) throw new Error('the run is not known');
    await house.trust.save({ ...known, policy_digest: 'e'.repeat(64) });
    for (const go of Object.values(goingOn(house, house.run)))
      await expect(go()).rejects.toThrow(
        `the policy in the journal of run ${house.run} is not the one it was started with`,
      );
  });

  test('happens in the folder that it was started in, wherever the command is given', async () => {
    const house = await waiting();
    const asked: (string | undefined)[] = [];
    const elsewhere = { ...house.target, dir: `${house.dir}/sub`, scope: 'sub' };
    const target = async (folder?: string) => {
      asked.push(folder);
      return folder === house.dir ? house.target : elsewhere;
    };
    const keysFor = async (...[, , place]: Parameters<Wiring['keysFor']>) => {
      expect(place).toEqual(house.target);
      return {};
    };
    const { end } = await finished(await launch(house, { target, keysFor }).resume(house.run));
    expect(end.exit_code).toBe(3);
    expect(asked).toEqual([house.dir]);
  });

  test('is no longer possible where its folder is gone; it can still be cancelled', async () => {
    const house = await waiting();
    const target = async (folder?: string) => {
      if (folder !== undefined) throw new ConfigError(`${folder} does not exist`);
      return house.target;
    };
    const launched = launch(house, { target });
    await expect(launched.resume(house.run)).rejects.toThrow('does not exist');
    expect(await launched.cancel(house.run)).toBe('cancelled');
  });
});

describe('what refuses', () => {
  const unfit: Partial<Wiring> = {
    configured: async () => {
      throw new Unfit('no tier is left');
    },
  };

  test('does so before anything is written', async () => {
    const house = await houseWith({ files: plain });
    const noSandbox = { ...house.wiring.sandbox(), unfit: async () => 'bubblewrap is missing' };
    await expect(launch(house, unfit).run('do it')).rejects.toThrow('no tier is left');
    await expect(launch(house, { sandbox: () => noSandbox }).run('do it')).rejects.toThrow('bubblewrap is missing');
    await expect(house.launch.run('  \n')).rejects.toThrow('the request is empty');
    const huge = policyWith({ tests: { ...policyWith().tests, env: { X: 'x'.repeat(9000) } } });
    const configured = async () => ({ policy: huge, keys: {}, providers: {}, notes: [] });
    await expect(launch(house, { configured }).run('do it')).rejects.toThrow('the configuration is too large');
    expect(await house.trust.runs()).toEqual([]);
    expect(await house.journal.runs()).toEqual([]);
  });

  test('leaves the run free for the next who comes', async () => {
    const house = await waiting();
    const world = async () => {
      throw new Unfit('no agents');
    };
    const { done } = await launch(house, { world }).resume(house.run);
    await expect(done).rejects.toThrow('no agents');
    const { end } = await finished(await house.launch.resume(house.run));
    expect(end.exit_code).toBe(3);
  });

  test('an answer that nobody can read, or an unknown or ended run', async () => {
    const house = await waiting();
    await expect(house.launch.answer(house.run, '  ')).rejects.toThrow('the answer is empty');
    await expect(house.launch.answer(house.run, 'é'.repeat(4000))).rejects.toThrow('at most 4000 bytes');
    await expect(house.launch.answer(house.run, { tasks: [] })).rejects.toThrow(
      'has no plan that could be changed now',
    );
    await expect(house.launch.resume('nothing')).rejects.toThrow('there is no run nothing here');
    await house.launch.cancel(house.run);
    await expect(house.launch.resume(house.run)).rejects.toThrow('has ended (cancelled): there is nothing to resume');
    await expect(house.launch.answer(house.run, 'yes')).rejects.toThrow('has ended already (cancelled)');
  });
});

describe('a run', () => {
  test('whose lease cannot be given back lets its readers go, and says why', async () => {
    const house = await houseWith({ develop: asks, files: plain });
    const claim: typeof house.journal.claim = async (run) => {
      const lease = await house.journal.claim(run);
      const release = async () => {
        await lease.release();
        throw new Unfit('the disk is full', 'disk_full');
      };
      return { ...lease, release };
    };
    const journal = async () => ({ ...house.journal, claim });
    const handle = await launch(house, { journal }).run('make add add');
    await expect(finished(handle)).rejects.toThrow('the disk is full');
  });

  test('is found by any unique part of its name', async () => {
    const house = await waiting();
    await house.launch.cancel(house.run.slice(3, -1));
    const second = await houseWithRuns(house, 2);
    await expect(house.launch.resume(second.slice(0, 3))).rejects.toThrow(/could mean .* or /);
  });

  test('that has drawn the name of a living one draws again, and leaves its record alone', async () => {
    const house = await waiting();
    const drawn: string[] = [];
    const claim: typeof house.journal.claim = async (run) => {
      drawn.push(run);
      if (drawn.length === 1) throw new RunOwned(run, 'process 1');
      return house.journal.claim(run);
    };
    const { end } = await finished(
      await launch(house, { journal: async () => ({ ...house.journal, claim }) }).run('make add add'),
    );
    expect(end.run).toBe(drawn[1]);
    expect(await house.trust.runs()).toHaveLength(2);
    expect(await house.trust.load(drawn[0] ?? '')).toBeNull();
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
      state_dir: house.repository_state,
      clock: house.world.clock,
      point: () => undefined,
    });
    const lease = await journal.claim(house.run);
    const handle = await house.launch.answer(house.run, 'the first');
    expect((await lease.inbox()).map(({ command }) => command)).toEqual([{ kind: 'answer', text: 'the first' }]);
    expect(await house.launch.cancel(house.run)).toBe('requested');
    const watched = finished(handle);
    await lease.append({ type: 'run.resumed', owner: 'process 1' });
    await lease.release();
    // Nobody works on it any more, and it still waits: it did not complete.
    expect(await watched).toMatchObject({ types: ['run.resumed'], end: { exit_code: 3, waiting: expect.any(String) } });
    await journal.close();
  });

  test('that another process takes up just then is asked to cancel', async () => {
    const house = await waiting();
    const claim: typeof house.journal.claim = async (run) => {
      throw new RunOwned(run, 'process 1');
    };
    const journal = async () => ({ ...house.journal, claim });
    expect(await launch(house, { journal }).cancel(house.run)).toBe('requested');
    const lease = await house.journal.claim(house.run);
    expect((await lease.inbox()).map(({ command }) => command.kind)).toEqual(['cancel']);
    await lease.release();
  });

  test('that another process works on can be left, and is not stopped by that', async () => {
    const house = await waiting();
    const lease = await house.journal.claim(house.run);
    const handle = await house.launch.watch(house.run, 0);
    const watched = finished(handle);
    handle.stop();
    const { types, end } = await watched;
    expect(types).toContain('handed.over');
    expect(end.exit_code).toBe(3);
    await lease.append({ type: 'run.resumed', owner: 'process 1' });
    await lease.release();
  });

  test('takes one answer to a question: a later one to the same question is refused, and nothing of it is sent', async () => {
    const house = await waiting();
    const { events } = await finished(await house.launch.watch(house.run, 0));
    const asked = events.find(({ type }) => type === 'handed.over')?.seq ?? 0;
    await finished(await house.launch.answer(house.run, 'the first', asked));
    await expect(house.launch.answer(house.run, 'yes', asked)).rejects.toThrow(
      'Not sent: the question was already answered in another terminal.',
    );
    const lease = await house.journal.claim(house.run);
    expect(await lease.inbox()).toEqual([]);
    await lease.release();
    const second = await finished(await house.launch.watch(house.run, 0));
    expect(second.events.filter(({ type }) => type === 'answer.given')).toHaveLength(1);
  });
});

/** Starts runs until there are some, and names the last. */
async function houseWithRuns(house: House, count: number): Promise<string> {
  let run = '';
  for (let number = 0; number < count; number += 1)
    ({ run } = (await finished(await house.launch.run('make add add'))).end);
  return run;
}
