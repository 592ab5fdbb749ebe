import { describe, expect } from 'vitest';
import { javascriptSeeds } from '../repair/seeds-javascript.ts';
import { pythonSeeds } from '../repair/seeds-python.ts';
import { projectOf } from '../repair/stage.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, promptOf, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { commitsOn, git } from './support/repo.ts';

const branch = 'pawl/fix-the-failing-tests';
const alone = 'tiers: [{ name: repair, developer: repair }]\n';

function repairIn(place: Place, target: string, config: string, request = 'fix the failing tests') {
  const file = place.file('pawl.yaml', config);
  const here = ['--target', target, '--config', file, '--json'];
  return { here, ended: place.pawl(['run', request, ...here, '--yes', '--plan', 'single']) };
}

const seedOf = (name: string) => {
  const seed = { ...javascriptSeeds, ...pythonSeeds }[name];
  if (!seed) throw new Error(`there is no seed ${name}`);
  return seed;
};

describe.concurrent('pawl run --tiers repair', () => {
  test('commits a repaired line for nothing, without a model, and shows what it did', async ({ place }) => {
    const target = place.repo(adder);
    const { here, ended } = repairIn(place, target, alone);
    const { code, stdout, stderr, run } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const events = expectEvents(stdout);
    expect(events.at(-1)).toMatchObject({ status: 'completed', tier: 'repair', attempts: 1, usd: 0 });
    expect(ofType(events, 'model.called')).toEqual([]);
    expect(ofType(events, 'verdict.reached')).toMatchObject([{ verdict: { status: 'pass', tests: { fixed: 1 } } }]);
    expect(commitsOn(target, branch)).toHaveLength(1);
    expect(git(target, 'show', `${branch}:add.js`)).toBe(right);
    expect(git(target, 'diff', '--name-status', `main..${branch}`)).toBe('M\tadd.js\n');

    const log = await place.pawl(['log', run, '--attempt', '1', ...here.slice(0, 4)]);
    expect(log.code).toBe(0);
    expect(log.stdout).toContain('localise');
    expect(log.stdout).toContain('add.js:2: export const add = (a, b) => a - b; → export');
  });

  for (const name of ['py: end of a range', 'js: comparator that tells a truth']) {
    test(`gives what the judge passes: ${name}`, async ({ place }) => {
      const seed = seedOf(name);
      const target = place.repo(projectOf(seed));
      const { code, events } = await repairIn(place, target, alone).ended;
      expect(code).toBe(0);
      expect(ofType(events, 'commit.created')).toHaveLength(1);
      expect(git(target, 'show', `${branch}:lib.${seed.language}`)).toBe(seed.code);
    });
  }

  test('hands what it cannot repair to the next tier, which begins at base', async ({ place }) => {
    const files = { ...adder, 'add.js': 'export const add = () => undefined;\n' };
    const target = place.repo(files);
    const server = await place.models((request) => {
      const prompt = promptOf(request);
      if (!prompt.includes('small edit')) throw new Error('what was tried is missing');
      if (!prompt.includes('Most suspicious: add.js:1')) throw new Error('what is suspicious is missing');
      return turns([write('add.js', right), finish()])(request);
    });
    const { ended } = repairIn(
      place,
      target,
      `providers:
  local: { api: openai, base_url: "${server.url}", api_key_env: LOCAL_KEY }
tiers:
  - { name: repair, developer: repair }
  - { name: cheap, model: local/small, price: { input: 0.3, output: 1.2 } }
`,
    );
    const { code, events } = await ended;
    expect(code).toBe(0);
    expect(ofType(events, 'tier.escalated')).toMatchObject([{ from: 'repair', to: 'cheap' }]);
    const [first, second] = ofType(events, 'attempt.started');
    expect(second?.from_tree).toBe(first?.from_tree);
    expect(ofType(events, 'verdict.reached')).toHaveLength(1);
    expect(git(target, 'show', `${branch}:add.js`)).toBe(right);
  });

  test('ends without a commit where nobody else is left, and asks no person', async ({ place }) => {
    const target = place.repo(adder);
    const { code, events } = await repairIn(place, target, alone, 'add a dark mode').ended;
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('repair skipped'),
      next: 'pawl setup',
    });
    expect(ofType(events, 'handed.over')).toMatchObject([{ question: null }]);
    expect(git(target, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').trim()).toBe('main');
  });
});
