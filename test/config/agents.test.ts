import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whenToAsk } from '../../src/agents/loop/react.ts';
import { parsingOnce } from '../../src/config/agents/agent-folders.ts';
import { type AgentsInput, agentFiles, loadAgents } from '../../src/config/agents/agents.ts';
import { actionNames } from '../../src/schema/agents/agent.ts';
import { type House, house } from './house.ts';

let place: House;
let user: string;
let top: string;
let scope: string;
beforeEach(() => {
  place = house();
  user = join(dirname(place.user), 'agents');
  top = join(dirname(place.repository), 'agents');
  scope = join(dirname(place.scope), 'agents');
});
afterEach(() => place.remove());

/** An agent file: lines of front matter, and the shortest body that will do. */
const agent = (...head: string[]): string =>
  `---\n${head.join('\n')}\n---\nDo it.\n## REACT_CYCLE\n### Typical thoughts\n- t\n### Specific actions\n### Done criteria\n- d\n### Escalation triggers\n- e\n`;
const scout = (...more: string[]) => agent('id: scout', 'description: Scouts.', ...more, 'actions: [read, finish]');
const planner = (tasks: string, ...more: string[]) =>
  agent(
    'id: planner',
    'description: Mine.',
    'contract:',
    `  output: { type: object, required: [tasks], properties: { tasks: ${tasks} } }`,
    'actions: [finish]',
    ...more,
  );
const item =
  'items: { type: object, required: [title, kind, acceptance, effort_hours], properties: { title: { type: string }, kind: { type: string, enum: [fix] }, acceptance: { type: array, minItems: 1, items: { type: string } }, effort_hours: { type: number } } }';

const input = (changes: Partial<AgentsInput> = {}): AgentsInput => ({
  env: { HOME: place.home },
  target: { dir: place.target, top: place.top },
  limits: { react_steps: 5, developer_steps: 60 },
  tiers: ['cheap', 'smart'],
  ...changes,
});
const load = async (changes: Partial<AgentsInput> = {}) => {
  const { agents, errors } = await loadAgents(input(changes));
  return { agents, errors: errors.map(({ file, line, message }) => `${file}:${line}: ${message}`) };
};
const file = (folder: string, name: string) => join(folder, `${name}.agent.md`);

describe('the agents of the package', () => {
  it('are all sound, and each is told the five triggers for escalating before guessing', async () => {
    const { agents, errors } = await loadAgents();
    expect(errors).toEqual([]);
    expect(Object.keys(agents)).toEqual(
      'analyst auditor developer improver planner reviewer test_engineer tester'.split(' '),
    );
    for (const { source } of Object.values(agents)) expect(source).toBe('built-in');
    // The others are told them by the loop.
    const told = [whenToAsk, agents.developer?.cycle.escalate.join('\n') ?? ''];
    for (const text of told)
      for (const trigger of [/ambigu|readings/i, /business/i, /security/i, /conflict/i, /information/i])
        expect(text).toMatch(trigger);
  });

  it('play the role that they are named after; the developer has none', async () => {
    const { agents } = await loadAgents();
    for (const { id, role } of Object.values(agents)) expect(role).toBe(id === 'developer' ? null : id);
  });

  it('are all there are without files of others', async () => {
    expect(await load()).toEqual({ agents: (await loadAgents()).agents, errors: [] });
  });

  it('have no id for what every object has', async () => {
    expect((await loadAgents()).agents.constructor).toBeUndefined();
  });
});

describe('a file of the same id takes the place of', () => {
  it('the built-in one, the user’s after it, then that of the repository, then that of the target', async () => {
    const seen = async () => (await load()).agents.reviewer?.source;
    const mine = agent(
      'id: reviewer',
      'description: Mine.',
      'contract:',
      '  output:',
      '    type: object',
      '    required: [quality, findings, summary]',
      '    properties:',
      '      quality: { type: integer, minimum: 0, maximum: 30 }',
      '      findings: { type: array, maxItems: 0, items: { type: object, required: [file, line, severity, message], properties: { file: { type: string }, line: { type: integer, minimum: 1 }, severity: { type: string, enum: [minor] }, message: { type: string } } } }',
      '      summary: { type: string, maxLength: 100 }',
      'actions: [read, finish]',
    );
    expect(await seen()).toBe('built-in');
    for (const folder of [user, top, scope]) {
      place.write(file(folder, 'any-name'), mine);
      expect(await load()).toMatchObject({ errors: [], agents: { reviewer: { source: file(folder, 'any-name') } } });
    }
  });

  it('nothing when it has a fault: the one before it stays', async () => {
    place.write(file(user, 'planner'), planner(`{ type: array, minItems: 1, maxItems: 5, ${item} }`));
    place.write(file(top, 'planner'), planner('{ type: array }'));
    const { agents, errors } = await load();
    expect(agents.planner?.source).toBe(file(user, 'planner'));
    expect(errors).toEqual([
      `${file(top, 'planner')}:5: it replaces the built-in planner: tasks needs \`maxItems: 5\``,
    ]);
  });

  it.each([
    [
      'a missing key',
      '{ type: array, minItems: 1, maxItems: 2, items: { type: object, properties: {} } }',
      'tasks.items.title is missing',
    ],
    ['another type', '{ type: string }', 'tasks must be of the type array'],
    [
      'a value that the house does not know',
      `{ type: array, minItems: 1, maxItems: 5, ${item.replace('[fix]', '[fix, magic]')} }`,
      'tasks.items.kind must be one of feature',
    ],
    [
      'a key that may be left out',
      `{ type: array, minItems: 1, maxItems: 5, ${item.replace('[title, ', '[')} }`,
      'tasks.items.title must be required',
    ],
  ])('a built-in one only if it gives as much: not with %s', async (_, tasks, message) => {
    place.write(file(user, 'planner'), planner(tasks));
    expect((await load()).errors).toEqual([expect.stringContaining(message)]);
  });

  it('a built-in one only if it gives anything', async () => {
    place.write(file(user, 'p'), agent('id: planner', 'description: Mine.', 'actions: [finish]'));
    expect((await load()).errors).toEqual([expect.stringMatching(/:2: it replaces .* the output is missing$/)]);
  });
});

describe('one bad file stops no other', () => {
  it('whatever it is', async () => {
    place.write(file(user, 'a-good'), scout());
    place.write(file(user, 'bytes'), Buffer.from([0x2d, 0xff, 0xfe]));
    place.write(file(user, 'large'), scout().padEnd(64 * 1024 + 1, '\n'));
    place.write(file(user, 'twice'), scout());
    place.write(file(user, 'words'), 'Just words.');
    mkdirSync(file(user, 'folder'), { recursive: true });
    execFileSync('mkfifo', [file(user, 'pipe')]);
    symlinkSync('/nowhere/at/all', file(user, 'lost'));
    place.write(join(user, 'README.md'), 'Not an agent file.');
    const { agents, errors } = await load();
    expect(agents.scout?.source).toBe(file(user, 'a-good'));
    expect(errors).toEqual([
      `${file(user, 'bytes')}:1: it is not valid UTF-8 text`,
      `${file(user, 'folder')}:1: it is a directory`,
      `${file(user, 'large')}:1: it is larger than 64 KB`,
      `${file(user, 'lost')}:1: there is no such file`,
      `${file(user, 'pipe')}:1: it is not a file`,
      `${file(user, 'words')}:1: it must begin with front matter between two lines of ---`,
      `${file(user, 'twice')}:2: the id 'scout' is taken by ${file(user, 'a-good')}`,
    ]);
  });

  it('and a name cannot write over the terminal', async () => {
    place.write(file(user, 'a\u001b[2Jb'), scout('"x\\n\\e[31my": 1'));
    const [error = ''] = (await load()).errors;
    expect(error).toContain("unknown key 'x?[31my'");
    expect(error).not.toMatch(/\p{Cc}/u);
  });

  it('nor can a hundred and one', async () => {
    for (let n = 0; n <= 100; n += 1) place.write(file(top, `a${n}`), scout().replace('scout', `a${n}`));
    expect((await load()).errors).toEqual([`${top}:1: more than 100 agent files`]);
  });
});

describe('delegates', () => {
  const delegating = (id: string, ...to: string[]) =>
    agent(`id: ${id}`, 'description: x', `delegates: [${to.join(', ')}]`, 'actions: [delegate, finish]');

  it('may come from any layer', async () => {
    place.write(file(user, 'boss'), delegating('boss', 'analyst', 'scout'));
    place.write(file(scope, 'scout'), scout());
    expect((await load()).errors).toEqual([]);
  });

  it('must be there, also after others were left out for that reason', async () => {
    place.write(file(user, 'a'), delegating('a', 'b'));
    place.write(file(user, 'b'), delegating('b', 'analyst', 'nobody'));
    const { agents, errors } = await load();
    expect(errors).toEqual([
      `${file(user, 'b')}:4: there is no agent 'nobody' to delegate to`,
      `${file(user, 'a')}:4: there is no agent 'b' to delegate to`,
    ]);
    expect(agents).not.toHaveProperty('a');
  });
});

describe('a repository is not trusted', () => {
  it('it may not choose a tier; a user may', async () => {
    place.write(file(user, 'scout'), scout('tier: smart'));
    expect((await load()).agents.scout?.tier).toBe('smart');
    place.write(file(top, 'scout'), scout('tier: cheap'));
    const { agents, errors } = await load();
    expect(agents.scout?.tier).toBe('smart');
    expect(errors).toEqual([
      `${file(top, 'scout')}:4: \`tier\` cannot be set by the repository: put the file into ~/.config/pawl/agents`,
    ]);
  });

  it('it may not raise iterations above the limit, or above what its user allows', async () => {
    const raised = async (iterations: number) => {
      place.write(file(top, 'scout'), scout(`max_iterations: ${iterations}`));
      return (await load()).errors;
    };
    expect(await raised(5)).toEqual([]);
    expect(await raised(6)).toEqual([
      `${file(top, 'scout')}:4: a repository may only lower max_iterations, to at most 5`,
    ]);
    place.write(file(user, 'scout'), scout('max_iterations: 9'));
    expect(await raised(9)).toEqual([]);
    expect(await raised(10)).toEqual([expect.stringContaining('at most 9')]);
  });

  it('its links are not followed; those of a user are', async () => {
    const elsewhere = join(place.root, 'elsewhere');
    place.write(file(elsewhere, 'scout'), scout());
    mkdirSync(top, { recursive: true });
    mkdirSync(dirname(scope), { recursive: true });
    mkdirSync(dirname(user), { recursive: true });
    symlinkSync(file(elsewhere, 'scout'), file(top, 'scout'));
    symlinkSync(elsewhere, scope);
    expect(await load()).toMatchObject({
      errors: [`${file(top, 'scout')}:1: it is a symbolic link`, `${scope}:1: .pawl/agents is a symbolic link`],
    });
    symlinkSync(elsewhere, user);
    expect((await load()).agents.scout?.source).toBe(file(user, 'scout'));
  });
});

it('a tier that nobody configured is a fault of its file', async () => {
  place.write(file(user, 'scout'), scout('tier: huge'));
  expect((await load()).errors).toEqual([`${file(user, 'scout')}:4: unknown tier 'huge' (known: cheap, smart)`]);
  expect((await load({ tiers: null })).errors).toEqual([]);
});

it('a file is parsed once, and again when its text has changed', async () => {
  const parse = parsingOnce();
  const text = scout();
  const first = parse(text, 'a.agent.md', 'a.agent.md');
  expect(first.ok).toBe(true);
  expect(parse(text, 'a.agent.md', 'a.agent.md')).toBe(first);
  expect(parse('no agent', 'a.agent.md', 'a.agent.md').ok).toBe(false);
});

describe('looking at agent files', () => {
  const looking = () =>
    agentFiles({
      env: { HOME: place.home },
      target: async () => ({ dir: place.top, top: place.top }),
      settings: () => place.load(),
      parse: parsingOnce(),
    });

  it('says who thinks for whom', async () => {
    place.write(place.user, 'tiers: [{name: a, model: openai/a}, {name: b, model: openai/b}]\nroles: {analyst: b}');
    place.write(file(user, 'scout'), scout('tier: a'));
    place.write(file(user, 'free'), scout().replace('id: scout', 'id: free'));
    const { agents } = await looking().agents();
    expect(Object.fromEntries(agents.map(({ id, tier }) => [id, tier]))).toEqual({
      analyst: 'b',
      auditor: 'b',
      developer: null,
      free: 'b',
      improver: 'a',
      planner: 'b',
      reviewer: 'b',
      scout: 'a',
      test_engineer: 'a',
      tester: null,
    });
  });

  it('checks all of them, or those that are named', async () => {
    place.write(file(top, 'scout'), scout('tier: opus'));
    const other = join(place.root, 'draft.agent.md');
    place.write(other, agent('id: draft', 'description: x', 'delegates: [scout]', 'actions: [delegate, finish]'));
    const { checkAgents } = looking();
    expect(await checkAgents([])).toMatchObject({ checked: 9, errors: [{ file: file(top, 'scout'), line: 4 }] });
    expect(await checkAgents([file(top, 'scout')])).toMatchObject({ checked: 1, errors: [{ line: 4 }] });
    expect(await checkAgents([other])).toMatchObject({
      errors: [{ file: other, line: 4, message: "there is no agent 'scout' to delegate to" }],
    });
    place.write(file(top, 'scout'), scout());
    expect(await checkAgents([other])).toEqual({ checked: 1, errors: [] });
    place.write(other, scout('tier: opus').replace('id: scout', 'id: draft'));
    expect(await checkAgents([other])).toEqual({ checked: 1, errors: [] });
    expect(await checkAgents([join(place.root, 'none.agent.md')])).toMatchObject({
      errors: [{ line: 1, message: 'there is no such file' }],
    });
  });
});

it('an agent of its own may have every standard action', async () => {
  const names = actionNames.filter((name) => name !== 'finish');
  place.write(
    file(user, 'all'),
    agent('id: all', 'description: x', 'delegates: [analyst]', `actions: [${names.join(', ')}, finish]`),
  );
  expect((await load()).errors).toEqual([]);
});
