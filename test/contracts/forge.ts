import { describe, expect, it } from 'vitest';
import type { Forge, Proposal } from '../../src/ports/outside/forge.ts';
import { addIssue, type Project, said } from '../adapters/forge/servers/store.ts';

export interface ForgeStage {
  forge: Forge;
  /** What the other side holds; null for one that is on this machine. */
  project: Project | null;
  /** Puts a branch at a commit, as a push does. */
  push(branch: string, sha: string): void;
}

const marker = '<!-- pawl run=r1 task=t1 -->';
const proposal = (changes: Partial<Proposal> = {}): Proposal => ({
  ...{ head: 'pawl/make-it-add', base: 'main', title: 'fix: make it add', draft: true, marker },
  body: `What it does.\n\n${marker}\n`,
  ...changes,
});
const first = '1'.repeat(40);
const second = '2'.repeat(40);

/** What every forge promises. `open` makes one whose only branch is main. */
export function forgeContract(name: string, open: () => Promise<ForgeStage>): void {
  const staged = async () => {
    const stage = await open();
    stage.push('pawl/make-it-add', first);
    return stage;
  };

  describe(`the forge contract, kept by ${name}`, () => {
    it('opens a draft, which reads back as it was opened', async () => {
      const { forge } = await staged();
      const pull = await forge.open(proposal());
      const { marker: _marker, ...rest } = proposal();
      expect(pull).toMatchObject({ ...rest, state: 'open', head_sha: first });
      expect(await forge.pull(pull.number)).toEqual(pull);
      expect(await forge.pulls()).toEqual([pull]);
      expect(pull.url).toContain(String(pull.number));
    });

    it('says which branches its rules keep, where it has rules', async () => {
      const { forge, project } = await staged();
      expect([await forge.protects('main'), await forge.protects('no/such branch')]).toEqual([false, false]);
      if (project === null) return;
      project.protected.push('main');
      expect([await forge.protects('main'), await forge.protects('pawl/make-it-add')]).toEqual([true, false]);
    });

    it('opens one pull request, however often it is asked', async () => {
      const { forge } = await staged();
      const pull = await forge.open(proposal());
      expect(await forge.open(proposal())).toEqual(pull);
      expect(await forge.open(proposal({ title: 'another title' }))).toEqual(pull);
      expect(await forge.pulls()).toHaveLength(1);
    });

    it('finds by branch and marker, in any state, and else what is open on the branch', async () => {
      const { forge, push } = await staged();
      push('other', second);
      const pull = await forge.open(proposal());
      const other = await forge.open(proposal({ head: 'other', body: 'by hand', marker: 'none' }));
      expect(await forge.find('pawl/make-it-add', marker)).toEqual(pull);
      expect(await forge.find('other', marker)).toEqual(other);
      expect(await forge.find('nowhere', marker)).toBeNull();
      await forge.close(other.number);
      expect(await forge.find('other', marker)).toBeNull();
      const closed = await forge.close(pull.number);
      expect(closed.state).toBe('closed');
      expect(await forge.find('pawl/make-it-add', marker)).toEqual(closed);
    });

    it('updates title, body and base, and stays a draft until it is said to be ready', async () => {
      const { forge, push } = await staged();
      push('next', second);
      const { number } = await forge.open(proposal());
      const changed = { title: 'fix: another', body: `More.\n\n${marker}\n`, base: 'next' };
      expect(await forge.update(number, changed)).toMatchObject({ ...changed, draft: true });
      expect(await forge.update(number, { draft: false })).toMatchObject({ ...changed, draft: false });
      expect(await forge.pull(number)).toMatchObject({ ...changed, draft: false });
      expect(await forge.update(number, { draft: false })).toMatchObject({ draft: false });
    });

    it('sees that a branch was pushed again', async () => {
      const { forge, push } = await staged();
      const { number } = await forge.open(proposal());
      push('pawl/make-it-add', second);
      expect((await forge.pull(number)).head_sha).toBe(second);
    });

    it('merges what is ready, at the commit that was meant, once', async () => {
      const { forge, push } = await staged();
      const { number } = await forge.open(proposal());
      await expect(forge.merge(number, first)).rejects.toMatchObject({ reason: 'not_mergeable' });
      await forge.update(number, { draft: false });
      push('pawl/make-it-add', second);
      await expect(forge.merge(number, first)).rejects.toMatchObject({ reason: 'conflict' });
      expect((await forge.pull(number)).state).toBe('open');
      expect((await forge.merge(number, second)).state).toBe('merged');
      expect((await forge.merge(number, second)).state).toBe('merged');
      expect((await forge.close(number)).state).toBe('merged');
    });

    it('closes once', async () => {
      const { forge } = await staged();
      const { number } = await forge.open(proposal());
      expect((await forge.close(number)).state).toBe('closed');
      expect((await forge.close(number)).state).toBe('closed');
    });

    it('says which pull request is not there', async () => {
      const { forge } = await staged();
      await expect(forge.pull(4711)).rejects.toMatchObject({ name: 'PawlError', reason: 'not_found', exitCode: 2 });
    });

    it('keeps hostile text as text', async () => {
      const { forge, project } = await staged();
      const hostile = '$(id) `id` "quoted" \u202e ../../x\n<script>alert(1)</script>';
      const { number } = await forge.open(proposal({ body: `${hostile}\n${marker}` }));
      expect((await forge.pull(number)).body).toBe(`${hostile}\n${marker}`);
      if (project) expect(project.pulls).toHaveLength(1);
    });

    it('comments on a pull request once for each marker', async () => {
      const { forge, project } = await staged();
      const { number } = await forge.open(proposal());
      const on = { kind: 'pull' as const, number };
      const url = await forge.comment(on, 'Round 1 <!-- r1 -->', '<!-- r1 -->');
      expect(await forge.comment(on, 'Round 1 <!-- r1 -->', '<!-- r1 -->')).toBe(url);
      await forge.comment(on, 'Round 2 <!-- r2 -->', '<!-- r2 -->');
      if (project) expect(project.pulls[0]?.comments.map(({ body }) => body)).toHaveLength(2);
    });
  });
}

/** What every forge behind a wire promises besides. */
export function wireContract(name: string, open: () => Promise<ForgeStage & { project: Project }>): void {
  describe(`a forge behind a wire: ${name}`, () => {
    it('gives an issue with all its comments, those of many pages too', async () => {
      const { forge, project } = await open();
      project.page = 2;
      const comments = ['one', 'two', 'three', 'four', 'five'].map((body) => said('bob', body));
      const { number } = addIssue(project, { title: 'It subtracts', body: 'add(2, 3) is -1', comments });
      const issue = await forge.issue(number);
      expect(issue).toMatchObject({
        number,
        title: 'It subtracts',
        body: 'add(2, 3) is -1',
        author: 'ann',
        state: 'open',
      });
      expect(issue.comments.map(({ author, body }) => `${author}: ${body}`)).toEqual(
        ['one', 'two', 'three', 'four', 'five'].map((body) => `bob: ${body}`),
      );
      expect(issue.url).toContain(`/issues/${number}`);
    });

    it('comments on an issue once, also where the answer was lost', async () => {
      const { forge, project } = await open();
      const { number } = addIssue(project, {});
      project.trouble.push({ about: /^POST .*(comments|notes)/, how: 'lost', times: 1 });
      const url = await forge.comment({ kind: 'issue', number }, 'Done <!-- m -->', '<!-- m -->');
      expect(url).toMatch(/#(?:issuecomment-|note_)\d+$/);
      expect(project.issues[0]?.comments).toHaveLength(1);
    });

    it('opens one pull request where the answer was lost, and where the connection was refused', async () => {
      const { forge, project, push } = await open();
      push('pawl/make-it-add', first);
      project.trouble.push({ about: /^POST .*(pulls|merge_requests)$/, how: 'lost', times: 1 });
      await forge.open(proposal());
      expect(project.pulls).toHaveLength(1);
      push('other', second);
      project.trouble.push({ about: /^POST .*(pulls|merge_requests)$/, how: 'refused', times: 2 });
      await forge.open(proposal({ head: 'other' }));
      expect(project.pulls).toHaveLength(2);
    });

    it('merges once where the answer was lost', async () => {
      const { forge, project, push } = await open();
      push('pawl/make-it-add', first);
      const { number } = await forge.open(proposal({ draft: false }));
      project.trouble.push({ about: /\/merge$/, how: 'lost', times: 1 });
      expect((await forge.merge(number, first)).state).toBe('merged');
    });

    it('tries reading again while the forge is down, and then says so', async () => {
      const { forge, project } = await open();
      project.trouble.push({ about: /^GET/, how: { status: 503, body: { message: 'down' } }, times: 3 });
      expect(await forge.pulls()).toEqual([]);
      expect(project.requests).toHaveLength(4);
      project.trouble.push({ about: /^GET/, how: { status: 502 }, times: 99 });
      await expect(forge.pulls()).rejects.toMatchObject({ reason: 'unavailable', status: 502, exitCode: 8 });
    });

    it.each([
      [401, 'unauthorised'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [409, 'conflict'],
      [422, 'invalid'],
    ])('a %i is %s, is not tried again, and does not repeat the token', async (status, reason) => {
      const { forge, project } = await open();
      const body = { message: `no, not with ${project.token}` };
      project.trouble.push({ about: /./, how: { status, body }, times: 1 });
      const error = await forge.pulls().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ reason, status });
      expect(String(error)).not.toContain(project.token);
      expect(project.requests).toHaveLength(1);
    });

    it('says that the token is wrong', async () => {
      const { forge, project } = await open();
      project.token = 'another';
      await expect(forge.pulls()).rejects.toMatchObject({
        reason: 'unauthorised',
        message: expect.stringMatching(/token/),
      });
    });

    it('waits as a rate limit says, and not for one that takes too long', async () => {
      const { forge, project } = await open();
      project.trouble.push({ about: /./, how: { status: 429, headers: { 'retry-after': '7' } }, times: 1 });
      expect(await forge.pulls()).toEqual([]);
      project.trouble.push({ about: /./, how: { status: 429, headers: { 'retry-after': '3600' } }, times: 1 });
      await expect(forge.pulls()).rejects.toMatchObject({
        reason: 'rate_limited',
        message: expect.stringContaining('3600 s'),
      });
    });

    it('names what is wrong with an answer that makes no sense', async () => {
      const { forge, project } = await open();
      project.trouble.push({ about: /./, how: { status: 200, body: { odd: true } }, times: 1 });
      await expect(forge.pulls()).rejects.toMatchObject({ reason: 'malformed' });
      project.trouble.push({ about: /./, how: { status: 200, body: [{ number: 'x' }] }, times: 1 });
      await expect(forge.pulls()).rejects.toMatchObject({ reason: 'malformed' });
    });

    it('follows no redirect and no next page to another host', async () => {
      const { forge, project } = await open();
      const elsewhere = 'http://localhost:9/steal';
      project.trouble.push({ about: /./, how: { status: 302, headers: { location: elsewhere } }, times: 1 });
      await expect(forge.pulls()).rejects.toMatchObject({ reason: 'malformed' });
      const link = { link: `<${elsewhere}>; rel="next"` };
      project.trouble.push({ about: /./, how: { status: 200, body: [], headers: link }, times: 1 });
      expect(await forge.find('x', 'y')).toBeNull();
    });

    it('follows a redirect on the same host', async () => {
      const { forge, project } = await open();
      await forge.pulls();
      const [{ path = '', query = new URLSearchParams() } = {}] = project.requests;
      project.trouble.push({ about: /./, how: { status: 307, headers: { location: `${path}?${query}` } }, times: 1 });
      expect(await forge.pulls()).toEqual([]);
    });
  });
}
