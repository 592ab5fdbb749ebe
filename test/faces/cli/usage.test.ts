import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PawlError } from '../../../src/ports/errors.ts';
import { fakeApp, pawl } from './fake-app.ts';

describe('help', () => {
  it('is what pawl alone prints, on standard output', async () => {
    const bare = await pawl([]);
    expect(bare).toMatchObject({ code: 0, err: '' });
    expect(bare.out).toBe((await pawl(['--help'])).out);
  });

  it.each(
    'run plan resume answer cancel status log diff report undo graph agents config doctor clean init demo'.split(' '),
  )('of %s has a description, the options of every command and an example', async (command) => {
    const { code, out, options } = await pawl([command, '--help']);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toContain(`Usage: pawl ${command}`);
    expect(out.split('\n')[2]).toMatch(/\w+ \w+/);
    for (const option of ['--target <dir>', '--config <file>', '--json', '--debug']) expect(out).toContain(option);
    expect(out).toContain(`\nExample:\n  $ pawl ${command}`);
    expect(options).toEqual([]);
  });

  it.each(['list', 'check'])('of agents %s is that of any other command', async (name) => {
    const { code, out } = await pawl(['agents', name, '--help']);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toContain(`Usage: pawl agents ${name}`);
    for (const option of ['--target <dir>', '--json']) expect(out).toContain(option);
    expect(out).toContain(`\nExample:\n  $ pawl agents ${name}`);
  });

  it.each(['run', 'plan', 'resume', 'answer'])('of %s offers --yes', async (command) => {
    expect((await pawl([command, '--help'])).out).toContain('--yes');
  });
});

it('-v alone is the version', async () => {
  expect((await pawl(['-v'])).out).toBe((await pawl(['--version'])).out);
});

describe('a usage error', () => {
  it.each([
    [['statsu'], "unknown command 'statsu' (Did you mean status?); see pawl --help"],
    [['completion', 'tcsh'], "SHELL takes bash, zsh or fish, not 'tcsh'; see pawl completion --help"],
    [['status', '--budget', '1'], "unknown option '--budget'; see pawl status --help"],
    [['help', 'statsu'], "unknown command 'statsu' (Did you mean status?); see pawl --help"],
    [['config', 'gte'], "there is no action 'gte' (get, set, edit, path, schema)"],
    [['memory', 'import', 'nope.ndjson'], 'cannot read the file nope.ndjson: no such file'],
    [['status', '--bogus'], "unknown option '--bogus'; see pawl status --help"],
    [
      ['run', 'x', '--budget', 'abc'],
      "pawl: --budget takes an amount in USD such as 2.50, not 'abc'; see pawl run --help\n",
    ],
    [['pr', 'show', 'x'], "NUMBER takes a whole number of at least 1, not 'x'; see pawl pr show --help"],
    [['run', 'x', '--test', ''], "--test takes a text that is not empty, not ''"],
    [
      ['log', '--attempt', 'x'],
      "--attempt takes a whole number of at least 1, or a task and a number such as t2/1, not 'x'",
    ],
    [['run', 'x', '--budget', '-1'], 'amount in USD'],
    [['run', 'x', '--budget', 'Infinity'], 'amount in USD'],
    [['run', 'x', '--timeout', '0'], 'minutes above 0'],
    [['run', 'x', '--attempts', '0'], 'at least 1'],
    [['run', 'x', '--attempts', '1.5'], 'at least 1'],
    [['run', 'x', '--improve', '-1'], 'at least 0'],
    [['run', 'x', '--parallel', '1e3'], 'at least 1'],
    [['run', 'x', '--tiers', 'a,,b'], 'comma-separated list'],
    [
      ['run', 'x', '--strategy', 'hope'],
      "pawl: --strategy takes branch, direct or pr, not 'hope'; see pawl run --help",
    ],
    [['run', 'x', '--plan', 'hope'], "--plan takes auto or single, not 'hope'"],
    [['run', 'x', '--review', 'maybe'], "--review takes on, checks or off, not 'maybe'"],
    [['run'], 'no request'],
    [['run', '  '], 'the request is empty'],
    [['answer'], 'the answer is empty'],
    [['answer', 'r1abc', ' '], 'the answer is empty'],
    [['tell', ' '], 'the text is empty'],
    [['log', 'r1', '--attempt', 'two'], 'at least 1'],
    [['agents'], 'a subcommand is missing (list, check'],
    [['agents', 'lisst'], "unknown command 'lisst' (list, check"],
    [['agents', 'list', 'x'], 'too many arguments'],
  ])('%j is one line on standard error and exit code 2', async (argv, message) => {
    const { code, out, err, options } = await pawl(argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^pawl: .*\n$/);
    expect(err).toContain(message);
    expect(options).toEqual([]);
  });

  it('is also one object on standard output with --json', async () => {
    const { code, out } = await pawl(['run', 'x', '--budget', 'abc', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ type: 'error', reason: 'usage', exit_code: 2 });
  });
});

describe('an error', () => {
  const failing = (error: unknown) =>
    fakeApp({
      runs: async () => {
        throw error;
      },
    });

  it('that a person can act on is one line with its own exit code', async () => {
    const app = failing(new PawlError('unborn', 'no commit yet:\n\u001b[31mrun pawl init', 8));
    expect(await pawl(['status'], app)).toMatchObject({
      code: 8,
      out: '',
      err: 'pawl: no commit yet: run pawl init\n',
    });
    expect(app.calls).toContainEqual(['close']);
  });

  it('is one JSON object on standard output with --json', async () => {
    const { code, out } = await pawl(['status', '--json'], failing(new PawlError('unborn', 'no commit yet', 8)));
    expect(code).toBe(8);
    expect(out).toBe('{"type":"error","reason":"unborn","message":"no commit yet","exit_code":8}\n');
  });

  it('of ours names --debug, and shows its stack only there', async () => {
    const quiet = await pawl(['status'], failing(new TypeError('x is not y')));
    expect(quiet).toMatchObject({
      code: 1,
      err: 'pawl: internal error: x is not y (run again with --debug for the stack)\n',
    });
    expect((await pawl(['status', '--debug'], failing(new TypeError('x is not y')))).err).toMatch(/\n {4}at /);
  });
});

describe('the options', () => {
  it('reach the app in the words of the configuration', async () => {
    const argv =
      'run go --target t --config c --strategy branch --tiers a,b --start-tier b --budget 1.5 --timeout 2 --attempts 3 --plan single --review off --improve 0 --parallel 2 --sandbox none --unlock *.json --unlock x --tolerate t* --yes';
    const { options } = await pawl(argv.split(' '));
    expect(options).toEqual([
      {
        target: 't',
        config: 'c',
        env: {},
        flags: {
          strategy: 'branch',
          tiers: ['a', 'b'],
          start_tier: 'b',
          budget: 1.5,
          timeout: 2,
          attempts: 3,
          plan: 'single',
          review: 'off',
          improve: 0,
          parallel: 2,
          sandbox: 'none',
          unlock: ['*.json', 'x'],
          tolerate: ['t*'],
          yes: true,
        },
      },
    ]);
  });

  it('of every command may stand before its name', async () => {
    expect((await pawl(['--target', 't', '--json', 'status'])).options).toMatchObject([{ target: 't' }]);
  });
});

describe('the request', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pawl-request-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const requested = async (argv: string[], input: (Uint8Array | string)[] = []) => {
    const app = fakeApp();
    const result = await pawl(['run', ...argv], app, { input });
    return { ...result, request: app.calls.find(([name]) => name === 'run')?.[1] };
  };

  it('is the argument, even one that looks like an option behind --', async () => {
    expect(await requested(['make it so'])).toMatchObject({ code: 0, request: 'make it so' });
    expect(await requested(['--', '--json'])).toMatchObject({ code: 0, request: '--json', out: '' });
  });

  it('is read from standard input for -, whole, across cut characters', async () => {
    const bytes = Buffer.from('fais-le é\n');
    expect(await requested(['-'], [bytes.subarray(0, 9), bytes.subarray(9)])).toMatchObject({ request: 'fais-le é' });
  });

  it('is read from a file', async () => {
    await writeFile(join(folder, 'spec.md'), '# Do this\n');
    expect(await requested(['--file', join(folder, 'spec.md')])).toMatchObject({ request: '# Do this' });
  });

  it.each([
    ['an empty standard input', ['-'], [' \n'], 'standard input is empty'],
    ['more than 1 MB', ['-'], [Buffer.alloc(600_000, 97), Buffer.alloc(600_000, 97)], 'over 1 MB'],
    ['what is not UTF-8', ['-'], [Buffer.from([0x61, 0xff])], 'not valid UTF-8'],
    ['two sources', ['text', '--file', 'x'], [], 'not both'],
    ['a missing file', ['--file', 'no/such.md'], [], 'no such file'],
    ['a folder', ['--file', '.'], [], 'it is a folder'],
  ])('is refused when it is %s', async (_what, argv, input, message) => {
    const { code, err, request } = await requested(argv, input);
    expect(code).toBe(2);
    expect(err).toMatch(/^pawl: .*\n$/);
    expect(err).toContain(message);
    expect(request).toBeUndefined();
  });

  it('may be exactly 1 MB', async () => {
    expect(await requested(['-'], [Buffer.alloc(1_000_000, 97)])).toMatchObject({ code: 0 });
  });
});

describe('a chart that cannot be written', () => {
  it('is a usage error, said before anything is replayed', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'pawl-chart-'));
    const outcomes = join(dir, 'outcomes.json');
    await writeFile(outcomes, '{}');
    for (const chart of [join(dir, 'missing', 'x.svg'), dir]) {
      const { code, err } = await pawl(['backtest', '--outcomes', outcomes, '--svg', chart]);
      expect([code, err]).toEqual([2, expect.stringContaining(`${chart} cannot be written: `)]);
    }
    await rm(dir, { recursive: true });
  });
});
