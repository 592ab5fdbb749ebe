import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { addIssue } from '../adapters/forge/servers/store.ts';
import { ofType } from './support/contract.ts';
import { recover, stateOf } from './support/crash.ts';
import { type HostedForge, hostForge } from './support/forge.ts';
import { finish, ladder, promptOf, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { git } from './support/repo.ts';

const ours = expect.stringMatching(/^pawl\/add-subtracts-issue-1/);
/** It passes the tests, and the review refuses it. */
const dangerous = '/** The sum. */\nexport const add = (a, b) => eval(String(a)) + b;\n';

const pages = { github: 'pull', gitea: 'pulls', gitlab: '-/merge_requests' };
/** `PAWL_SWEEP=all` takes GitLab and every point, too. */
const isWhole = process.env.PAWL_SWEEP === 'all';
const kinds = isWhole ? (['github', 'gitea', 'gitlab'] as const) : (['github', 'gitea'] as const);
const some: Record<string, number[]> = { 'forge.': [2, 14] };

/** A change that the review sends back once. */
async function scene(place: Place, name: string, kind: 'github' | 'gitea' | 'gitlab') {
  const target = place.repo(adder);
  const forge: HostedForge = await hostForge(place.dir, target, kind);
  addIssue(forge.project, { title: 'add() subtracts' });
  const server = await place.models((request) =>
    turns([write('add.js', promptOf(request).includes('eval') ? right : dangerous), finish()])(request),
  );
  const here = ['--target', target, '--config', place.file(`${name}.yaml`, ladder(server.url, forge.config)), '--json'];
  const start = ['run', '--issue', '1', '--strategy', 'pr', ...here, '--yes', '--plan', 'single'];
  return { target, server, here, start, resume: ['resume', ...here, '--yes'], forge };
}

describe('strategy pr', () => {
  for (const kind of kinds) {
    test(`on ${kind}: an issue becomes a draft, a round of feedback, a ready pull request, a merge and an undo`, async ({
      place,
      onTestFinished,
    }) => {
      const { target, here, start, forge } = await scene(place, kind, kind);
      onTestFinished(forge.close);
      const ended = await place.pawl(start, { env: forge.env });
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      const updates = ofType(ended.events, 'pr.updated').map(({ stage, draft }) => `${stage} ${draft}`);
      expect(ofType(ended.events, 'pr.opened')).toHaveLength(1);
      expect(updates).toEqual([
        ...['submitted true', 'reviewed true', 'submitted true', 'reviewed true'],
        'approved false',
      ]);
      expect(ofType(ended.events, 'pr.pending')).toHaveLength(1);

      expect(forge.project.pulls).toHaveLength(1);
      const [pull] = forge.project.pulls;
      expect(pull).toMatchObject({
        head: ours,
        base: 'main',
        state: 'open',
        title: expect.stringContaining('subtracts'),
      });
      const branch = pull?.head ?? '';
      expect(pull?.body).toMatch(
        /### Plan[\s\S]*### Evidence[\s\S]*### Review[\s\S]*\/100\*\*, approved[\s\S]*### Cost/,
      );
      expect(pull?.body).toContain(`Closes ${forge.url}/acme/adder/${kind === 'gitlab' ? '-/' : ''}issues/1`);
      expect(git(forge.bare, 'rev-parse', branch)).toBe(git(target, 'rev-parse', branch));
      expect(git(forge.bare, 'rev-list', '--count', `main..${branch}`)).toBe('1\n');
      expect(forge.project.issues[0]?.comments.map(({ body }) => body)).toEqual([
        expect.stringContaining(`/${pages[kind]}/${pull?.number}`),
      ]);
      expect((await place.pawl(['report', ended.run, ...here.slice(0, 4)])).stdout).toContain('(pending)');

      const number = String(pull?.number);
      expect(ended.events.at(-1)).toMatchObject({ type: 'run.finished', next: `pawl pr show ${number}` });
      const env = forge.env;
      expect((await place.pawl(['pr', 'list', ...here], { env })).lines[0]).toMatchObject({
        pulls: [{ draft: false }],
      });
      expect((await place.pawl(['pr', 'merge', number, ...here], { env })).lines[0]).toMatchObject({ state: 'merged' });
      expect(git(forge.bare, 'show', 'main:add.js')).toContain('a + b');
      // What was merged since the run ended is said, and written down.
      expect((await place.pawl(['report', ended.run, ...here.slice(0, 4)], { env })).stdout).toContain('(merged)');
      expect((await place.pawl(['status', ended.run, ...here], { env })).lines[0]).toMatchObject({
        pulls: [{ state: 'merged' }],
      });
      expect((await place.pawl(['log', ended.run, ...here])).lines.map(({ type }) => type)).toContain('pr.merged');
      const undone = await place.pawl(['undo', ended.run, ...here], { env });
      expect(undone.lines[0]).toMatchObject({ left: [expect.stringContaining('was merged and is not undone')] });
      expect(git(target, 'for-each-ref', 'refs/heads/pawl')).toBe('');
    });
  }

  test('without a remote, the pull request is a record of this machine', async ({ place }) => {
    const target = place.repo(adder);
    const server = await place.models(turns([write('add.js', right), finish()]));
    const config = place.file('local.yaml', ladder(server.url));
    const here = ['--target', target, '--config', config];
    const start = ['run', 'make it add', ...here, '--yes', '--plan', 'single', '--strategy', 'pr', '--json'];
    expect((await place.pawl(start)).code).toBe(0);
    expect((await place.pawl(['pr', 'list', ...here])).stdout).toMatch(/^1 {2}open +fix: make it add/);
    expect((await place.pawl(['pr', 'show', '1', ...here])).stdout).toMatch(/pawl\/make-it-add into main/);
    git(target, 'switch', '-q', '--detach');
    expect((await place.pawl(['pr', 'merge', '1', ...here])).stdout).toBe('merged 1: pawl/make-it-add is in main\n');
    expect(git(target, 'rev-parse', 'main')).toBe(git(target, 'rev-parse', 'pawl/make-it-add'));
    expect((await place.pawl(['pr', 'close', '1', ...here])).stdout).toBe('1 was merged before\n');
    expect((await place.pawl(['pr', 'show', '2', ...here])).code).toBe(2);
  });

  /** Around every request that changes something there, every act of git, and every event from the first draft on. */
  const places = { 'forge.': 1, 'git.': 1, 'append.after:': 30 };
  for (const [text, first] of Object.entries(places)) {
    const tried = isWhole ? Array.from({ length: 200 }, (_, index) => first + index) : (some[text] ?? []);
    if (tried.length === 0) continue;
    test(`kill -9 at ${text}…: one pull request, one branch, one comment, one commit, signed`, async ({
      place,
      onTestFinished,
    }) => {
      signs(place);
      for (const point of tried) {
        const name = `kill-${text}${point}`.replaceAll(/[^a-z0-9-]/g, '-');
        const trial = await scene(place, name, 'github');
        onTestFinished(trial.forge.close);
        const env = { ...stateOf(place, name), ...trial.forge.env };
        const ended = await place.pawl(trial.start, { env: { ...env, PAWL_CRASH_AT: `${text}#${point}` } });
        const crashed = ended.signal === 'SIGKILL';
        const again = crashed ? await recover(place, trial, env) : ended;
        expect(again.code, `${name}: ${again.stderr}`).toBe(0);
        const { project, bare } = trial.forge;
        const [pull] = project.pulls;
        expect(project.pulls, name).toMatchObject([{ state: 'open', draft: false, head: ours }]);
        expect(project.issues[0]?.comments, name).toHaveLength(1);
        const rounds = (pull?.comments ?? []).map(({ body }) => /round=(\d+)/.exec(body)?.[1]);
        expect(new Set(rounds).size, name).toBe(rounds.length);
        expect(git(bare, 'for-each-ref', '--format=%(refname:short)', 'refs/heads'), name).toBe(
          `main\n${pull?.head}\n`,
        );
        expect(git(bare, 'rev-list', '--count', `main..${pull?.head}`), name).toBe('1\n');
        expect(git(bare, 'rev-parse', pull?.head ?? ''), name).toBe(git(trial.target, 'rev-parse', pull?.head ?? ''));
        expect(git(bare, 'cat-file', 'commit', pull?.head ?? ''), name).toContain('gpgsig');
        await trial.server.close();
        await trial.forge.close();
        if (!crashed) break;
      }
    }, 10_800_000);
  }
});

/** The user signs commits: no two signatures of one commit need to be alike. */
function signs({ dir, env }: Place): void {
  const key = join(dir, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', key]);
  const config = `[commit]\ngpgSign = true\n[gpg]\nformat = ssh\n[user]\nsigningKey = ${key}.pub\n`;
  writeFileSync(join(env.HOME ?? '', '.gitconfig'), config);
}
