import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { githubForge } from '../../../src/adapters/forge/wires/github.ts';
import { gitlabForge } from '../../../src/adapters/forge/wires/gitlab.ts';
import { bubblewrap } from '../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { places } from '../../../src/languages/registry.ts';
import { deliver } from '../../../src/rooms/deliver/deliver.ts';
import { pr } from '../../../src/rooms/deliver/pull/pr.ts';
import type { PullStage } from '../../../src/schema/run/events/forge-events.ts';
import { startGithub } from '../../adapters/forge/servers/github.ts';
import { startGitlab } from '../../adapters/forge/servers/gitlab.ts';
import { projectWith } from '../../adapters/forge/servers/store.ts';
import { put, sh, tempDir } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';
import { judgement } from '../../core/verdict.ts';
import { right } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const { kind: _, ...limits } = policyWith().sandbox;
const sandbox = bubblewrap({ equipment: places(), ...limits, env: process.env });
const makes = { github: { start: startGithub, open: githubForge }, gitlab: { start: startGitlab, open: gitlabForge } };

/** A run whose pull requests go to a forge on loopback, with a real bare repository behind it. */
async function shown(kind: 'github' | 'gitlab' = 'github', { prePush }: { prePush?: string } = {}) {
  const bare = join(tempDir(), 'remote.git');
  const tip = (branch: string) => sh(bare, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`) || null;
  const merge = (base: string, head: string) => {
    sh(bare, 'update-ref', `refs/heads/${base}`, tip(head) ?? '');
    return tip(head);
  };
  const project = projectWith({ branches: { tip, merge } });
  const server = await makes[kind].start(project);
  onTestFinished(server.close);
  const { host } = new URL(server.url);
  const address = { kind, host, project: 'acme/adder' };
  const api = kind === 'github' ? server.url : `${server.url}/api/v4`;
  const forge = makes[kind].open({ ...address, api, token: project.token, clock: systemClock() });
  const place = await placeWith({
    policy: policyWith({ strategy: 'pr', forge: address, ...(prePush && { hooks: { seconds: 20 } }) }),
    world: { forges: { open: async () => forge }, ...(prePush && { sandbox }) },
    prepare: (dir) => {
      if (prePush) put(dir, { '.git/hooks/pre-push': prePush });
      if (prePush) chmodSync(join(dir, '.git/hooks/pre-push'), 0o755);
      sh(dir, 'clone', '-q', '--bare', dir, bare);
      sh(dir, 'remote', 'add', 'origin', bare);
    },
  });
  const show = (task: string, attempt: number, stage: PullStage) =>
    place.lets((context, world) => pr({ kind: 'pr', task, attempt, stage }, context, world));
  const ends = (task: string) =>
    place.lets((context, world) => pr({ kind: 'pr', task, stage: 'outcome' }, context, world));
  const commit = (task: string, partial = false) =>
    place.lets((context, world) => deliver({ kind: 'deliver', task, attempt: 1, partial }, context, world));
  return { place, project, forge, bare, show, ends, commit };
}

test.each(['github', 'gitlab'] as const)(
  'on %s, tasks that build on each other are stacked until the lower one is merged',
  async (kind) => {
    const { place, project, forge, bare, show, ends, commit } = await shown(kind);
    const second = {
      id: 't2',
      title: 'document add',
      kind: 'docs' as const,
      acceptance: [],
      depends_on: ['t1'],
      effort_hours: 1,
    };
    place.tell({ type: 'plan.proposed', tasks: [second], forecast_usd: null, improvement: true });
    await place.attempt({ 'add.js': right });
    place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
    await show('t1', 1, 'submitted');
    await commit('t1');
    await show('t1', 1, 'approved');

    const about = { from: 'moderator', to: 'tech_lead', kind: 'TASK_ASSIGNED' } as const;
    place.tell({ type: 'message.sent', task: 't2', ...about, round: 0, ref: null, feedback: [] });
    const workspace = await place.clone.workspace('task-t2', await place.clone.treeOf(place.state.tip));
    put(workspace.dir, { 'README.md': 'add adds\n' });
    const tree = await workspace.snapshot();
    const diff_ref = await place.world.blobs.put('');
    const attempt = { task: 't2', tier: 'cheap', attempt: 1 };
    place.tell(
      { type: 'attempt.started', ...attempt, from_tree: tree, prompt_ref: null },
      {
        ...{ type: 'attempt.finished', ...attempt, tree, files: ['README.md'], insertions: 1, deletions: 0 },
        ...{ ended: 'finished', summary: 'said so', fingerprint: 'f', diff_ref },
      },
      judgement({ status: 'pass' }, { task: 't2', attempt: 1, judged_tree: tree }),
    );
    await show('t2', 1, 'submitted');
    const [lower, upper] = project.pulls;
    expect(upper).toMatchObject({ base: lower?.head, state: 'open' });
    expect(sh(bare, 'rev-list', '--count', `${lower?.head}..${upper?.head}`)).toBe('1');

    // Somebody merges the lower one on the forge while the upper one is reviewed.
    const low = await forge.pull(lower?.number ?? 0);
    await forge.merge(low.number, low.head_sha);
    await commit('t2');
    const said = await show('t2', 1, 'approved');
    expect(only(said, 'pr.merged')).toMatchObject({ task: 't1' });
    expect(upper).toMatchObject({ base: 'main', state: 'open' });
    expect((await forge.pull(upper?.number ?? 0)).draft).toBe(false);
    expect(await ends('t2')).toMatchObject([{ type: 'pr.pending', reason: 'nobody asked to merge it' }]);
    expect(place.state.tasks.map(({ pull }) => pull?.state)).toEqual(['merged', 'pending']);
  },
);

test('unfinished work becomes a draft with what is known about it, and never goes to the base branch', async () => {
  const { place, project, bare, show, ends, commit } = await shown();
  await place.attempt({ 'add.js': 'export const add = (a, b) => b + a - 0;\n' });
  place.ruled({ status: 'fail', tests: { total: 2, passed: 1, failed: 1 } });
  await commit('t1', true);
  await show('t1', 1, 'unfinished');
  expect(project.pulls).toMatchObject([{ head: 'pawl/make-add-add-wip', base: 'main', draft: true, state: 'open' }]);
  expect(project.pulls[0]?.title).toMatch(/^WIP: make add add/);
  expect(project.pulls[0]?.body).toMatch(/### Evidence[\s\S]*1 of 2/);
  expect(sh(bare, 'rev-parse', 'main')).toBe(place.target.head);
  expect(await ends('t1')).toMatchObject([{ type: 'pr.pending', reason: 'it is a draft: its task is not done' }]);
});

test('a pass whose review asked for more is never just a pass in the table of attempts', async () => {
  const { place, project, show } = await shown();
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  const breakdown = { code_quality: 10, test_coverage: 25, security: 20, documentation: 5, acceptance: 10 };
  place.tell({
    ...{ type: 'review.scored', task: 't1', attempt: 1, score: 70, breakdown, blocking: [], feedback: ['name it'] },
    ...{ decision: 'request_changes', round: 1 },
  });
  await show('t1', 1, 'submitted');
  expect(project.pulls[0]?.body).toContain('| 1 | cheap | pass, changes requested |');
});

test('a pre-push hook that refuses keeps a pull request and its branch from the forge', async () => {
  const refusing = '#!/bin/sh\nread -r ref rest; echo "not $1 $ref" >&2; exit 1\n';
  const { place, project, bare, show, commit } = await shown('github', { prePush: refusing });
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  await commit('t1');
  const said = 'the hook pre-push refuses the change (exit 1), saying "not origin refs/heads/pawl/make-add-add"';
  expect(await show('t1', 1, 'approved')).toMatchObject([
    { type: 'forge.failed', reason: 'hook', message: expect.stringContaining(said) },
    { type: 'delivery.refused', reason: 'hook' },
  ]);
  expect(project.pulls).toEqual([]);
  expect(sh(bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
});

test('a forge that cannot be asked leaves a pull request pending, and says why', async () => {
  const { place, project, show, ends, commit } = await shown();
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  await commit('t1');
  await show('t1', 1, 'approved');
  project.token = 'another';
  const [event] = await ends('t1');
  expect(event).toMatchObject({
    type: 'pr.pending',
    reason: expect.stringMatching(/could not be asked: .*401|credential/i),
  });
});
