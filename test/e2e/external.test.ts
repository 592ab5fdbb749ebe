import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, ladder, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { appearing, remaining } from './support/processes.ts';
import { adder, right, wrong } from './support/projects.ts';
import { additions, commitsOn, git, listing } from './support/repo.ts';

const branch = 'pawl/make-it-add';
const weakTest = (adder['add.test.js'] ?? '').replace('add(2, 3), 5', 'add(2, 3), -1');

/** A program of node on the search path of the place, installed as npm does it. */
function install(place: Place, name: string, code: string): Record<string, string> {
  const folder = join(place.dir, 'prefix/lib/node_modules', name);
  const bin = join(place.dir, 'prefix/bin');
  for (const dir of [folder, bin]) mkdirSync(dir, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module' }));
  writeFileSync(join(folder, 'cli.js'), `#!/usr/bin/env node\n${code}`);
  chmodSync(join(folder, 'cli.js'), 0o755);
  symlinkSync(`../lib/node_modules/${name}/cli.js`, join(bin, name));
  return { PATH: `${bin}:${place.env.PATH}` };
}

/** Answers the three questions of the protocol; on the last it does `work`. */
const speaking = (work: string) => `
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const tell = (update) => send({ method: 'session/update', params: { sessionId: 's', update } });
const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => ({ sessionId: 's' }),
  'session/prompt': async ({ prompt }) => { ${work}; return { stopReason: 'end_turn' }; },
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (answers[method]) send({ id, result: await answers[method](params) });
});`;

const fixing = speaking(`
  tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'It must add. Given ' + process.env.AGENT_PASS } });
  tell({ sessionUpdate: 'tool_call', toolCallId: '1', title: 'Edit add.js', kind: 'edit', status: 'in_progress' });
  writeFileSync('add.js', ${JSON.stringify(right)});
  tell({ sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'completed' })`);

interface Setup {
  tier: string;
  env: Record<string, string>;
}

async function setUp(place: Place, { tier, env }: Setup) {
  const target = place.repo(adder);
  const server = await place.models(turns([write('add.js', wrong), finish()]));
  const tiers = ladder(server.url, 'limits: { attempts_per_tier: 1 }\n').replace(
    / {2}- \{ name: smart.*\n/,
    `  - ${tier}\n`,
  );
  const here = ['--target', target, '--config', place.file('ladder.yaml', tiers), '--json'];
  const words = ['run', 'make it add', ...here, '--yes', '--plan', 'single'];
  return { target, here, run: () => place.pawl(words, { env }), start: () => place.start(words, { env }) };
}

describe.concurrent('a ladder with an external agent above a model', () => {
  test('that speaks the protocol: its change is judged, reviewed and committed, its steps are kept, and what it was given is not', async ({
    place,
  }) => {
    const env = { ...install(place, 'agent', fixing), AGENT_PASS: 'correct horse battery' };
    const tier = '{ name: agent, developer: acp, command: [agent], env: [AGENT_PASS], attempt_usd: 0.25 }';
    const { target, here, run } = await setUp(place, { tier, env });
    const before = listing(target, additions);
    const ended = await run();
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'tier.escalated')).toMatchObject([{ from: 'cheap', to: 'agent' }]);
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'completed', tier: 'agent', attempts: 2 });
    expect(ofType(events, 'model.called').filter(({ tier: name }) => name === 'agent')).toMatchObject([
      { usd: 0.25, estimated: true, role: 'developer' },
    ]);
    expect(commitsOn(target, branch)).toHaveLength(1);
    expect(git(target, 'show', `${branch}:add.js`)).toBe(right);
    expect(listing(target, additions)).toEqual(before);

    const { stdout } = await place.pawl(['log', ended.run, '--attempt', '2', ...here.slice(0, -1)], { env });
    expect(stdout).toContain('result of edit');
    expect(stdout).toContain('It must add. Given [redacted:');
    expect(`${ended.stdout}${stdout}`).not.toContain('correct horse');
    expect(stored(place.state(target))).not.toContain('correct horse');
  });

  test('that is a command and weakens the tests is refused by the judge, and the run fails', async ({ place }) => {
    const cheat = `import { writeFileSync } from 'node:fs'; writeFileSync('add.test.js', ${JSON.stringify(weakTest)}); console.log('all tests pass');`;
    const tier = '{ name: agent, developer: command, command: [agent, "{prompt_file}"] }';
    const { target, run } = await setUp(place, { tier, env: install(place, 'agent', cheat) });
    const ended = await run();
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'integrity.violated')).toMatchObject([{ attempt: 2, files: ['add.test.js'] }]);
    expect(ofType(events, 'attempt.finished').at(-1)).toMatchObject({ tier: 'agent', summary: 'all tests pass' });
    expect(git(target, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').trim()).toBe('main');
  });

  test('that is killed with its run leaves no process, and begins its attempt again where it began', async ({
    place,
  }) => {
    const nap = `sleep 27${process.pid}.5`;
    // Waits the first time: what it did until then must not be there the second time.
    const code = `import { execSync } from 'node:child_process'; import fs from 'node:fs';
      if (fs.existsSync('left.js')) { fs.writeFileSync('found.js', 'export {};'); }
      fs.writeFileSync('left.js', 'export {};');
      if (!fs.existsSync(process.argv[3])) execSync('${nap}');
      fs.rmSync('left.js'); fs.writeFileSync('add.js', ${JSON.stringify(right)}); console.log('it adds');`;
    const go = join(place.dir, 'signal');
    mkdirSync(go);
    const tier = `{ name: agent, developer: command, command: [agent, "{prompt_file}", "${go}/go"], bind: ["${go}"], attempt_usd: 0.1 }`;
    const env = install(place, 'agent', code);
    const { target, here, start } = await setUp(place, { tier, env });
    const { child, ended } = start();
    await appearing(nap);
    child.kill('SIGKILL');
    const before = (await ended).events;
    expect(await remaining(nap)).toEqual([]);

    writeFileSync(join(go, 'go'), '');
    const resumed = await place.pawl(['resume', ...here, '--yes'], { env });
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expectEvents(resumed.stdout, { from: before.length + 1 });
    expect(git(target, 'diff', '--name-only', `main..${branch}`)).toBe('add.js\n');
    expect((await place.pawl(['doctor', ...here], { env })).code).toBe(0);
  });
});

describe.concurrent('an external agent that cannot be had', () => {
  const cases: [string, string, string, string][] = [
    [
      'whose command is not found',
      'command: [no-such-agent]',
      'no_agent',
      'tier agent: the command "no-such-agent" is not on your PATH, or only inside the repository',
    ],
    [
      'that needs a variable',
      'command: [node], env: [AGENT_KEY]',
      'no_credentials',
      'tier agent needs AGENT_KEY, which is not set',
    ],
  ];
  for (const [title, keys, reason, message] of cases) {
    test(`${title} ends the command with exit code 8 and one line, before anything is written`, async ({ place }) => {
      const tier = `{ name: agent, developer: acp, ${keys} }`;
      const { target, run } = await setUp(place, { tier, env: {} });
      const ended = await run();
      expect(ended.code).toBe(8);
      expect(ended.lines).toEqual([{ type: 'error', reason, message, exit_code: 8 }]);
      expect(existsSync(join(target, '.pawl'))).toBe(false);
    });
  }

  test('is named by the doctor, and one whose spending nobody knows is told of when a run starts', async ({
    place,
  }) => {
    const tier = '{ name: agent, developer: acp, command: [agent] }';
    const env = install(place, 'agent', fixing);
    const { here } = await setUp(place, { tier, env });
    const doctor = await place.pawl(['doctor', ...here.slice(0, -1)], { env });
    expect(doctor.stdout).toContain('usable: cheap (local/small), agent (agent)');
    expect(doctor.stdout).toContain("tier agent: its agent's spending is not counted");
    const words = ['run', 'make it add', ...here.slice(0, -1), '--yes', '--plan', 'single'];
    expect((await place.pawl(words, { env })).stdout).toMatch(
      /note +spending by the agent of tier agent is not counted/,
    );
  });
});

/** Everything in a state folder, as text. */
function stored(state: string): string {
  const files = readdirSync(state, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
