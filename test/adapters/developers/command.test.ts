import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { processesWith, tempDir } from '../sandboxes/support.ts';
import { agentProgram, atWork, reason, textOf } from './external/stage.ts';

const fix = `
import { readFileSync, writeFileSync } from 'node:fs';
const prompt = readFileSync(process.argv[3], 'utf8');
writeFileSync('add.js', 'return a + b;\\n');
console.log('\\u001b[32mread ' + prompt.split('\\n')[0] + '\\u001b[0m in ' + process.cwd());
`;
const with_prompt = (program: string) => [program, '--prompt-file', '{prompt_file}'];

describe.skipIf(reason !== null)('an agent that is a command', () => {
  test('reads its task from the file, works in the folder, and is told to the journal', async () => {
    const { outcome, steps, events, workspace, target } = await atWork(with_prompt(agentProgram(fix)));
    expect(outcome).toEqual({ ended: 'finished', summary: `read Make "add" add. in ${target.top}` });
    expect(await textOf(workspace, 'add.js')).toBe('return a + b;\n');
    expect(events).toHaveLength(1);
    expect(steps).toMatchObject([
      { agent: 'developer', step: 1, action: 'command', decision: 'done', tree: null, observation: outcome.summary },
    ]);
  });

  test('is told the rules with its task', async () => {
    const say = "import { readFileSync } from 'node:fs'; console.log(readFileSync(process.argv[2], 'utf8'))";
    const { steps, target } = await atWork([agentProgram(say), '{prompt_file}']);
    expect(steps[0]?.observation).toMatch(/^Make "add" add\.\n\n# Rules\n- Work only in /);
    expect(steps[0]?.observation).toContain(`Work only in ${target.top}.`);
  });

  test.each([
    [
      'that fails after it edited is judged',
      "import fs from 'node:fs'; fs.writeFileSync('a', '1'); console.error('out of turns'); process.exit(3)",
      { ended: 'finished', summary: 'it failed (exit 3): out of turns' },
    ],
    [
      'that fails and edited nothing could not work',
      "console.error('no key'); process.exit(1)",
      { ended: 'unavailable', summary: 'it failed (exit 1): no key' },
    ],
    [
      'that crashes and edited nothing could not work',
      'process.abort()',
      { ended: 'unavailable', summary: expect.stringMatching(/^it crashed \(SIGABRT\)/) },
    ],
    ['that does nothing has finished', '', { ended: 'finished', summary: '' }],
  ])('%s', async (_title, code, expected) => {
    expect((await atWork([agentProgram(code), '{prompt_file}'])).outcome).toEqual(expected);
  });

  test('that is not there could not work, and says so', async () => {
    const { outcome } = await atWork(['no-such-agent', '{prompt_file}']);
    expect(outcome.ended).toBe('unavailable');
    expect(outcome.summary).toMatch(/^it could not be started \(exit 127\): .*no-such-agent/);
  });

  test('is ended before the time of the task is, and judged', async () => {
    const code = "import fs from 'node:fs'; fs.writeFileSync('a', '1'); setInterval(() => {}, 1000)";
    const { outcome } = await atWork([agentProgram(code), '{prompt_file}'], { assignment: { time_ms: 1300 } });
    expect(outcome).toEqual({ ended: 'step_limit', summary: 'it ran out of time' });
  });

  test('ends whole when cancelled', async () => {
    const nap = `3${Math.floor(Math.random() * 1e6)}.${process.pid}`;
    const code = `import { spawn } from 'node:child_process'; spawn('sleep', ['${nap}'], { detached: true }); setInterval(() => {}, 1000)`;
    const controller = new AbortController();
    const working = atWork([agentProgram(code), '{prompt_file}'], { signal: controller.signal });
    for (let tries = 0; processesWith(nap).length === 0 && tries < 2000; tries += 1) await sleep(50);
    expect(processesWith(nap)).not.toEqual([]);
    controller.abort();
    await expect(working).rejects.toThrow('aborted');
    expect(processesWith(nap)).toEqual([]);
  });

  test('has a home it can write to, no network, and of the variables only those that its tier names', async () => {
    const code = `
import { readdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
writeFileSync(process.env.HOME + '/note', 'x');
const outside = Object.values(networkInterfaces()).flat().filter((each) => !each.internal).length;
console.log(JSON.stringify({ given: [...process.env.GIVEN].reverse().join(''), kept: process.env.KEPT ?? null, outside, home: readdirSync(process.env.HOME) }));`;
    const env = { ...process.env, GIVEN: `it's "$HOME"\n and more`, KEPT: 'kept-to-ourselves' };
    const { steps } = await atWork([agentProgram(code), '{prompt_file}'], { env, tier: { env: ['GIVEN'] } });
    expect(JSON.parse(steps[0]?.observation ?? '')).toEqual({
      given: [...env.GIVEN].reverse().join(''), // As it is, it would be redacted.
      kept: null,
      outside: 0,
      home: ['note'],
    });
  });

  test('leaves nothing of a variable that it was given, wherever its output is cut', async () => {
    const given = 'hush-42-hush-43-hush-44';
    const code = "console.log((process.env.GIVEN + '-').repeat(400)); process.exit(1)";
    const { events } = await atWork([agentProgram(code), '{prompt_file}'], {
      env: { ...process.env, GIVEN: given },
      tier: { env: ['GIVEN'] },
    });
    expect(JSON.stringify(events)).toContain('[redacted:secret]');
    expect(JSON.stringify(events)).not.toMatch(/hush|-4[234]/);
  });

  test('keeps what it is given off the command line, where other users of the machine can read', async () => {
    const secret = `s-${Math.random()}`;
    const code = 'setTimeout(() => {}, 6000)';
    const working = atWork([agentProgram(code), '{prompt_file}'], {
      env: { ...process.env, GIVEN: secret },
      tier: { env: ['GIVEN'] },
    });
    for (let tries = 0; tries < 2000 && processesWith('agent.mjs').length === 0; tries += 1) await sleep(50);
    expect(processesWith('agent.mjs')).not.toEqual([]);
    expect(processesWith(secret)).toEqual([]);
    await working;
  });

  test('installed by npm is found on the search path and can load its own packages, read-only', async () => {
    const prefix = tempDir();
    const modules = join(prefix, 'lib/node_modules');
    agentProgram(
      "import words from 'words'; import fs from 'node:fs'; try { fs.writeFileSync(new URL('x', import.meta.url), '') } catch (error) { console.log(words, error.code) }",
      join(modules, '@some/agent/dist'),
    );
    mkdirSync(join(modules, '@some/agent/node_modules/words'), { recursive: true });
    writeFileSync(join(modules, '@some/agent/node_modules/words/index.js'), "module.exports = 'its own';");
    mkdirSync(join(prefix, 'bin'));
    symlinkSync('../lib/node_modules/@some/agent/dist/agent.mjs', join(prefix, 'bin/some-agent'));
    const env = { ...process.env, PATH: `${join(prefix, 'bin')}:${process.env.PATH}` };
    const { outcome } = await atWork(['some-agent', '{prompt_file}'], { env });
    expect(outcome.summary).toMatch(/^its own (EROFS|EACCES)$/);
  });

  test('sees the paths of the user that its tier names, at their place and in its home, and cannot write them', async () => {
    const home = tempDir();
    mkdirSync(join(home, '.config/agent'), { recursive: true });
    writeFileSync(join(home, '.config/agent/settings'), 'fast');
    writeFileSync(join(home, 'other'), 'private');
    const code = `
import fs from 'node:fs';
const look = (file) => { try { return fs.readFileSync(file, 'utf8') } catch (error) { return error.code } };
const change = (file) => { try { fs.writeFileSync(file, ''); return 'written' } catch (error) { return error.code } };
const own = process.env.HOME + '/.config/agent/settings';
console.log(look('${home}/.config/agent/settings'), look(own), look('${home}/other'), change(own), change(process.env.HOME + '/.config/new'));`;
    const { outcome } = await atWork([agentProgram(code), '{prompt_file}'], {
      env: { ...process.env, HOME: home },
      tier: { bind: ['~/.config/agent'] },
    });
    expect(outcome.summary).toMatch(/^fast fast ENOENT (EROFS|EACCES) written$/);
  });

  test('does not see what no model may see, and leaves it as it was', async () => {
    const code =
      "import fs from 'node:fs'; console.log(fs.readFileSync('keys.txt', 'utf8') + fs.readdirSync('private') + '.'); fs.writeFileSync('new', '')";
    const { outcome, workspace } = await atWork([agentProgram(code), '{prompt_file}'], {
      files: { 'add.js': '', 'keys.txt': 'hush', 'private/a': 'hush', 'private/b/c': 'hush' },
      hidden: [
        { path: 'keys.txt', kind: 'file' },
        { path: 'private', kind: 'folder' },
      ],
    });
    expect(outcome).toEqual({ ended: 'finished', summary: '.' });
    expect(await workspace.list()).toEqual(['add.js', 'keys.txt', 'new', 'private/a', 'private/b/c']);
    expect(await textOf(workspace, 'keys.txt')).toBe('hush');
  });
});

describe.skipIf(reason !== null)('what an agent that is a command spends', () => {
  const command = ['/bin/true', '{prompt_file}'];

  test('is held before it starts, and charged whole', async () => {
    const { events, ledger } = await atWork(command, { tier: { attempt_usd: 0.4 } });
    expect(events.at(-1)).toMatchObject({
      type: 'model.called',
      tier: 'agent',
      role: 'developer',
      usd: 0.4,
      estimated: true,
    });
    expect(await ledger.spent('r1')).toBe(0.4);
  });

  test('is not spent where a cap would break', async () => {
    const { events, outcome } = await atWork(command, { tier: { attempt_usd: 1.5 } });
    expect(events).toMatchObject([{ type: 'budget.exhausted', needed_usd: 1.5 }]);
    expect(outcome).toEqual({ ended: 'unavailable', summary: 'the next call could exceed the task limit of $1.00' });
  });

  test('is nothing that we know of where the tier does not say', async () => {
    const { events, ledger } = await atWork(command);
    expect(events.map(({ type }) => type)).toEqual(['agent.step']);
    expect(await ledger.spent('r1')).toBe(0);
  });
});
