import { existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { attempts, cast, finish, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { right, wrong, wrongBy } from './support/projects.ts';
import { additions, branches, listing } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const always = (content: string) => turns([write('add.js', content), finish()]);
/** Fails in another way at every attempt. */
const restless = () => attempts(...Array.from({ length: 12 }, (_, index) => always(wrongBy(index + 1))));

describe.concurrent('a model that goes in circles', () => {
  test('is noticed, and the next tier gets the dossier and solves it', async ({ place }) => {
    const scene = await setting(place, cast({ small: always(wrong), large: always(right) }));
    const ended = await runSingle(place, scene);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const types = expectEvents(ended.stdout).map((event) => event.type);
    expect(types.indexOf('loop.detected')).toBeGreaterThan(0);
    expect(types.indexOf('tier.escalated')).toBe(types.indexOf('loop.detected') + 1);
    expect(ofType(ended.events, 'loop.detected')).toMatchObject([{ kind: 'same_state', attempt: 2 }]);
    expect(ofType(ended.events, 'tier.escalated')).toMatchObject([{ from: 'cheap', to: 'smart' }]);
    const [first] = scene.server.requests.filter((request) => request.model === 'large');
    expect(JSON.stringify(first?.messages)).toMatch(/What was tried[\s\S]*a \* b/);
  });

  test('ends the run with exit 1, a report and no commit when the last tier goes in circles too', async ({ place }) => {
    const scene = await setting(place, always(wrong));
    const before = listing(scene.target, additions);
    const ended = await runSingle(place, scene);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const events = expectEvents(ended.stdout);
    const story = events.map((event) => event.type).filter((type) => /^(loop|tier|handed|run\.f)/.test(type));
    expect(story).toEqual(['loop.detected', 'tier.escalated', 'loop.detected', 'handed.over', 'run.finished']);
    const last = events.at(-1);
    expect(last).toMatchObject({ status: 'failed', exit_code: 1, commits: [] });
    expect(existsSync(String(last?.report))).toBe(true);
    expect(branches(scene.target)).toEqual(['main']);
    expect(listing(scene.target, additions)).toEqual(before);

    const report = await place.pawl(['report', ended.run, ...scene.here]);
    expect(report).toMatchObject({ code: 0, stderr: expect.stringMatching(/^report: \S+report\.md\n$/) });
    expect(report.stdout).toMatch(/Needs a person/);
    expect(report.stdout).toMatch(/^\| 3 \| smart .*\| attempt 1, 2 \|$/m);
    const json = await place.pawl(['report', ended.run, ...scene.here, '--json']);
    expect(json.lines).toMatchObject([
      { status: 'failed_after_all_escalations', total_attempts: 3, tiers_used: ['cheap', 'smart'], last_commit: null },
    ]);
    expect(JSON.stringify(json.lines)).toContain('a * b');
  });

  test('that changes nothing twice is in a circle', async ({ place }) => {
    const scene = await setting(place, cast({ small: turns([finish('nothing to do')]), large: always(right) }));
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(0);
    expect(ofType(ended.events, 'loop.detected')).toMatchObject([{ kind: 'same_state', attempt: 2 }]);
  });
});

describe.concurrent('a model that fails differently every time', () => {
  for (const count of [2, 5]) {
    test(`gets exactly ${count} attempts a tier with --attempts ${count}`, async ({ place }) => {
      const scene = await setting(place, restless());
      const ended = await runSingle(place, scene, '--attempts', String(count));
      expect(ended).toMatchObject({ code: 1, stderr: '' });
      const tiers = ofType(expectEvents(ended.stdout), 'attempt.started').map((event) => event.tier);
      expect(tiers).toEqual([...Array(count).fill('cheap'), ...Array(count).fill('smart')]);
      expect(ofType(ended.events, 'loop.detected')).toEqual([]);
      expect(ended.events.at(-1)).toMatchObject({ attempts: 2 * count, commits: [] });
      expect(branches(scene.target)).toEqual(['main']);
    });
  }

  test('gets the attempts that its tier is configured to have', async ({ place }) => {
    const scene = await setting(place, restless(), { more: 'limits: { attempts_per_tier: 1 }\n' });
    const ended = await runSingle(place, scene, '--tiers', 'smart');
    expect(ofType(ended.events, 'attempt.started').map((event) => event.tier)).toEqual(['smart']);
    expect(ended.code).toBe(1);
  });
});
