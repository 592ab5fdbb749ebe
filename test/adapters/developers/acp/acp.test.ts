import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { acpDeveloper } from '../../../../src/adapters/developers/acp/acp.ts';
import { processesWith } from '../../sandboxes/support.ts';
import { agentProgram, atWork, reason, type Scene, textOf } from '../external/stage.ts';
import { scriptedAgent } from './agent.ts';

/** A busy machine keeps an agent waiting too: only what is silent for longer than that has fallen silent. */
const patience = { start_ms: 8000, work_ms: 6000 };

const working = (program: string | string[], scene: Scene = {}) =>
  atWork([program].flat(), {
    developer: (parts) => acpDeveloper({ ...parts, patience }),
    ...scene,
    tier: { developer: 'acp', ...scene.tier },
  });

const played = (play: string, scene?: Scene) => working(scriptedAgent(play), scene);

describe.skipIf(reason !== null)('an agent that speaks the Agent Client Protocol', () => {
  test('edits the folder, and what it told is in the journal as steps', async () => {
    const { outcome, steps, workspace } = await played(`
      say('I look first. ');
      tool('1', 'Read add.js', { kind: 'read', rawInput: { path: 'add.js' }, result: 'return a - b;' });
      say('Now I fix it.');
      fs.writeFileSync('add.js', 'return a + b;\\n');
      tool('2', 'Edit add.js', { result: '\\u001b[1mdone\\u001b[0m' });
      say('It adds now.');
      return 'end_turn';`);
    expect(outcome).toEqual({ ended: 'finished', summary: 'It adds now.' });
    expect(await textOf(workspace, 'add.js')).toBe('return a + b;\n');
    expect(
      steps.map(({ step, action, thought, observation, decision, tree }) => [
        step,
        action,
        thought,
        observation,
        decision,
        tree,
      ]),
    ).toEqual([
      [1, 'read', 'I look first. ', 'return a - b;', 'continue', null],
      [2, 'edit', 'Now I fix it.', 'done', 'continue', null],
      [3, 'end', 'It adds now.', 'It adds now.', 'done', null],
    ]);
    expect(steps[0]?.action_input).toEqual({ title: 'Read add.js', path: 'add.js' });
  });

  test('is told the task with its rules and the folder, and what it may ask for', async () => {
    const program = scriptedAgent("say(JSON.stringify([prompt, cwd, process.cwd(), hello])); return 'end_turn';", {
      initialize: '(globalThis.hello = params, { protocolVersion: 1 })',
    });
    const { outcome, target } = await working(program);
    const [prompt, cwd, here, hello] = JSON.parse(outcome.summary);
    expect(prompt).toMatch(/^Make "add" add\.\n\n# Rules\n/);
    expect([cwd, here]).toEqual([target.top, target.top]);
    expect(hello).toMatchObject({
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
    });
  });

  test('leaves nothing of a variable that it was given, however it tells it', async () => {
    const given = 'hush-42-hush-43-hush-44';
    const { events, blobs } = await played(
      `
      const secret = process.env.GIVEN;
      for (const char of secret) say(char);
      tool('1', secret, { kind: secret, rawInput: { [secret]: 'x', b: 'y'.repeat(560) + secret }, result: (secret + '-').repeat(200) });
      for (const char of secret) say(char);
      throw new Error('x'.repeat(270) + secret);`,
      { env: { ...process.env, GIVEN: given }, tier: { env: ['GIVEN'] } },
    );
    const refs = events.flatMap((event) => (event.type === 'agent.step' ? [event.result_ref ?? ''] : []));
    const kept = [JSON.stringify(events), ...(await Promise.all(refs.map((ref) => blobs.text(ref))))].join('\n');
    expect(kept).toContain('[redacted:secret]');
    expect(kept).not.toMatch(/hush|-4[234]/);
  });

  test('is allowed what it asks for, once where it can be', async () => {
    const { outcome } = await played(`
      const option = (kind) => ({ optionId: 'id-' + kind, name: kind, kind });
      const asked = (...kinds) => ask('session/request_permission', { toolCall: {}, options: kinds.map(option) });
      say(JSON.stringify([await asked('allow_always', 'allow_once', 'reject_once'), await asked('reject_once', 'allow_always'), await asked('reject_once')]));
      return 'end_turn';`);
    expect(JSON.parse(outcome.summary).map((each: { outcome: unknown }) => each.outcome)).toEqual([
      { outcome: 'selected', optionId: 'id-allow_once' },
      { outcome: 'selected', optionId: 'id-allow_always' },
      { outcome: 'cancelled' },
    ]);
  });

  test('reads and writes files through us: not the protected, the hidden or what is outside, and no secrets', async () => {
    const key = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const { outcome, workspace } = await played(
      `
      const read = async (path, more) => { const got = await ask('fs/read_text_file', { path: path.startsWith('/') ? path : cwd + '/' + path, ...more }); return got.content ?? got.code };
      const write = async (path, content) => { const got = await ask('fs/write_text_file', { path: cwd + '/' + path, content }); return got?.code ?? 'written' };
      fs.symlinkSync('/etc', 'link');
      say(JSON.stringify([
        await read('add.js', { line: 2, limit: 1 }), await read('secret.env'), await read('hidden.txt'), await read('none.txt'),
        await read('/etc/passwd'), await read('../../../etc/passwd'), await read('link/passwd'),
        await write('new/a.js', 'made'), await write('add.test.js', ''), await write('hidden.txt', ''), await write('../x', ''), await write('secret.env', 'K=[redacted:GitHub token]'),
      ]));
      return 'end_turn';`,
      {
        files: {
          'add.js': 'one\ntwo\nthree\n',
          'secret.env': `K=${key}\n`,
          'hidden.txt': 'hush',
          'add.test.js': 'test',
        },
        hidden: [{ path: 'hidden.txt', kind: 'file' }],
      },
    );
    const [bad, none] = [-32602, -32002];
    expect(JSON.parse(outcome.summary)).toEqual([
      ...['two', 'K=[redacted:GitHub token]\n', bad, none],
      ...[bad, bad, bad],
      ...['written', bad, bad, bad, bad],
    ]);
    expect(await textOf(workspace, 'new/a.js')).toBe('made');
    expect(await textOf(workspace, 'add.test.js')).toBe('test');
    expect(await textOf(workspace, 'secret.env')).toBe(`K=${key}\n`);
  });

  test.each([
    ['max_tokens', 'step_limit', 'it stopped at a limit of its own (max_tokens)'],
    ['max_turn_requests', 'step_limit', 'it stopped at a limit of its own (max_turn_requests)'],
    ['refusal', 'hand_over', 'it refused'],
    ['cancelled', 'unavailable', 'it stopped (cancelled)'],
    ['whatever', 'unavailable', 'it stopped (whatever)'],
  ])('that stops with %s has ended as %s', async (stop_reason, ended, summary) => {
    expect((await played(`return '${stop_reason}';`)).outcome).toEqual({ ended, summary });
  });

  test('is stopped at its steps, and told so', async () => {
    const { outcome, steps, workspace } = await played(
      `for (let i = 0; !cancelled; i += 1) { tool('t' + i, 'Edit ' + i, { result: 'r' + i }); await sleep(5); }
       fs.writeFileSync('told', 'cancelled'); return 'cancelled';`,
      { assignment: { max_steps: 4 } },
    );
    expect(outcome).toEqual({ ended: 'step_limit', summary: 'it used all its steps' });
    expect(steps.map(({ action }) => action)).toEqual(['edit', 'edit', 'edit', 'edit', 'end']);
    expect(await textOf(workspace, 'told')).toBe('cancelled');
  });

  test('is stopped when it goes in circles', async () => {
    const { outcome, steps } = await played(
      `for (let i = 0; !cancelled; i += 1) { tool('t' + i, 'Run tests', { kind: 'execute', rawInput: { command: 'npm test' }, result: 'fail' }); await sleep(5); } return 'cancelled';`,
    );
    expect(outcome).toEqual({ ended: 'step_loop', summary: 'it repeats the same steps' });
    expect(steps).toHaveLength(6);
  });

  test('goes on from the number of the last step where an attempt begins again', async () => {
    const resume = { prompt_ref: '', entries: [], steps: 7, keys: [], tree: null, over: false };
    const { steps } = await played("return 'end_turn';", { assignment: { resume } });
    expect(steps.map(({ step }) => step)).toEqual([8]);
  });

  test('ends whole when cancelled', async () => {
    const nap = `3${Math.floor(Math.random() * 1e6)}.${process.pid}`;
    const controller = new AbortController();
    const play = `const { spawn } = await import('node:child_process'); spawn('sleep', ['${nap}'], { detached: true }); await sleep(60000);`;
    const running = played(play, { signal: controller.signal });
    for (let tries = 0; processesWith(nap).length === 0 && tries < 2000; tries += 1) await sleep(50);
    expect(processesWith(nap)).not.toEqual([]);
    controller.abort();
    await expect(running).rejects.toThrow('aborted');
    expect(processesWith(nap)).toEqual([]);
  });
});

describe.skipIf(reason !== null)('a hostile agent', () => {
  const edit = "fs.writeFileSync('edited', '1');";

  test.each<[string, string, string, string]>([
    [
      'exits in the middle, having edited',
      `${edit} console.error('bye'); process.exit(4);`,
      'finished',
      'it failed (exit 4) in the middle of its work: bye',
    ],
    ['exits in the middle with nothing done', 'process.exit(0);', 'unavailable', 'it ended in the middle of its work'],
    ['answers with an error', "throw new Error('no model');", 'unavailable', 'no model'],
    ['falls silent', 'await sleep(60000);', 'unavailable', 'it stopped responding'],
    ['falls silent, having edited', `${edit} await sleep(60000);`, 'step_limit', 'it stopped responding'],
    [
      'writes nonsense and goes on',
      "for (let i = 0; i < 90; i += 1) raw('{nonsense'); raw('[1]'); raw('null'); say('fine'); return 'end_turn';",
      'finished',
      'fine',
    ],
    [
      'writes nothing but nonsense',
      "for (let i = 0; i < 200; i += 1) raw('{nonsense'); await sleep(60000);",
      'unavailable',
      'it does not speak the Agent Client Protocol',
    ],
    [
      'writes a line without an end',
      "for (let i = 0; i < 20; i += 1) process.stdout.write('x'.repeat(1 << 20)); await sleep(60000);",
      'unavailable',
      'it exceeded the output or disk limit in the middle of its work',
    ],
    [
      'asks what nobody offers',
      "say([(await ask('terminal/create', { command: 'id' })).code, (await ask('nothing/such', {})).code].join()); return 'end_turn';",
      'finished',
      '-32601,-32601',
    ],
    [
      'answers what nobody asked',
      "raw(JSON.stringify({ jsonrpc: '2.0', id: 77, result: {} })); tell(null); tell({ sessionUpdate: 'tool_call_update' }); say('fine'); return 'end_turn';",
      'finished',
      'fine',
    ],
    [
      'floods us with questions',
      "const all = await Promise.all(Array.from({ length: 500 }, () => ask('fs/read_text_file', { path: cwd + '/add.js' }))); say(String(all.some(({ code }) => code === -32000))); return 'end_turn';",
      'finished',
      'true',
    ],
  ])('that %s comes to an outcome', async (_title, play, ended, summary) => {
    expect((await played(play)).outcome).toEqual({ ended, summary });
  });

  test('that does not read what it asked for is ended', async () => {
    const play = `process.stdin.pause(); for (let i = 0; i < 60; i += 1) { send({ id: i, method: 'fs/read_text_file', params: { path: cwd + '/big' } }); } while (true) { say('.'); await sleep(50); }`;
    const { outcome } = await played(play, { files: { big: 'x'.repeat(500_000) } });
    expect(outcome).toEqual({
      ended: 'unavailable',
      summary: 'it exceeded the output or disk limit in the middle of its work',
    });
  });

  test.each([
    ['never answers', 'setInterval(() => {}, 1000)', 'it did not answer'],
    [
      'ends at once',
      "console.error('no licence'); process.exit(1)",
      'it failed (exit 1) before it started: no licence',
    ],
  ])('that %s could not work', async (_title, code, summary) => {
    expect((await working(agentProgram(code))).outcome).toEqual({ ended: 'unavailable', summary });
  });

  test.each([
    [
      'speaks another version',
      { initialize: '({ protocolVersion: 9 })' },
      'it speaks version 9 of the protocol, not 1',
    ],
    [
      'wants a login',
      { session: "(() => { throw Object.assign(new Error('Authentication required'), { code: -32000 }) })()" },
      'Authentication required',
    ],
    ['opens no session', { session: 'null' }, 'it opened no session'],
  ])('that %s could not work', async (_title, changes, why) => {
    const { outcome } = await working(scriptedAgent("return 'end_turn'", changes));
    expect(outcome).toEqual({ ended: 'unavailable', summary: `it could not start: ${why}` });
  });

  test('that is not there could not work', async () => {
    const { outcome } = await working('no-such-agent');
    expect(outcome.ended).toBe('unavailable');
    expect(outcome.summary).toMatch(/^it could not be started \(exit 127\) before it started: .*no-such-agent/);
  });
});

describe.skipIf(reason !== null)('what an agent of the protocol spends', () => {
  const reported =
    "tell({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.07, currency: 'USD' } }); return 'end_turn';";

  test('is what it reports', async () => {
    const { events, ledger } = await played(reported, { tier: { attempt_usd: 0.4 } });
    expect(events.at(-1)).toMatchObject({ type: 'model.called', usd: 0.07, estimated: true });
    expect(await ledger.spent('r1')).toBeCloseTo(0.07);
  });

  test.each([
    ['nothing', "return 'end_turn';"],
    ['nonsense', reported.replace('0.07', '1e300')],
    ['that it was free', reported.replace('0.07', '0')],
    ['less than nothing', reported.replace('0.07', '-3')],
    ['words', reported.replace('0.07', '"0.01"')],
    ['other money', reported.replace('USD', 'JPY')],
    ['an amount and then less than nothing', `${reported.replace(/ return .*/, '')} ${reported.replace('0.07', '-1')}`],
  ])('is what the tier says where it reports %s', async (_what, play) => {
    const { events, ledger } = await played(play, { tier: { attempt_usd: 0.4 } });
    expect(events.at(-1)).toMatchObject({ type: 'model.called', usd: 0.4 });
    expect(await ledger.spent('r1')).toBe(0.4);
  });

  test('does not become less', async () => {
    const { ledger } = await played(`${reported.replace(/ return .*/, '')} ${reported.replace('0.07', '0.01')}`, {
      tier: { attempt_usd: 0.4 },
    });
    expect(await ledger.spent('r1')).toBeCloseTo(0.07);
  });

  test('is booked as reported where it is more than an attempt may cost, and the tier is stopped', async () => {
    const { events, ledger } = await played(reported.replace('0.07', '0.9'), { tier: { attempt_usd: 0.4 } });
    expect(events.slice(-2)).toMatchObject([
      { type: 'tier.stopped', model: 'acp/agent', usd: 0.9, reserved_usd: 0.4 },
      { type: 'model.called', usd: 0.9 },
    ]);
    expect(await ledger.spent('r1')).toBe(0.9);
  });

  test('is nothing once the tier is stopped: the agent is not started', async () => {
    const { events, outcome, ledger } = await played(reported, {
      assignment: { stopped: () => 'tier agent was stopped' },
    });
    expect([events, outcome]).toEqual([[], { ended: 'unavailable', summary: 'tier agent was stopped' }]);
    expect(await ledger.spent('r1')).toBe(0);
  });
});
