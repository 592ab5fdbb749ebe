import { chmodSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, ladder, read, run, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, edges, right } from './support/projects.ts';
import { additions, branches, commitsOn, git, listing, put } from './support/repo.ts';

const request = 'Faire marcher la somme: ça doit additionner!';
const branch = 'pawl/faire-marcher-la-somme-ca-doit-additionn';
const solve = turns(
  [read('add.js'), write('add.js', right)],
  [write('edges.test.js', edges), run('node --test'), finish()],
);

async function runOn(place: Place, target: string, api: 'openai' | 'anthropic' = 'openai') {
  const server = await place.models(solve);
  const config = place.file('pawl.yaml', ladder(server.url, '', api));
  const options = ['--target', target, '--config', config, '--yes', '--json', '--plan', 'single'];
  return { server, ended: await place.pawl(['run', request, ...options]) };
}

describe.concurrent('pawl run', () => {
  test('prints its events in order, exits 0 and leaves exactly one commit on a branch of its own', async ({
    place,
  }) => {
    const target = place.repo(adder);
    const before = listing(target, additions);
    const { server, ended } = await runOn(place, target);
    expect(ended).toMatchObject({ code: 0, stderr: '' });

    const events = expectEvents(ended.stdout);
    expect(events.at(0)).toMatchObject({
      type: 'run.started',
      request,
      target,
      base: git(target, 'rev-parse', 'HEAD').trim(),
    });
    const [sha] = commitsOn(target, branch);
    expect(events.at(-1)).toMatchObject({
      type: 'run.finished',
      status: 'completed',
      exit_code: 0,
      tier: 'cheap',
      attempts: 1,
      commits: [sha],
    });
    expect(ofType(events, 'phase.changed').map((event) => event.to)).toEqual([
      'decomposing',
      'executing',
      'reviewing',
      'completed',
    ]);
    expect(ofType(events, 'message.sent').map((event) => event.kind)).toEqual([
      'TASK_ASSIGNED',
      'PR_SUBMITTED',
      'TASK_COMPLETED',
    ]);
    expect(ofType(events, 'agent.step').map((event) => `${event.agent}: ${event.action}`)).toEqual([
      'developer: read',
      'developer: write',
      'developer: write',
      'developer: run',
      'developer: finish',
      'auditor: finish',
      'reviewer: finish',
    ]);
    expect(ofType(events, 'model.called')).toHaveLength(server.requests.length);

    expect(commitsOn(target, branch)).toHaveLength(1);
    expect(git(target, 'diff', '--name-status', `main..${branch}`)).toBe('M\tadd.js\nA\tedges.test.js\n');
    expect(git(target, 'show', `${branch}:add.js`)).toBe(right);
    expect(git(target, 'show', `${branch}:edges.test.js`)).toBe(edges);
    expect(branches(target)).toEqual(['main', branch]);
    expect(listing(target, additions)).toEqual(before);
    expect(git(target, '--no-optional-locks', 'status', '--porcelain', '--ignored')).toBe('');
    expect(git(target, 'fsck', '--strict')).toBe('');
  });

  test('streams from the server and shows the model the seven tools and nothing of the key', async ({ place }) => {
    const { server, ended } = await runOn(place, place.repo(adder));
    const [first] = server.requests;
    expect(first?.body).toMatchObject({ stream: true, model: 'small' });
    expect(first?.headers.authorization).toBe(`Bearer ${place.env.LOCAL_KEY}`);
    const tools = first?.tools.map((tool) => tool.function as { name: string; parameters: { required: string[] } });
    expect(Object.fromEntries(tools?.map(({ name, parameters }) => [name, parameters.required]) ?? [])).toEqual({
      read: ['thought', 'path'],
      search: ['thought', 'query'],
      edit: ['thought', 'path'],
      write: ['thought', 'path', 'content'],
      run: ['thought', 'command'],
      hand_over: ['thought', 'reason'],
      finish: ['thought', 'summary'],
    });
    const [system] = first?.messages ?? [];
    expect(Buffer.byteLength(JSON.stringify([system, first?.tools]))).toBeLessThan(4096);
    expect(ended.stdout).not.toContain(place.env.LOCAL_KEY);
    expect(JSON.stringify(server.requests.map((request) => request.body))).not.toContain(place.env.LOCAL_KEY);
  });

  test('leaves staged, changed and untracked work, hooks and configuration as they are', async ({ place }) => {
    const target = place.repo({ ...adder, 'README.md': '# adder\n', '.gitignore': 'secret.env\n', 'gone.txt': 'x\n' });
    put(target, {
      'README.md': '# adder, changed\n',
      'staged.js': 'export {};\n',
      'notes/untracked.md': 'mine\n',
      'secret.env': 'A=1\n',
    });
    git(target, 'add', 'staged.js');
    git(target, 'rm', '-q', '--cached', 'gone.txt');
    git(target, 'config', 'core.hooksPath', '.git/hooks');
    for (const hook of ['pre-commit', 'post-commit', 'reference-transaction', 'post-checkout', 'post-index-change']) {
      // The first one is run, in a sandbox; nobody runs the others.
      const code = hook === 'pre-commit' ? 0 : 1;
      put(target, {
        [`.git/hooks/${hook}`]: `#!/bin/sh\ntouch "$GIT_DIR/hooked" .hooked ${target}/.hooked; exit ${code}\n`,
      });
      chmodSync(join(target, '.git/hooks', hook), 0o755);
    }
    // A git that may refresh the index would write it anew for this.
    utimesSync(join(target, 'add.test.js'), 1e9, 1e9);
    const before = listing(target, additions);
    const status = git(target, '--no-optional-locks', 'status', '--porcelain');

    const { ended } = await runOn(place, target);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(listing(target, additions)).toEqual(before);
    expect(git(target, '--no-optional-locks', 'status', '--porcelain')).toBe(status);
    expect(git(target, 'diff', '--name-status', `main..${branch}`)).toBe('M\tadd.js\nA\tedges.test.js\n');
  });

  test('does the same over the Anthropic wire', async ({ place }) => {
    const target = place.repo(adder);
    const before = listing(target, additions);
    const { server, ended } = await runOn(place, target, 'anthropic');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expectEvents(ended.stdout);
    expect(server.requests.map((each) => each.wire)).toEqual(Array(4).fill('anthropic'));
    expect(commitsOn(target, branch)).toHaveLength(1);
    expect(git(target, 'show', `${branch}:add.js`)).toBe(right);
    expect(listing(target, additions)).toEqual(before);
  });

  test('works on a detached HEAD and takes another branch name when its own is taken', async ({ place }) => {
    const target = place.repo(adder);
    git(target, 'checkout', '-q', '--detach');
    git(target, 'branch', branch);
    const before = listing(target, additions);
    const { ended } = await runOn(place, target);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(commitsOn(target, branch)).toEqual([]);
    expect(commitsOn(target, `${branch}-2`)).toHaveLength(1);
    expect(listing(target, additions)).toEqual(before);
  });

  test('takes a subfolder of a repository as its target and changes only what was asked', async ({ place }) => {
    const inner = Object.fromEntries(Object.entries(adder).map(([path, text]) => [`packages/sum/${path}`, text]));
    const target = place.repo({ 'README.md': 'all of it\n', ...inner });
    const server = await place.models(turns([write('add.js', right), finish()]));
    const config = place.file('pawl.yaml', ladder(server.url));
    const scope = join(target, 'packages', 'sum');
    const options = ['--target', scope, '--config', config, '--yes', '--json', '--plan', 'single'];
    const ended = await place.pawl(['run', request, ...options]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(git(target, 'diff', '--name-only', `main..${branch}`)).toBe('packages/sum/add.js\n');
  });

  test('takes the request from a file and from standard input', async ({ place }) => {
    const server = await place.models(solve);
    const config = place.file('pawl.yaml', ladder(server.url));
    const [one, other] = [place.repo(adder), place.repo(adder)];
    const spec = place.file('SPEC.md', '# Make it add\n\nTwo and three make five.\n');
    const options = ['--config', config, '--yes', '--json', '--plan', 'single'];
    const ended = await Promise.all([
      place.pawl(['run', '--file', spec, '--target', one, ...options]),
      place.pawl(['run', '-', '--target', other, ...options], { input: 'Make it add' }),
    ]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(commitsOn(one, 'pawl/make-it-add')).toHaveLength(1);
    expect(commitsOn(other, 'pawl/make-it-add')).toHaveLength(1);
  });
});
