import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, house, refusal } from './house.ts';

const known =
  'known: providers, tiers, roles, limits, tests, strategy, branch_template, protected_branches, keep_partial, hooks, sandbox, notify, memory, forges, embedding';
const knownLimits =
  'known: attempts_per_tier, attempts_per_task, task_minutes, task_usd, run_usd, day_usd, verify_seconds, full_seconds, review_rounds, react_steps, developer_steps, same_failure, outage_minutes';
const keyAdvice = 'must not hold a key: put the key into an environment variable and name that with `api_key_env`';
const address = 'must be an http or https address without a user name or password';
const template = 'branch_template must be a valid branch name that holds {slug}';

/** What the file holds, and the line after `<file>` that says what is wrong with it. */
const table: [title: string, content: string | Uint8Array, message: string][] = [
  [
    'malformed YAML with line and column',
    'limits:\n  run_usd: [1',
    ':2:14: malformed YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['a tab as indentation', 'limits:\n\trun_usd: 1', ':2:1: malformed YAML: Tabs are not allowed as indentation'],
  ['plain text', 'just text', ':1: a configuration is a mapping of keys to values, not text'],
  ['a list', '- a\n- b', ':1: a configuration is a mapping of keys to values, not a list'],
  ['two documents', 'strategy: branch\n---\nstrategy: pr', ':2:1: malformed YAML: a second document begins here'],
  ['a key given twice', 'strategy: pr\nstrategy: branch', ":2:1: the key 'strategy' is given twice"],
  ['a list as a key', '? [a]\n: 1', ':1:3: malformed YAML: With stringKeys, all keys must be strings'],

  ['a mistyped key', '\nlimts: {}', ":2: unknown key 'limts' (did you mean 'limits'?)"],
  ['a key like no other', 'zebra: 1', `:1: unknown key 'zebra' (${known})`],
  [
    'a mistyped limit',
    'limits:\n  run_usd: 1\n  run_ust: 2',
    ":3: unknown key 'limits.run_ust' (did you mean 'limits.run_usd'?)",
  ],
  ['a mistyped role', 'roles: { planer: x }', ":1: unknown key 'roles.planer' (did you mean 'roles.planner'?)"],
  [
    'a mistyped key of a tier',
    'tiers:\n  - name: a\n    model: openai/x\n    atempts: 2',
    ":4: unknown key 'tiers[0].atempts' (did you mean 'tiers[0].attempts'?)",
  ],
  [
    'a mistyped key of a provider',
    'providers:\n  local: { api: openai, baseurl: "http://x" }',
    ":2: unknown key 'providers.local.baseurl' (did you mean 'providers.local.base_url'?)",
  ],
  ['a key of every object', 'constructor: {}', `:1: unknown key 'constructor' (${known})`],
  ['a prototype', 'strategy: branch\n__proto__: { strategy: pr }', ":2: unknown key '__proto__'"],
  ['a prototype further in', 'providers:\n  __proto__: { api: openai }', ":2: unknown key '__proto__'"],
  ['terminal escapes in a key', '"\\e[31mred\\n": 1', `:1: unknown key '?[31mred?' (${known})`],
  ['a very long key', `${'x'.repeat(300)}: 1`, `:1: unknown key '${'x'.repeat(57)}...' (${known})`],
  ['unlock, which only a flag grants', 'unlock: ["*"]', ':1: `unlock` cannot be set in a file: pass --unlock'],

  ['a number for a mapping', 'limits: 5', ':1: limits must be a mapping, not a number'],
  ['text for a number', 'limits:\n  run_usd: five', ':2: limits.run_usd must be a number, not text'],
  ['a number for true or false', 'tests: { related: 1 }', ':1: tests.related must be true or false, not a number'],
  ['text for a list', 'tests:\n  command: npx vitest', ':2: tests.command must be a list, not text'],
  [
    'a number among text',
    'tests:\n  command: [npx,\n    5]',
    ':3: tests.command[1] must be text, not a number (put it in quotes)',
  ],
  [
    'a number in the environment',
    'tests: { env: { PORT: 3000 } }',
    ':1: tests.env.PORT must be text, not a number (put it in quotes)',
  ],
  [
    'a variable that cannot be one',
    'tests: { env: { "a b": x } }',
    ':1: tests.env.a b: the name must be the name of an environment variable',
  ],
  ['a NUL character', 'branch_template: "a\\0{slug}"', ':1:18: text must not hold a NUL character'],

  ['an unknown strategy', 'strategy: rebase', ":1: strategy must be one of branch, direct, pr, not 'rebase'"],
  ['a number as a choice', 'keep_partial: 3', ':1: keep_partial must be one of progress, always, never, not 3'],
  [
    'an unknown api',
    'providers: { x: { api: grok } }',
    ":1: providers.x.api must be one of openai, anthropic, google, deepseek, not 'grok'",
  ],
  ['a negative budget', 'limits: { run_usd: -1 }', ':1: limits.run_usd must be at least 0, not -1'],
  ['no attempts', 'limits: { attempts_per_tier: 0 }', ':1: limits.attempts_per_tier must be greater than 0, not 0'],
  [
    'half attempts',
    'limits: { attempts_per_tier: 1.5 }',
    ':1: limits.attempts_per_tier must be a whole number, not 1.5',
  ],
  ['an infinite budget', 'limits: { run_usd: .inf }', ':1: limits.run_usd must be a finite number'],
  ['a budget that is none', 'limits: { run_usd: 1e308 }', ':1: limits.run_usd must be at most 1000000000, not 1e+308'],
  [
    'a price that cannot be counted',
    'tiers:\n  - { name: a, model: p/m, price: { input: 1e7, output: 0 } }',
    ':2: tiers[0].price.input must be at most 1000000, not 10000000',
  ],
  ['a budget that is no number', 'limits: { run_usd: .nan }', ':1: limits.run_usd must be a finite number'],
  ['one failure as a loop', 'limits: { same_failure: 1 }', ':1: limits.same_failure must be at least 2, not 1'],
  ['a negative price', priced('{ input: -1, output: 2 }'), ':1: tiers[0].price.input must be at least 0, not -1'],
  ['half a price', priced('{ input: 1 }'), ':1: tiers[0].price needs `output`'],

  ['a ladder without tiers', 'tiers: []', ':1: tiers must not be empty'],
  ['a tier without a name', 'tiers:\n  - { model: openai/x }', ':2: tiers[0] needs `name`'],
  ['a tier without a model', 'tiers:\n  - name: a', ':2: tiers[0] needs `model`'],
  [
    'an external developer without a command',
    'tiers:\n  - { name: a, developer: acp }',
    ':2: tiers[0] needs `command`',
  ],
  [
    'a command that is not told where its task is',
    'tiers:\n  - { name: a, developer: command, command: [agent] }',
    ':2: tiers[0] needs {prompt_file} in an argument of its `command`: the agent reads its task from that file',
  ],
  [
    'a command in a folder of the repository',
    'tiers:\n  - { name: a, developer: acp, command: [bin/agent] }',
    ':2: tiers[0] needs a `command` that is a name or an absolute path',
  ],
  [
    'a network for a model',
    'tiers:\n  - { name: a, model: openai/x, network: host }',
    ':2: tiers[0] has `network`, which is for the developers acp and command',
  ],
  [
    'a path that is not absolute',
    'tiers:\n  - { name: a, developer: acp, command: [x], bind: [conf] }',
    ':2: tiers[0].bind[0] must be an absolute path or begin with ~/',
  ],
  ['a tier name that a flag cannot say', 'tiers: [{ name: "a,b", model: openai/x }]', tierName()],
  [
    'a model without a provider',
    'tiers: [{ name: a, model: gpt }]',
    ':1: tiers[0].model must be written provider/model',
  ],
  [
    'two tiers of one name',
    'tiers:\n  - { name: a, model: openai/x }\n  - { name: a, model: openai/y }',
    ":3: two tiers are named 'a'",
  ],
  [
    'a tier of an unknown provider',
    'tiers:\n  - name: a\n    model: nobody/x',
    ":3: tier 'a' names an unknown provider 'nobody' (known: deepseek, anthropic, openai, google)",
  ],
  [
    "a provider named like an object's own method",
    'tiers: [{ name: a, model: toString/x }]',
    ":1: tier 'a' names an unknown provider 'toString' (known: deepseek, anthropic, openai, google)",
  ],
  [
    'a role of an unknown tier',
    'tiers: [{ name: a, model: openai/x }]\nroles:\n  planner: b',
    ":3: roles.planner names an unknown tier 'b' (known: a)",
  ],
  [
    'a role of a tier without a model',
    'tiers: [{ name: a, model: openai/x }, { name: r, developer: repair }]\nroles:\n  planner: r',
    ":3: roles.planner names tier 'r', which has no model",
  ],
  ['a provider without an api', '\nproviders:\n  local: { base_url: "http://x" }', ':3: providers.local needs `api`'],
  ['an address that is not http', local('base_url: "ftp://x"'), `:1: providers.local.base_url ${address}`],
  ['a password in an address', local('base_url: "http://u:secret@x"'), `:1: providers.local.base_url ${address}`],
  [
    'a key where its variable belongs',
    local('api_key_env: sk-ant-secret'),
    ':1: providers.local.api_key_env must be the name of an environment variable',
  ],
  [
    'a key',
    'providers:\n  local:\n    api: openai\n    api_key: sk-secret',
    `:4: \`providers.local.api_key\` ${keyAdvice}`,
  ],
  ['a key in another spelling', 'tiers: [{ name: a, apiKey: sk-secret }]', `:1: \`tiers[0].apiKey\` ${keyAdvice}`],
  ['a branch that exists everywhere', 'branch_template: main', `:1: ${template}`],
  ['a branch that leaves its place', 'branch_template: "../{slug}"', `:1: ${template}`],
  ['an unknown placeholder', 'branch_template: "{date}/{slug}"', `:1: ${template}`],
  ['a branch whose name no file can have', `branch_template: "{slug}${'x'.repeat(200)}"`, `:1: ${template}`],
  ['a branch that git would refuse', 'branch_template: "x/{slug}.lock"', `:1: ${template}`],
  [
    'no sandbox, which only a flag allows',
    'sandbox: { kind: none }',
    ":1: sandbox.kind 'none' cannot be set in a file: pass --sandbox none",
  ],
  [
    'an image that would be an option',
    'sandbox: { image: --privileged }',
    ':1: sandbox.image must be the name of an image',
  ],

  ['an alias bomb', bomb(), ':2:11: more than 100 aliases: not a configuration'],
  ['an alias of itself', 'a: &a [*a]', ':1:8: nested more than 20 levels deep'],
  ['an alias of nothing', 'limits: *x', ':1:9: malformed YAML: no anchor &x above this alias'],
  ['deep nesting', '['.repeat(30) + ']'.repeat(30), ':1:22: nested more than 20 levels deep'],
  ["nesting beyond the parser's stack", '['.repeat(30_000), ': nested more than 20 levels deep'],
  [
    'too many values',
    `tests: { command: [${'a,'.repeat(10_001)}] }`,
    ':1:20014: more than 10000 values: not a configuration',
  ],
  ['a tag of its own', 'strategy: !foo branch', ':1:11: malformed YAML: Unresolved tag: !foo'],
  [
    'a tag beyond the core',
    'strategy: !!binary aGk=',
    ':1:11: malformed YAML: Unresolved tag: tag:yaml.org,2002:binary',
  ],
  [
    'a merge key, even where YAML 1.1 is asked for',
    '%YAML 1.1\n---\nlimits:\n  <<: { run_usd: 1 }',
    `:4: unknown key 'limits.<<' (${knownLimits})`,
  ],
  ['bytes that are not UTF-8', Uint8Array.of(0x61, 0x3a, 0x20, 0xff), ' is not valid UTF-8 text'],
  ['more than 1 MB', '#'.repeat(1024 * 1024 + 1), ' is larger than 1 MB: not a configuration'],
];

describe('a configuration file that cannot be used is refused in one line with exit code 2', () => {
  let place: House;
  beforeAll(() => {
    place = house();
  });
  afterAll(() => place.remove());

  it.each(table)('%s', async (_, content, message) => {
    place.write(place.chosen, content);
    const said = await refusal(() => place.load({ config_file: place.chosen }));
    expect(said).toBe(`2 ${place.chosen}${message}`);
    expect(said).not.toContain('secret');
    expect(said).not.toMatch(/\p{Cc}/u);
  });

  it('a file that --config names and that is not there', async () => {
    const file = `${place.root}/none.yaml`;
    expect(await refusal(() => place.load({ config_file: file }))).toBe(`2 --config: there is no file ${file}`);
  });

  it('a folder in the place of a file', async () => {
    const said = await refusal(() => place.load({ config_file: place.root }));
    expect(said).toBe(`2 cannot read ${place.root}: it is a directory`);
  });

  it('an endless device in the place of a file', async () => {
    const said = await refusal(() => place.load({ config_file: '/dev/zero' }));
    expect(said).toBe('2 /dev/zero is larger than 1 MB: not a configuration');
  });

  it('the problem on the earliest line is the one that is named', async () => {
    place.write(place.chosen, 'strategy: rebase\nzebra: 1\nlimits: { run_usd: -1 }');
    const said = await refusal(() => place.load({ config_file: place.chosen }));
    expect(said).toContain(`${place.chosen}:1: strategy must be`);
  });
});

describe('a flag that cannot be used is refused in one line with exit code 2', () => {
  it.each([
    [{ budget: -1 }, '--budget takes USD: a number of at least 0, not -1'],
    [{ budget: Number.NaN }, '--budget takes USD: a number of at least 0, not NaN'],
    [{ timeout: 0 }, '--timeout takes minutes: a number greater than 0, not 0'],
    [{ attempts: 1.5 }, '--attempts takes a whole number of at least 1, not 1.5'],
    [{ improve: -1 }, '--improve takes a whole number of at least 0, not -1'],
    [{ parallel: 0 }, '--parallel takes a whole number of at least 1, not 0'],
    [{ strategy: 'rebase' }, "--strategy takes branch, direct or pr, not 'rebase'"],
    [{ sandbox: 'docker' }, "--sandbox takes bubblewrap, container, e2b or none, not 'docker'"],
    [{ tiers: [] }, "--tiers takes the names of tiers, separated by commas, not ''"],
    [{ tiers: ['sonnet', ''] }, "--tiers takes the names of tiers, separated by commas, not 'sonnet,'"],
    [{ tiers: ['sonnet', 'sonnet'] }, "--tiers names 'sonnet' twice"],
    [{ tiers: ['gpt'] }, "--tiers: unknown tier 'gpt' (known: repair, deepseek, sonnet, opus)"],
    [{ start_tier: 'gpt' }, "--start-tier: unknown tier 'gpt' (known: repair, deepseek, sonnet, opus)"],
    [{ tiers: ['opus'], start_tier: 'sonnet' }, "--start-tier: unknown tier 'sonnet' (known: opus)"],
  ])('%j', async (flags, message) => {
    const place = house();
    const said = await refusal(() => place.load({ flags }));
    place.remove();
    expect(said).toBe(`2 ${message}`);
  });
});

function priced(price: string): string {
  return `tiers: [{ name: a, model: openai/x, price: ${price} }]`;
}

function local(key: string): string {
  return `providers: { local: { api: openai, ${key} } }`;
}

function tierName(): string {
  return ':1: tiers[0].name must be a name of letters, digits, ".", "-" and "_"';
}

function bomb(): string {
  const ten = (item: string) => Array.from({ length: 10 }, () => item).join(',');
  return `a: &a [${ten('x')}]\nb: &b [${ten('*a')}]\nc: &c [${ten('*b')}]\nd: [${ten('*c')}]`;
}
