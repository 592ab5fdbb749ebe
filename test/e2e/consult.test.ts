import { describe, expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { act, agentFile, consulting, endOf, finish, playing, stepsOf, withAgents } from './support/consulting.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { guestbook } from './support/guestbook.ts';
import { promptOf, turns } from './support/model.ts';
import { test } from './support/place.ts';
import { branches } from './support/repo.ts';

const yamlIn = (text: string) =>
  parseAllDocuments(text).map((document) => {
    if (!('toJS' in document) || document.errors.length > 0) throw new Error(`no YAML: ${text}`);
    return document.toJS();
  });

describe.concurrent('pawl agents run auditor, on 50 lines with an eval, an innerHTML and a concatenated SQL', () => {
  const findings = [
    { line: 12, category: 'injection', message: 'eval() runs what a visitor sends', suggestion: 'Parse the filter.' },
    { line: 34, category: 'xss', message: 'innerHTML shows what a visitor sent', suggestion: 'Use textContent.' },
    { line: 45, category: 'sql', message: 'SQL is put together from text', suggestion: 'Use a prepared statement.' },
  ].map((finding) => ({ file: 'guestbook.js', severity: 'critical', ...finding }));
  const script = playing({
    other: turns(
      [act('analyze', { target: 'guestbook.js', focus: 'security_patterns' })],
      [
        act(
          'search',
          { query: 'sanitize|escape|prepared|CSP', scope: 'full_codebase' },
          'Lines 12, 34 and 45 of guestbook.js are dangerous; whether anything protects them is not known yet.',
        ),
      ],
      [finish({ findings })],
    ),
  });

  test('takes two iterations, then gives a verified output that fits the contract', async ({ place }) => {
    const { ask, server, target, here } = await consulting(place, script, { 'guestbook.js': guestbook });
    const ended = await ask('auditor', { files: ['guestbook.js'] });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(events[0]).toMatchObject({ type: 'run.started', request: '{"files":["guestbook.js"]}' });
    expect(events[0]?.policy).toMatchObject({ agent: 'auditor' });
    const [first, second, third, ...more] = stepsOf(ended);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ action: 'analyze', decision: 'continue', reason: 'there is more to see' });
    expect(first?.action_input).toEqual({ target: 'guestbook.js', focus: 'security_patterns' });
    for (const line of [12, 34, 45]) expect(first?.observation).toContain(`guestbook.js:${line}: `);
    expect(first?.reflection).toMatch(/^Lines 12, 34 and 45/);
    expect(second).toMatchObject({ action: 'search', observation: 'No match.' });
    expect(third).toMatchObject({ action: 'finish', decision: 'done' });
    expect(endOf(ended)).toMatchObject({ state: 'done', cause: 'action', output: { findings } });
    expect(endOf(ended)?.verification).toEqual([
      'completeness: ok: the output is complete',
      'consistency: ok: every file and line that it names exists',
      'correctness: ok: its quotes match the files',
      'constraints: ok: the constraints that code can check hold',
    ]);
    expect(ofType(events, 'run.finished')).toMatchObject([{ status: 'completed', exit_code: 0, commits: [] }]);
    expect(events.map((event) => event.type)).not.toContain('baseline.measured');
    expect(server.requests).toHaveLength(3);
    expect(branches(target)).toEqual(['main']);

    const status = await place.pawl(['status', ended.run, ...here, '--json']);
    expect(status.lines).toMatchObject([{ status: 'completed', exit_code: 0 }]);
    const report = await place.pawl(['report', ended.run, ...here]);
    expect(report.stdout).toContain(`pawl log ${ended.run} --agent`);
  });

  test('prints each step, the verification and the output as YAML, and pawl log --agent prints the same', async ({
    place,
  }) => {
    const { here } = await consulting(place, script, { 'guestbook.js': guestbook });
    const input = place.file('input.yaml', 'files:\n  - guestbook.js\n');
    const ended = await place.pawl(['agents', 'run', 'auditor', '--input', input, ...here]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const documents = yamlIn(ended.stdout);
    expect(documents).toHaveLength(4);
    expect(Object.keys(documents[0])).toEqual([
      ...['step', 'thought', 'action', 'action_input', 'observation', 'reflection', 'decision', 'reason'],
    ]);
    expect(documents[1]).toMatchObject({ step: 2, action: 'search', observation: 'No match.' });
    expect(documents[3]).toEqual({
      verification: {
        completeness: '✓ the output is complete',
        consistency: '✓ every file and line that it names exists',
        correctness: '✓ its quotes match the files',
        constraints: '✓ the constraints that code can check hold',
      },
      state: 'done',
      reason: 'the output is verified',
      output: { findings },
    });
    const log = await place.pawl(['log', '2', '--agent', ...here]);
    expect(yamlIn(log.stdout)).toEqual(documents);
    expect(yamlIn((await place.pawl(['log', '2', ...here, '--agent', 'auditor'])).stdout)).toEqual(documents);
    const records = await place.pawl(['log', '2', ...here, '--agent', '--json']);
    expect(records.lines).toHaveLength(4);
    expect(records.lines[3]).toMatchObject({ agent: 'auditor', state: 'done', output: { findings } });
    expect(await place.pawl(['log', '2', ...here, '--agent', 'nobody'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe.concurrent('what is refused before anybody is asked', () => {
  test.for<[string, string, string, RegExp]>([
    ['a missing key', 'auditor', '{}', /^pawl: the input does not fit the contract of auditor: files is missing\n$/],
    ['an agent that is not there', 'nobody', '{}', /^pawl: there is no agent nobody; the agents are .*auditor.*\n$/],
    ['what is no object', 'auditor', '[1]', /^pawl: the input must be an object\n$/],
    ['what is neither JSON nor YAML', 'auditor', '{"files": [', /^pawl: the input cannot be read: line 1: .*\n$/],
    ['nothing at all', 'auditor', ' ', /^pawl: standard input is empty\n$/],
    ['a thousand levels', 'auditor', '['.repeat(1000), /^pawl: the input cannot be read: .*nested.*\n$/],
  ])('%s', async ([, id, input, message], { place }) => {
    const { server, here } = await consulting(place, playing({}), {});
    const ended = await place.pawl(['agents', 'run', id, '--input', '-', ...here], { input });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(server.requests).toEqual([]);
    expect((await place.pawl(['status', ...here, '--json'])).lines).toEqual([{ runs: [] }]);
  });

  test('an agent file that delegates to itself, while the others still load', async ({ place }) => {
    const files = withAgents({ selfish: agentFile('selfish', 'delegate, finish', 'delegates: [selfish]\n') });
    const { ask, here } = await consulting(place, playing({}), files);
    const checked = await place.pawl(['agents', 'check', ...here]);
    expect(checked).toMatchObject({ code: 2, stdout: expect.stringMatching(/selfish\.agent\.md:\d+: .*itself/) });
    const ended = await ask('selfish');
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('this agent file is ignored') });
    expect(ended.lines).toMatchObject([{ type: 'error', reason: 'unknown_agent' }]);
  });
});

describe.concurrent('an agent that', () => {
  const reader = withAgents({ scout: agentFile('scout', 'read, write, finish') });
  const look = (turn: number) => act('read', { path: 'readme.md', from: turn + 1 }, 'readme.md goes on: two, three.');
  const turnOf = (messages: { role?: unknown }[]) => messages.filter(({ role }) => role === 'assistant').length;

  test('never says done has five steps, then escalates: exit 1', async ({ place }) => {
    const scene = await consulting(place, ({ messages }) => ({ calls: [look(turnOf(messages))] }), reader);
    const ended = await scene.ask('scout');
    expect(ended.code).toBe(1);
    expect(stepsOf(ended)).toHaveLength(5);
    expect(scene.server.requests).toHaveLength(5);
    expect(endOf(ended)).toMatchObject({ state: 'escalate', cause: 'step_limit', reason: '5 steps are used' });
    expect(ended.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'failed', exit_code: 1 });
  });

  test('acts without a thought is refused and does nothing, until its steps are used: exit 1', async ({ place }) => {
    const write = { name: 'write', input: { path: 'new.txt', content: 'x' } };
    const scene = await consulting(place, () => ({ calls: [write] }), reader);
    const ended = await scene.ask('scout');
    expect(ended.code).toBe(1);
    expect(stepsOf(ended).map(({ tree }) => tree)).toEqual([null, null, null, null, null]);
    expect(stepsOf(ended)[0]).toMatchObject({ observation: 'Refused: thought is missing. Nothing was done.' });
    expect(endOf(ended)).toMatchObject({ state: 'escalate', cause: 'step_loop' });
  });

  test('invents actions is told the names, and ends at the limit: exit 1', async ({ place }) => {
    const scene = await consulting(place, ({ messages }) => ({ calls: [act(`fly${turnOf(messages)}`, {})] }), reader);
    const ended = await scene.ask('scout');
    expect(ended.code).toBe(1);
    expect(stepsOf(ended)[0]).toMatchObject({
      observation: 'There is no tool fly0. Call one of: read, write, finish.',
    });
    expect(endOf(ended)).toMatchObject({ state: 'escalate', cause: 'step_limit' });
  });

  test('breaks its contract three times is blocked: exit 1', async ({ place }) => {
    const wrong = turns([finish({ answer: 1 })], [finish({})], [finish({ answer: 'x', file: 7 })]);
    const ended = await (await consulting(place, wrong, reader)).ask('scout');
    expect(ended.code).toBe(1);
    expect(stepsOf(ended).map(({ observation }) => observation)).toEqual([
      'Not accepted: answer must be a string.',
      'Not accepted: answer is missing.',
      'Not accepted: file must be a string.',
    ]);
    expect(endOf(ended)).toMatchObject({
      ...{ state: 'blocked', cause: 'action', output: { answer: 'x', file: 7 } },
      reason: 'its output broke the contract 3 times: file must be a string',
    });
  });

  test('cites a line that does not exist is sent back, and done once it is right: exit 0', async ({ place }) => {
    const cites = (line: number) => [finish({ answer: 'there', file: 'readme.md', line })];
    const ended = await (await consulting(place, turns(cites(4), cites(3)), reader)).ask('scout');
    expect(ended.code).toBe(0);
    expect(stepsOf(ended)[0]).toMatchObject({
      decision: 'continue',
      observation: 'Not accepted: readme.md has 3 lines, and no line 4.',
    });
    expect(endOf(ended)).toMatchObject({ state: 'done', output: { line: 3 } });
  });

  test('is content with anything is not held up for how it says so', async ({ place }) => {
    const write = (path: string, reflection: string) => act('write', { path, content: 'x' }, reflection);
    const script = turns(
      [look(0)],
      [write('one.txt', 'It went well, I continue.')],
      [write('two.txt', 'It works, go on.')],
      [finish({ answer: 'written' })],
    );
    const ended = await (await consulting(place, script, reader)).ask('scout');
    expect(ended.code).toBe(0);
    expect(
      stepsOf(ended)
        .slice(1)
        .map(({ observation }) => String(observation).split(':')[0]),
    ).toEqual(['Wrote one.txt.', 'Wrote two.txt.', 'Accepted.']);
    expect(stepsOf(ended).map(({ tree }) => tree !== null)).toEqual([false, true, true, false]);
  });

  test('needs to know something waits with exit 3, and pawl answer lets it end: exit 0', async ({ place }) => {
    const files = withAgents({ scout: agentFile('scout', 'read, request_info, escalate, finish') });
    const scene = await consulting(
      place,
      (request) =>
        promptOf(request).includes('# The answer\nthe second one')
          ? turns([finish({ answer: 'two' })])(request)
          : turns([look(0)], [act('request_info', { question: 'Which line?', context: { lines: 3 } })])(request),
      files,
    );
    const asked = await scene.ask('scout');
    expect(asked.code).toBe(3);
    expect(endOf(asked)).toMatchObject({ state: 'escalate', output: { question: 'Which line?' } });
    expect(asked.events.at(-1)).toMatchObject({ type: 'handed.over', question: 'Which line?' });
    const status = await place.pawl(['status', asked.run, ...scene.here, '--json']);
    expect(status.lines).toMatchObject([{ status: 'waiting', question: 'Which line?' }]);
    expect(await place.pawl(['resume', asked.run, ...scene.here, '--json'])).toMatchObject({ code: 3 });

    const answered = await place.pawl(['answer', asked.run, 'the second one', ...scene.here]);
    expect(answered.code).toBe(0);
    expect(yamlIn(answered.stdout).at(-1)).toMatchObject({ state: 'done', output: { answer: 'two' } });
    expect(promptOf(scene.server.requests.at(-1) as never)).toMatch(/# A person was asked\nWhich line\?/);
  });

  test('escalates waits as well, and says in words how to answer', async ({ place }) => {
    const files = withAgents({ scout: agentFile('scout', 'escalate, finish') });
    const script = turns([act('escalate', { reason: 'A key lies open.', context: 'readme.md' })]);
    const { here } = await consulting(place, script, files);
    const ended = await place.pawl(['agents', 'run', 'scout', '--input', '-', ...here], { input: 'question: why?\n' });
    expect(ended.code).toBe(3);
    expect(ended.stdout).toMatch(
      /# waiting for you: A key lies open\. \(readme\.md\)\n# answer with: .*pawl answer \S+ "<text>"/,
    );
    expect(yamlIn(ended.stdout).at(-1)).toMatchObject({ state: 'escalate', output: { context: 'readme.md' } });
  });

  test('has no money left ends with exit 5, and one whose model fails is blocked: exit 1', async ({ place }) => {
    const scene = await consulting(place, () => ({ fault: { kind: 'status', status: 401 } }), reader);
    const poor = await scene.ask('scout', undefined, '--budget', '0.000001');
    expect(poor.code).toBe(5);
    expect(endOf(poor)).toMatchObject({ state: 'blocked', cause: 'budget' });
    expect(scene.server.requests).toEqual([]);
    const locked = await scene.ask('scout');
    expect(locked.code).toBe(1);
    expect(endOf(locked)).toMatchObject({ state: 'blocked', cause: 'fault' });
  });
});
