import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { localForge } from '../../../src/adapters/forge/local.ts';
import { giteaForge } from '../../../src/adapters/forge/wires/gitea.ts';
import { githubForge } from '../../../src/adapters/forge/wires/github.ts';
import { gitlabForge } from '../../../src/adapters/forge/wires/gitlab.ts';
import type { WireOptions } from '../../../src/adapters/forge/wires/options.ts';
import type { Forge } from '../../../src/ports/outside/forge.ts';
import { type ForgeStage, forgeContract, wireContract } from '../../contracts/forge.ts';
import { handClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp.ts';
import { startGitea } from './servers/gitea.ts';
import { startGithub } from './servers/github.ts';
import { startGitlab } from './servers/gitlab.ts';
import { addIssue, type Forged, mapped, type Project, projectWith } from './servers/store.ts';

const servers: Forged[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

type Stage = ForgeStage & { project: Project; clock: ReturnType<typeof handClock> };

function staging(start: (project: Project) => Promise<Forged>, make: (options: WireOptions) => Forge, path: string) {
  return async (): Promise<Stage> => {
    const branches = mapped(new Map([['main', 'a'.repeat(40)]]));
    const project = projectWith({ branches });
    const server = await start(project);
    servers.push(server);
    const clock = handClock();
    const { host } = new URL(server.url);
    const { token } = project;
    const forge = make({ host, project: 'acme/adder', api: `${server.url}${path}`, token, clock });
    return { forge, project, clock, push: branches.set };
  };
}

const stages = {
  GitHub: staging(startGithub, githubForge, ''),
  GitLab: staging(startGitlab, gitlabForge, '/api/v4'),
  Gitea: staging(startGitea, giteaForge, '/api/v1'),
};

for (const [name, open] of Object.entries(stages)) {
  forgeContract(name, open);
  wireContract(name, open);
}

function localStage() {
  const branches = mapped(new Map([['main', 'a'.repeat(40)]]));
  const dir = `${tempDir()}/pulls`;
  const forge = localForge({
    dir,
    point: () => undefined,
    tip: async (branch) => branches.tip(branch),
    merge: async ({ base, head }) => void branches.merge(base, head),
  });
  return { dir, forge, project: null, push: branches.set };
}

forgeContract('local records', async () => localStage());

describe('local records', () => {
  const proposal = (head: string) => ({
    head,
    base: 'main',
    title: head,
    body: head,
    draft: true,
    marker: `<${head}>`,
  });

  it('of two tasks that are shown at the same time are two', async () => {
    const { forge, push } = localStage();
    const heads = ['one', 'two', 'three'];
    for (const head of heads) push(head, 'b'.repeat(40));
    const opened = await Promise.all(heads.map((head) => forge.open(proposal(head))));
    for (const { number, head } of opened) expect(await forge.pull(number)).toMatchObject({ number, head });
    expect((await forge.pulls()).map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it('name the file of comments that is damaged', async () => {
    const { dir, forge, push } = localStage();
    push('one', 'b'.repeat(40));
    const { number } = await forge.open(proposal('one'));
    for (const text of ['{', '{"a": 1}', '[1]']) {
      writeFileSync(join(dir, `${number}.comments.json`), text);
      await expect(forge.comment({ kind: 'pull', number }, 'body', '<marker>')).rejects.toThrow(
        `the record ${dir}/${number}.comments.json cannot be read`,
      );
    }
  });
});

describe('GitHub', () => {
  it('takes a 403 with no requests left for a rate limit and waits until it resets', async () => {
    const { forge, project, clock } = await stages.GitHub();
    const reset = String(clock.now() / 1000 + 20);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    project.trouble.push({ about: /./, how: { status: 403, headers }, times: 1 });
    const before = clock.now();
    expect(await forge.pulls()).toEqual([]);
    expect(clock.now() - before).toBe(20_000);
    const body = { message: 'You have exceeded a secondary rate limit.' };
    project.trouble.push({ about: /./, how: { status: 403, body }, times: 1 });
    expect(await forge.pulls()).toEqual([]);
    expect(clock.now() - before).toBe(80_000);
  });

  it('opens a pull request that is no draft where the plan has no drafts', async () => {
    const { forge, project, push } = await stages.GitHub();
    push('x', '1'.repeat(40));
    const body = { message: 'Draft pull requests are not supported in this repository.' };
    project.trouble.push({ about: /^POST .*pulls$/, how: { status: 422, body }, times: 1 });
    const opened = await forge.open({ head: 'x', base: 'main', title: 't', body: 'm', draft: true, marker: 'm' });
    expect(opened.draft).toBe(false);
  });

  it('merges in another way where the first is not allowed', async () => {
    const { forge, project, push } = await stages.GitHub();
    push('x', '1'.repeat(40));
    const { number } = await forge.open({ head: 'x', base: 'main', title: 't', body: 'm', draft: false, marker: 'm' });
    const body = { message: 'Merge commits are not allowed on this repository.' };
    project.trouble.push({ about: /merge$/, how: { status: 405, body }, times: 1 });
    expect((await forge.merge(number, '1'.repeat(40))).state).toBe('merged');
    expect(project.requests.filter(({ method }) => method === 'PUT').at(-1)?.body.merge_method).toBe('squash');
  });

  it('does not take a pull request for an issue', async () => {
    const { forge, push } = await stages.GitHub();
    push('x', '1'.repeat(40));
    const { number } = await forge.open({ head: 'x', base: 'main', title: 't', body: 'm', draft: false, marker: 'm' });
    await expect(forge.issue(number)).rejects.toThrow(/is a pull request, not an issue/);
  });
});

describe('Gitea and GitLab', () => {
  it('Gitea is asked again while it looks for conflicts', async () => {
    const { forge, project, push } = await stages.Gitea();
    push('x', '1'.repeat(40));
    const { number } = await forge.open({ head: 'x', base: 'main', title: 't', body: 'm', draft: false, marker: 'm' });
    project.trouble.push({
      about: /merge$/,
      how: { status: 405, body: { message: 'Please try again later' } },
      times: 2,
    });
    expect((await forge.merge(number, '1'.repeat(40))).state).toBe('merged');
  });

  it('titles carry the draft, and people see them without it', async () => {
    for (const [name, prefix] of [
      ['GitLab', 'Draft: '],
      ['Gitea', 'WIP: '],
    ] as const) {
      const { forge, project, push } = await stages[name]();
      push('x', '1'.repeat(40));
      const { number, title } = await forge.open({
        head: 'x',
        base: 'main',
        title: 't',
        body: 'm',
        draft: true,
        marker: 'm',
      });
      expect([title, project.pulls[0]?.title]).toEqual(['t', `${prefix}t`]);
      await forge.update(number, { title: 'u' });
      expect(project.pulls[0]?.title).toBe(`${prefix}u`);
      await forge.update(number, { draft: false });
      expect(project.pulls[0]?.title).toBe('u');
    }
  });

  it("GitLab's own notes are no comments", async () => {
    const { forge, project } = await stages.GitLab();
    const comments = [{ id: 1, author: 'ann', body: 'changed the milestone', system: true }];
    const { number } = addIssue(project, { comments });
    expect((await forge.issue(number)).comments).toEqual([]);
  });
});
