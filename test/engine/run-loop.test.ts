import { describe, expect, test } from 'vitest';
import type { EventOf, EventType, Recorded } from '../../src/schema/run/event.ts';
import { policyWith, tier } from '../core/policy.ts';
import { adder, type Doing, finished, houseWith, readReport, right, untilStopped, wrong } from './house.ts';

const ofType = <T extends EventType>(events: Recorded[], type: T) =>
  events.filter((event): event is Recorded<EventOf<T>> => event.type === type);
const solves: Doing = async () => ({ files: { 'add.js': right } });
const byTier =
  (doings: Record<string, Doing>): Doing =>
  (assignment, signal) =>
    (doings[assignment.tier.name] ?? solves)(assignment, signal);

describe('a run', () => {
  test('that is solved ends with one commit of the judged tree on a branch of its own', async () => {
    const { launch, git, target } = await houseWith();
    const { events, end, types } = await finished(await launch.run('make add add'));
    expect(end).toMatchObject({ exit_code: 0, waiting: null, interrupted: false });
    expect(types[0]).toBe('run.started');
    expect(types.at(-1)).toBe('run.finished');
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    const [commit] = ofType(events, 'commit.created');
    const [verdict] = ofType(events, 'verdict.reached');
    expect(git('rev-list', `${target.head}..pawl/make-add-add`)).toBe(commit?.sha);
    expect(git('rev-parse', 'pawl/make-add-add^{tree}')).toBe(verdict?.judged_tree);
    expect(git('show', 'pawl/make-add-add:add.js')).toBe(right.trim());
    expect(git('status', '--porcelain')).toBe('');
    expect(git('rev-parse', 'HEAD')).toBe(target.head);
  });

  test('that goes in circles moves to the next tier, which gets the dossier', async () => {
    const { launch, assignments } = await houseWith({
      develop: byTier({ cheap: async () => ({ files: { 'add.js': wrong } }) }),
    });
    const { events, end } = await finished(await launch.run('make add add'));
    expect(end.exit_code).toBe(0);
    expect(ofType(events, 'loop.detected')).toMatchObject([{ attempt: 2, kind: 'same_state' }]);
    expect(ofType(events, 'tier.escalated')).toMatchObject([
      { from: 'cheap', to: 'smart', reason: 'attempt 2 made the same change as attempt 1' },
    ]);
    expect(assignments.map((each) => each.tier.name)).toEqual(['cheap', 'cheap', 'smart']);
    expect(assignments[2]?.prompt).toContain('What was tried: do not repeat it');
    expect(assignments[2]?.prompt).toContain('a + 2 * b');
  });

  test('that is never solved uses every attempt of every tier, leaves a report and commits nothing', async () => {
    let count = 0;
    const develop: Doing = async () => ({
      files: { 'add.js': `${wrong}// ${'x'.repeat(++count)}\nexport const n = ${count};\n` },
    });
    const policy = policyWith({ tiers: [tier('cheap', 2), tier('smart', 1)] });
    const { launch, repository_state, git, target } = await houseWith({ develop, policy });
    const { events, end } = await finished(await launch.run('make add add'));
    expect(end.exit_code).toBe(1);
    expect(ofType(events, 'attempt.started').map((event) => event.tier)).toEqual(['cheap', 'cheap', 'smart']);
    expect(ofType(events, 'commit.created')).toEqual([]);
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
    expect(git('rev-parse', 'HEAD')).toBe(target.head);
    const report = JSON.parse(readReport(repository_state, end.run, 'report.json'));
    expect(report).toMatchObject({ status: 'failed_after_all_escalations', total_attempts: 3, last_commit: null });
  });

  test('that gets better but not good keeps the best of it, once, on a branch for unfinished work', async () => {
    const files = {
      ...adder,
      'test/more.test.js': (adder['test/add.test.js'] ?? '').replaceAll("'adds'", "'adds more'").replace('3)', '4)'),
    };
    const { launch, git, repository_state } = await houseWith({
      files,
      policy: policyWith({ tiers: [tier('cheap', 1)] }),
    });
    const { events, end } = await finished(await launch.run('make add add'));
    expect(end.exit_code).toBe(1);
    const kept = ofType(events, 'commit.created');
    expect(kept).toMatchObject([{ branch: 'pawl/make-add-add-wip', partial: true }]);
    expect(git('log', '-1', '--format=%s', 'pawl/make-add-add-wip')).toBe('WIP: make add add');
    expect(JSON.parse(readReport(repository_state, end.run, 'report.json'))).toMatchObject({
      last_commit: kept[0]?.sha,
    });
  });

  test('that tampers with its tests is judged without them, told so, and starts again from base', async () => {
    const cheat = 'import { test } from "node:test"; test("adds", () => undefined);\n';
    const { launch, assignments } = await houseWith({
      develop: async ({ attempt }) => ({ files: attempt === 1 ? { 'test/add.test.js': cheat } : { 'add.js': right } }),
    });
    const { events, end } = await finished(await launch.run('make add add'));
    expect(end.exit_code).toBe(0);
    expect(ofType(events, 'integrity.violated')).toMatchObject([{ files: ['test/add.test.js'], attempt: 1 }]);
    expect(assignments[1]?.prompt).toContain('You start again from the original code.');
    expect(ofType(events, 'attempt.started')[1]?.from_tree).toBe(ofType(events, 'baseline.measured')[0]?.tree);
  });

  test('whose developer breaks three times fails with a report', async () => {
    const { launch, assignments } = await houseWith({
      develop: async () => {
        throw new Error('the developer exploded');
      },
    });
    const { events, end } = await finished(await launch.run('make add add'));
    expect(end.exit_code).toBe(1);
    expect(assignments).toHaveLength(3);
    const errors = ofType(events, 'step.finished').flatMap((event) => (event.error ? [event.error] : []));
    expect(errors).toHaveLength(3);
    expect(errors[0]).toEqual({ reason: 'internal', message: 'internal error: the developer exploded', exit_code: 1 });
    expect(ofType(events, 'run.finished')[0]?.report).toMatch(/report\.md$/);
  });

  test('of which only a plan was asked for ends with the plan, and goes on when resumed', async () => {
    const { launch, assignments } = await houseWith();
    const plan = await finished(await launch.plan('make add add'));
    expect(plan.end).toMatchObject({ exit_code: 0, interrupted: false });
    expect(ofType(plan.events, 'plan.proposed')).toHaveLength(1);
    expect(assignments).toEqual([]);
    const { end } = await finished(await launch.resume(plan.end.run));
    expect(end.exit_code).toBe(0);
  });
});

describe('a person', () => {
  const asks: Doing = async ({ prompt }) =>
    prompt.includes('use plus') ? { files: { 'add.js': right } } : { ended: 'hand_over', summary: 'Plus or minus?' };

  test('is asked by the top tier, and the answer goes to it', async () => {
    const { launch } = await houseWith({ develop: asks });
    const first = await finished(await launch.run('make add add'));
    expect(first.end).toMatchObject({ exit_code: 3, waiting: 'Plus or minus?' });
    const second = await finished(await launch.answer(first.end.run, 'use plus'));
    expect(second.end).toMatchObject({ exit_code: 0, waiting: null });
    expect(second.types.slice(0, 2)).toEqual(['run.resumed', 'answer.given']);
  });

  test('who cancels from elsewhere stops the work at hand', async () => {
    let working: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      working = resolve;
    });
    const { launch, journal } = await houseWith({
      develop: async (_, signal) => {
        working();
        return untilStopped(signal);
      },
    });
    const handle = await launch.run('make add add');
    const ending = finished(handle);
    await begun;
    await journal.send(handle.run, { kind: 'cancel', reason: 'not like this' });
    const { events, end } = await ending;
    expect(end.exit_code).toBe(4);
    expect(ofType(events, 'run.finished')).toMatchObject([{ status: 'cancelled', reason: 'not like this' }]);
    expect(ofType(events, 'step.finished').find((event) => event.step === 'develop')?.error).toBeNull();
  });

  test('who cancels a run that nobody works on needs neither keys nor a sandbox for it', async () => {
    const { launch, wiring } = await houseWith({ develop: asks });
    const { end } = await finished(await launch.run('make add add'));
    const { launcher } = await import('../../src/engine/launch/launcher.ts');
    const poor = launcher({
      ...wiring,
      keysFor: async () => {
        throw new Error('the key is gone');
      },
      sandbox: () => ({ ...wiring.sandbox(), unfit: async () => 'no bubblewrap' }),
    });
    expect(await poor.cancel(end.run)).toBe('cancelled');
    await expect(poor.cancel(end.run)).rejects.toThrow(`run ${end.run} has ended already (cancelled)`);
  });

  test('who stops it can resume it: the attempt goes on with its number and its tree', async () => {
    let stop: () => void = () => undefined;
    const { launch, assignments } = await houseWith({
      develop: async ({ workspace, attempt }, signal) => {
        if (assignments.length > 1) return { files: { 'add.js': right } };
        await workspace.write('half.txt', `${attempt}`);
        stop();
        return untilStopped(signal);
      },
    });
    const handle = await launch.run('make add add');
    stop = handle.stop;
    const first = await finished(handle);
    expect(first.end).toMatchObject({ exit_code: 4, interrupted: true });
    expect(first.types.at(-1)).toBe('step.finished');
    const second = await finished(await launch.resume());
    expect(second.end.exit_code).toBe(0);
    expect(assignments.map((each) => each.attempt)).toEqual([1, 1]);
    expect(ofType(second.events, 'attempt.started')).toEqual([]);
    expect(ofType(second.events, 'attempt.finished')[0]?.files).toEqual(['add.js']);
    await expect(launch.resume()).rejects.toThrow('there is no unfinished run to resume');
  });
});

describe('time', () => {
  test('that is used up stops the work and ends the run with 6', async () => {
    const policy = policyWith({ limits: { run_minutes: 1 / 60 } });
    const { launch } = await houseWith({ policy, develop: (_, signal) => untilStopped(signal) });
    const command = (run: string) => `pawl resume ${run} --timeout 1`;
    const { events, end } = await finished(await launch.run('make add add'));
    expect(end.exit_code).toBe(6);
    expect(ofType(events, 'run.finished')[0]).toMatchObject({ status: 'timed_out', next: command(end.run) });
    // It has ended, so it is resumed by name, with more time: the refusal says how.
    await expect(launch.resume()).rejects.toThrow(
      `there is no unfinished run to resume; run ${end.run} stopped at its time limit: ${command(end.run)}`,
    );
  });
});
