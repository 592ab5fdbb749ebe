import { describe, expect, it } from 'vitest';
import { RepoError, Unfit } from '../../../src/ports/errors.ts';
import type { AgentView } from '../../../src/schema/agents/agent.ts';
import { fakeApp, pawl } from './fake-app.ts';

const scout: AgentView = {
  id: 'scout',
  description: 'Finds\u001b[2J things.',
  role: null,
  tier: 'smart',
  source: '/home/me/.config/pawl/agents/scout.agent.md',
  max_iterations: 4,
  actions: ['read', 'finish'],
  delegates: [],
};
const developer: AgentView = { ...scout, id: 'developer', description: 'Develops.', tier: null, source: 'built-in' };
const error = { file: '/repo/.pawl/agents/x.agent.md', line: 3, message: "unknown key 'y'" };

describe('agents list', () => {
  const app = () => fakeApp({ agents: async () => ({ agents: [developer, scout], errors: [error] }) });

  it('is a table, with what was left out below it', async () => {
    const { code, out } = await pawl(['agents', 'list'], app());
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'AGENT      TIER   SOURCE                                       DESCRIPTION',
      'developer  -      built-in                                     Develops.',
      'scout      smart  /home/me/.config/pawl/agents/scout.agent.md  Finds things.',
      "ignored  /repo/.pawl/agents/x.agent.md:3: unknown key 'y'",
      '',
    ]);
  });

  it('wraps descriptions on a terminal', async () => {
    const long: AgentView = {
      ...developer,
      description: 'Turns one task into edits that make its tests pass.',
    };
    const one = fakeApp({ agents: async () => ({ agents: [long], errors: [] }) });
    const { out } = await pawl(['agents', 'list'], one, { isTTY: true, columns: () => 60 });
    expect(out.trimEnd().split('\n')).toEqual([
      'AGENT      TIER  SOURCE    DESCRIPTION',
      'developer  -     built-in  Turns one task into edits that',
      '                           make its tests pass.',
    ]);
  });

  it('is one object with --json', async () => {
    const { code, out } = await pawl(['agents', 'list', '--json'], app());
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ agents: [developer, scout], errors: [error] });
  });
});

describe('agents check', () => {
  const app = (errors: (typeof error)[]) => fakeApp({ checkAgents: async () => ({ checked: 9, errors }) });

  it('says that nothing is wrong', async () => {
    expect(await pawl(['agents', 'check'], app([]))).toMatchObject({
      code: 0,
      out: '9 agent files checked: no errors\n',
      err: '',
    });
  });

  it('has one line for each error, and exit code 2', async () => {
    const second = { ...error, line: 7, message: 'aliases\nare not allowed' };
    expect(await pawl(['agents', 'check'], app([error, second]))).toMatchObject({
      code: 2,
      out: `${error.file}:3: unknown key 'y'\n${error.file}:7: aliases are not allowed\n`,
      err: '',
    });
  });

  it('is one object with --json', async () => {
    const { code, out } = await pawl(['agents', 'check', '--json'], app([error]));
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({ ok: false, checked: 9, errors: [error] });
  });

  it('takes the files that it is given', async () => {
    const told = fakeApp();
    await pawl(['agents', 'check', 'a.agent.md', 'b.agent.md'], told);
    expect(told.calls).toContainEqual(['checkAgents', ['a.agent.md', 'b.agent.md']]);
  });
});

it.each(['run', 'plan'])('%s says on standard error which agent files are left out, and goes on', async (command) => {
  const app = fakeApp({ agents: async () => ({ agents: [], errors: [error] }) });
  expect(await pawl([command, 'make it so'], app)).toMatchObject({
    code: 0,
    err: `pawl: note: this agent file is ignored: ${error.file}:3: unknown key 'y'\n`,
  });
  expect(app.calls).toContainEqual([command, 'make it so']);
});

it('run that cannot say which agent files are left out ends as it would', async () => {
  const agents = async () => {
    throw new Unfit('the folder of agents cannot be read', 'unusable');
  };
  expect(await pawl(['run', 'make it so'], fakeApp({ agents }))).toMatchObject({
    code: 0,
    err: 'pawl: note: cannot tell which agent files are ignored: the folder of agents cannot be read\n',
  });
});

it.each([
  [1, 'pawl: note: 1 uncommitted change is left out: a run starts from HEAD\n'],
  [3, 'pawl: note: 3 uncommitted changes are left out: a run starts from HEAD\n'],
])('run tells a person that %i files are not committed, and a program nothing', async (changes, line) => {
  const app = fakeApp({ uncommitted: async () => changes });
  const said = async (args: string[], isTTY: boolean) => {
    const { out, err } = await pawl(args, app, { isTTY });
    return out + err;
  };
  expect(await said(['run', 'make it so'], true)).toContain(line);
  expect(await said(['run', 'make it so'], false)).not.toContain('uncommitted');
  expect(await said(['resume'], true)).not.toContain('uncommitted');
});

it('run says nothing where all is committed, and goes on where git cannot say', async () => {
  const refuse = async () => {
    throw new RepoError('git_timeout', 'git status took too long');
  };
  const clean = await pawl(['run', 'make it so'], fakeApp(), { isTTY: true });
  expect(clean.out + clean.err).not.toContain('uncommitted');
  const { code, out, err } = await pawl(['run', 'make it so'], fakeApp({ uncommitted: refuse }), { isTTY: true });
  expect(code).toBe(0);
  expect(out + err).toContain('git status took too long');
});

describe('agents run', () => {
  it('hands the text of the input to the app, from a file or from standard input', async () => {
    const app = fakeApp();
    expect(await pawl(['agents', 'run', 'scout', '--input', '-'], app, { input: ['files: [a]\n'] })).toMatchObject({
      code: 0,
    });
    expect(app.calls).toContainEqual(['consult', 'scout', 'files: [a]']);
  });

  it.each([
    ['no input', ['agents', 'run', 'scout'], /required option '--input <file>' not specified/],
    ['no name', ['agents', 'run', '--input', '-'], /missing required argument 'name'/],
    ['a file that is not there', ['agents', 'run', 'scout', '--input', 'no-such.json'], /no such file/],
  ])('refuses %s with one line and exit code 2', async (_, words, message) => {
    const app = fakeApp();
    const { code, err } = await pawl(words, app);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(app.calls.filter(([name]) => name === 'consult')).toEqual([]);
  });
});
