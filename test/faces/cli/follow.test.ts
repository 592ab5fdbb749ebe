import { describe, expect, it } from 'vitest';
import type { App, RunHandle } from '../../../src/app.ts';
import { strip } from '../../../src/faces/cli/terminal/text.ts';
import { ConfigError, PlanRefused, Unfit } from '../../../src/ports/errors.ts';
import type { EventOf, Recorded } from '../../../src/schema/run/event.ts';
import type { RunEnd } from '../../../src/schema/run/view.ts';
import { done, fakeApp, handleFor, pawl, sampleView, stream } from './fake-app.ts';
import { record, samples } from './samples.ts';

const esc = '\u001b';
const whole = record([
  samples['run.started'],
  samples['attempt.started'],
  samples['model.called'],
  samples['agent.step'],
  samples['attempt.finished'],
  samples['run.finished'],
]);

describe('a run', () => {
  it('tells its story in plain lines when piped', async () => {
    const app = fakeApp({ run: async () => handleFor(whole, done(0)) });
    const { code, out, err } = await pawl(['run', 'make add right'], app);
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).not.toContain(esc);
    expect(
      out
        .split('\n')
        .map((line) => line.split(' ')[0])
        .filter(Boolean),
    ).toEqual(['run', 'attempt', 'change', 'done']);
    expect(out).toContain('$0.0125 so far');
    expect(out).not.toContain('Type a line');
    expect(app.calls).toContainEqual(['close']);
  });

  it('says on a terminal that it starts before anything is loaded', async () => {
    let seen = '';
    const stdout = { write: (text: string) => (seen += text) };
    const createApp = async () => {
      expect(seen).toContain('starting');
      throw new ConfigError('stop here');
    };
    expect(await pawl(['run', 'x'], fakeApp(), { isTTY: true, stdout, createApp })).toMatchObject({ code: 2 });
    expect(seen.endsWith(`${esc}[2K`)).toBe(true);
  });

  it('is nothing but its recorded events with --json', async () => {
    const app = fakeApp({ run: async () => handleFor(whole, done(0)) });
    const { out, err } = await pawl(['run', 'x', '--json'], app, { isTTY: true });
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(whole);
    expect(err).toBe('');
  });

  it('is shown live on a terminal, without colours where NO_COLOR is set', async () => {
    const run = async (env: Record<string, string>) =>
      (await pawl(['run', 'x'], fakeApp({ run: async () => handleFor(whole, done(0)) }), { isTTY: true, env })).out;
    const [bright, plain] = [await run({}), await run({ NO_COLOR: '1' })];
    for (const screen of [bright, plain]) expect(screen).toContain(`${esc}[2K`);
    expect(bright).toContain(`${esc}[36m`);
    expect(plain).toContain('T1 edit add.js');
    expect(plain.replaceAll(`${esc}[2K`, '')).not.toContain(esc);
    expect(await run({ TERM: 'dumb' })).not.toContain(esc);
  });

  it.each([1, 4, 5, 6, 7, 8])('exits with the code %i that it ended with', async (code) => {
    expect(await pawl(['run', 'x'], fakeApp({ run: async () => handleFor([], done(code)) }))).toMatchObject({ code });
  });

  it('shows a dry run and starts nothing', async () => {
    const forecast = {
      request: 'x',
      base: 'main',
      branch: 'pawl/x',
      runner: 'vitest',
      survey: null,
      tests: ['vitest in a, vitest in b: 2 tests', 'a: vitest in a, by `vitest run`'],
      tiers: [{ name: 'cheap', model: 'local/small', attempts: 3, price: '$1/$2' }],
      limits: { run_usd: 5, run_minutes: null },
      forecast_usd: 0.25,
      sandbox: 'bubblewrap',
      delivery: 'a branch of its own',
      notes: ['b was left aside'],
    };
    const app = fakeApp({ dryRun: async () => forecast });
    const { code, out } = await pawl(['run', 'x', '--dry-run'], app);
    expect(code).toBe(0);
    expect(out).toContain('cheap  local/small  3 attempts  $1/$2');
    expect(out).toContain('run_minutes  none');
    expect(out).toMatch(/tests +vitest in a, vitest in b: 2 tests\n +a: vitest in a, by `vitest run`\n/);
    expect(out).toContain('forecast  about $0.25 per task (a rule of thumb)');
    expect(out).toContain('note      b was left aside');
    expect(app.calls.map(([name]) => name)).toEqual(['close']);
    expect(JSON.parse((await pawl(['run', 'x', '--dry-run', '--json'], app)).out)).toEqual(forecast);
  });

  it('says how to go on where a full disk breaks it off', async () => {
    const full = new Unfit('the disk is full: /s/journal.db could not be written', 'disk_full');
    const run = async () => ({ ...handleFor(whole.slice(0, 2), done(0)), done: Promise.reject(full) });
    const app = fakeApp({ run });
    const { code, err } = await pawl(['run', 'x', '--target', '/t'], app);
    expect({ code, err }).toEqual({
      code: 8,
      err: 'pawl: the disk is full: /s/journal.db could not be written; free some space, then continue with: pawl resume r1abc --target /t\n',
    });
  });

  it('fails as an internal error when its events break off', async () => {
    const events = (async function* () {
      yield* whole.slice(0, 1);
      throw new Error('the journal is gone');
    })();
    const app = fakeApp({ run: async () => ({ ...handleFor([], done(0)), events }) });
    expect(await pawl(['run', 'x'], app)).toMatchObject({
      code: 1,
      err: expect.stringContaining('internal error: the journal is gone'),
    });
  });
});

it('a plan ends with the command that starts it', async () => {
  const app = fakeApp({ plan: async () => handleFor(record([samples['plan.proposed']]), done(0)) });
  const { code, out } = await pawl(['plan', 'x'], app);
  expect(code).toBe(0);
  expect(out).toContain('T2 docs: Say so (after T1)\n');
  expect(out).toContain('start it with: pawl resume r1abc\n');
});

describe('a run that needs an answer', () => {
  const waiting = () => handleFor(whole.slice(0, 1), done(3, { waiting: 'Which\u001b[2J sign?' }));

  it('prints the question and how to answer when nobody can be asked', async () => {
    const { code, out } = await pawl(['run', 'x', '--target', 't'], fakeApp({ run: async () => waiting() }));
    expect(code).toBe(3);
    expect(out).toContain('waiting for you: Which sign?\n');
    expect(out).toContain('pawl answer r1abc "<text>" --target t\n');
  });

  const person = (answer: string | null, agreed: boolean | null) => {
    const asked: string[] = [];
    const ask = {
      text: async (question: string) => {
        asked.push(`text: ${question}`);
        return answer;
      },
      confirm: async (question: string) => {
        asked.push(`confirm: ${question}`);
        return agreed;
      },
    };
    return { asked, ask };
  };

  it('asks on a terminal and goes on with the answer', async () => {
    const { ask, asked } = person('plus', null);
    const app = fakeApp({ run: async () => waiting() });
    expect(await pawl(['run', 'x'], app, { isTTY: true, ask })).toMatchObject({ code: 0 });
    expect(asked).toEqual(['text: Which sign?']);
    expect(app.calls).toContainEqual(['answer', 'r1abc', 'plus', null]);
  });

  it('does not repeat the request and the answer below what was typed', async () => {
    const { ask } = person('plus', null);
    const goingOn = record([samples['run.resumed'], samples['answer.given'], samples['run.finished']]);
    const app = fakeApp({ run: async () => waiting(), answer: async () => handleFor(goingOn, done(0)) });
    const { out } = await pawl(['run', 'x'], app, { isTTY: true, ask });
    expect(strip(out)).not.toMatch(/continues|^answer /m);
    expect(strip(out)).toContain('completed in');
  });

  it('shows what a resumed run asks about, the plan, before it asks', async () => {
    const { ask } = person(null, null);
    const events = () => stream(record([samples['run.started'], samples['plan.proposed']]));
    const resumed = record([samples['run.resumed']]).map((event) => ({ ...event, seq: 3 }));
    const resume = async () => handleFor(resumed, { ...done(3), waiting: 'Proceed?' });
    const { out } = await pawl(['resume'], fakeApp({ resume, events }), { isTTY: true, ask });
    expect(out).toMatch(/plan +2 tasks[\s\S]*\n +T1 fix: /);
  });

  it('puts its question to whoever types pawl answer and no answer', async () => {
    const { ask, asked } = person('plus', null);
    const app = fakeApp();
    expect(await pawl(['answer'], app, { isTTY: true, ask })).toMatchObject({ code: 0 });
    expect(asked).toEqual(['text: Which sign?']);
    expect(app.calls).toContainEqual(['answer', 'r1abc', 'plus', null]);
    const busy = fakeApp({ view: async () => ({ ...sampleView, status: 'running' }) });
    expect((await pawl(['answer'], busy, { isTTY: true, ask })).err).toContain('has no open question (running)');
  });

  const proposal = [samples['run.started'], samples['plan.proposed']];
  /** Answers one after the other, at a terminal with this editor. */
  const planning = async (answers: string[], edits: Parameters<typeof editing>[0], overrides: Partial<App> = {}) => {
    const asked: string[] = [];
    const ask = {
      ...person(null, null).ask,
      text: async (question: string) => {
        asked.push(question);
        return answers.shift() ?? null;
      },
    };
    const app = fakeApp({ run: async () => waiting(), events: () => stream(record(proposal)), ...overrides });
    const editor = editing(edits);
    const { out } = await pawl(['run', 'x'], app, { isTTY: true, ask, edit: editor.edit });
    return { asked, app, out, given: app.calls.filter(([name]) => name === 'answer'), texts: editor.texts };
  };
  const editing = (changes: ((text: string) => { text: string } | { failed: string })[]) => {
    const texts: string[] = [];
    const edit = async (text: string, name: string) => {
      texts.push(`${name}\n${text}`);
      return changes.shift()?.(text) ?? { text };
    };
    return { texts, edit };
  };

  it.each(['yes', 'no', 'drop the second'])('takes %j as the answer to a plan', async (answer) => {
    const { asked, given } = await planning([answer], []);
    expect(asked).toEqual(['Proceed? (yes, no, edit, or say what to change)']);
    expect(given).toEqual([['answer', 'r1abc', answer, null]]);
  });

  it('lets the plan be edited: tasks come back whole, a new one with an id of its own', async () => {
    const { given, texts } = await planning(
      ['edit'],
      [(text) => ({ text: `${text.replace('Say so', 'Say so twice')}  - title: Draw it\n    depends_on: [T1]\n` })],
    );
    expect(texts[0]).toMatch(/^plan\.yaml\n# The plan\./);
    const { tasks } = samples['plan.proposed'] as EventOf<'plan.proposed'>;
    expect(given).toEqual([
      [
        'answer',
        'r1abc',
        {
          tasks: [
            tasks[0],
            { ...tasks[1], title: 'Say so twice' },
            { id: 't1', title: 'Draw it', kind: 'feature', acceptance: [], depends_on: ['T1'], effort_hours: 1 },
          ],
        },
        null,
      ],
    ]);
  });

  it('asks again where the file stays as it is, or the editor fails', async () => {
    const failing = () => ({ failed: 'vi ended with 1' });
    const { out, given, asked } = await planning(
      ['edit', 'e', 'yes'],
      [(text) => ({ text: `${text}# seen\n` }), failing],
    );
    expect(asked).toHaveLength(3);
    expect(out).toContain('The plan is unchanged.\n');
    expect(out).toContain('The plan is unchanged, because the editor failed: vi ended with 1\n');
    expect(given).toEqual([['answer', 'r1abc', 'yes', null]]);
  });

  it('names what is wrong with an edited plan by its line, and keeps it for another try', async () => {
    const refusal = new PlanRefused([{ task: 1, field: 'depends_on', item: 0, text: 'it depends on itself' }]);
    const answer = async (_run: string, given: unknown) => {
      if (typeof given !== 'string') throw refusal;
      return handleFor([], done(0));
    };
    const { out, texts } = await planning(
      ['edit', 'edit', 'edit', 'no'],
      [
        (text) => ({ text: text.replace('kind: docs', 'kind: song') }),
        (text) => ({ text: text.replace('kind: song', 'kind: docs').replace(/- T1$/m, '- T2') }),
        () => ({ text: 'tasks: [' }),
      ],
      { answer },
    );
    expect(out).toMatch(/plan\.yaml:\d+: kind must be one of feature, fix, refactor, endpoint, docs/);
    expect(texts[1]).toContain('kind: song');
    const line = texts[2]?.split('\n').findIndex((row) => row.trim() === '- T2');
    expect(out).toContain(`plan.yaml:${line}: it depends on itself\n`);
    expect(out).toMatch(/plan\.yaml:1: Flow sequence in block collection.*\n|plan\.yaml:\d+: .*\n/);
    expect(out).toContain('The plan is unchanged. Answer "edit" to correct what you wrote.\n');
  });

  it('takes a question of the planner for a question, though a plan is open', async () => {
    const asks = { type: 'handed.over', task: null, question: 'Which one?', reason: '', about: 'request' } as const;
    const { asked } = await planning(['plus'], [], { events: () => stream(record([...proposal, asks])) });
    expect(asked).toEqual(['Which sign?']);
  });

  it('takes a question during the work for a question, not for the plan', async () => {
    const { ask, asked } = person('plus', null);
    const events = () => stream(record([samples['plan.proposed'], samples['plan.confirmed']]));
    await pawl(['run', 'x'], fakeApp({ run: async () => waiting(), events }), { isTTY: true, ask });
    expect(asked).toEqual(['text: Which sign?']);
  });

  it.each([
    ['with --yes', ['run', 'x', '--yes']],
    ['with --json', ['run', 'x', '--json']],
    ['when standard input was the request', ['run', '-']],
    ['for a plan alone', ['plan', 'x']],
  ])('asks nothing %s', async (_when, argv) => {
    const { ask, asked } = person('plus', true);
    const app = fakeApp({ run: async () => waiting(), plan: async () => waiting() });
    expect(await pawl(argv, app, { isTTY: true, ask, input: ['x'] })).toMatchObject({ code: 3 });
    expect(asked).toEqual([]);
  });

  const handedOver = { type: 'handed.over', task: null, question: 'Which sign?', reason: '' } as const;
  const [started, question, answered, ended] = record([
    samples['run.started'],
    handedOver,
    samples['answer.given'],
    samples['run.finished'],
  ]) as [Recorded, Recorded, Recorded, Recorded];
  /** A run whose question is answered elsewhere once it is asked here; this is what the person here does then. */
  const answeredElsewhere = async (reaction: (settled: AbortSignal) => Promise<string | null>, rest: Partial<App>) => {
    const journal = [started, question];
    const app = fakeApp({
      run: async () => waiting(),
      events: (_run, after = 0) => stream(journal.filter(({ seq }) => seq > after)),
      ...rest,
    });
    const text = async (_question: string, settled?: AbortSignal) => {
      journal.push(answered);
      return reaction(settled as AbortSignal);
    };
    const ask = { ...person(null, null).ask, text };
    return pawl(['run', 'x'], app, { isTTY: true, ask });
  };
  const aborted = (settled: AbortSignal) =>
    new Promise<null>((resolve) => settled.addEventListener('abort', () => resolve(null)));

  it.each([0, 1, 5])('closes a question that was answered elsewhere and shows the run to its end, %i', async (code) => {
    const watch = async () => ({ ...handleFor([answered, ended], done(code)), elsewhere: true as const });
    const { out, ...result } = await answeredElsewhere(aborted, { watch });
    expect(result.code).toBe(code);
    expect(out).toMatch(/Answered in another terminal\.\n[\s\S]*done /);
    expect(out).not.toContain('waiting for you');
  });

  it('refuses an answer to a question that was answered elsewhere, and goes on showing the run', async () => {
    const calls: unknown[][] = [];
    const { out, code } = await answeredElsewhere(async () => 'yes', {
      answer: async (...args) => {
        calls.push(['answer', ...args]);
        throw new ConfigError('Not sent: it was answered.', 'settled');
      },
      watch: async (...args) => {
        calls.push(['watch', ...args]);
        return handleFor([answered, ended], done(1));
      },
    });
    expect(code).toBe(1);
    expect(out).toContain('Not sent: it was answered.\n');
    expect(calls).toEqual([
      ['answer', 'r1abc', 'yes', 2],
      ['watch', 'r1abc', 2],
    ]);
  });

  it('says that the run continues elsewhere when the person leaves it', async () => {
    let stop = (): void => undefined;
    const onStop = (listener: () => void) => {
      stop = listener;
      return () => undefined;
    };
    const watched = (): RunHandle => {
      let left = (): void => undefined;
      const end = new Promise<RunEnd>((resolve) => {
        left = () => resolve(done(4, { interrupted: true }));
      });
      setImmediate(() => stop());
      return { ...handleFor([answered], done(4)), elsewhere: true, stop: () => left(), done: end };
    };
    const app = fakeApp({ answer: async () => watched() });
    const { code, out } = await pawl(['answer', 'plus'], app, { isTTY: true, onStop });
    expect(code).toBe(4);
    expect(out).toContain('The run continues in another terminal. Watch it with: pawl log r1abc --follow\n');
    expect(out).not.toContain('Stopp');
  });

  it('stays waiting when the person leaves the question', async () => {
    const { ask } = person(null, null);
    const { code, out } = await pawl(['run', 'x'], fakeApp({ run: async () => waiting() }), { isTTY: true, ask });
    expect(code).toBe(3);
    expect(out).toContain('pawl answer r1abc');
  });
});

describe('Ctrl-C', () => {
  /** A run that goes on until it is stopped, and then ends as told. */
  function endless(end: RunEnd): { handle: RunHandle; stops: () => number } {
    let stops = 0;
    let finish: (end: RunEnd) => void = () => undefined;
    const finished = new Promise<RunEnd>((resolve) => {
      finish = resolve;
    });
    const events = (async function* () {
      yield* whole.slice(0, 1);
      await finished;
    })();
    const stop = (): void => {
      stops++;
      finish(end);
    };
    return { handle: { run: 'r1abc', events, stop, done: finished }, stops: () => stops };
  }

  it('once stops the run, waits for it and says how to go on', async () => {
    const { handle, stops } = endless(done(4, { interrupted: true }));
    let listening = true;
    const { code, out } = await pawl(['run', 'x'], fakeApp({ run: async () => handle }), {
      onStop: (listener) => {
        setTimeout(listener, 5);
        return () => {
          listening = false;
        };
      },
    });
    expect(code).toBe(4);
    expect(stops()).toBe(1);
    expect(out.trimEnd().split('\n').at(-1)).toBe('Stopped. Continue with: pawl resume r1abc');
    expect(listening).toBe(false);
  });

  it('before the run has begun stops it as soon as it has', async () => {
    const { handle } = endless(done(4, { interrupted: true }));
    const { code } = await pawl(['run', 'x'], fakeApp({ run: async () => handle }), {
      onStop: (listener) => {
        listener();
        return () => undefined;
      },
    });
    expect(code).toBe(4);
  });

  it('twice leaves at once with 4', async () => {
    const { handle } = endless(done(0));
    const codes: number[] = [];
    await pawl(['run', 'x', '--json'], fakeApp({ run: async () => handle }), {
      onStop: (listener) => {
        setTimeout(() => {
          listener();
          listener();
        }, 5);
        return () => undefined;
      },
      exit: (code) => codes.push(code),
    });
    expect(codes).toEqual([4]);
  });

  it('too late to stop anything leaves the exit code as it was', async () => {
    const { handle } = endless(done(0));
    const { code } = await pawl(['run', 'x'], fakeApp({ run: async () => handle }), {
      onStop: (listener) => {
        setTimeout(listener, 5);
        return () => undefined;
      },
    });
    expect(code).toBe(0);
  });
});

describe('while a run goes on', () => {
  const still = (events: typeof whole, ms: number): RunHandle => ({
    run: 'r1abc',
    events: stream(events),
    stop: () => undefined,
    activity: () => ({ kind: 'tests', name: 'vitest', since: 0, tests: { total: 412, failed: 3 } }),
    done: new Promise((resolve) => setTimeout(() => resolve(done(0)), ms)),
  });

  it('a program that reads along hears of it at least every 10 seconds', async () => {
    let now = 0;
    const run = async () => still(whole.slice(0, 2), 1300);
    const { out } = await pawl(['run', 'x'], fakeApp({ run }), { now: () => (now += 11_000) });
    expect(out).toMatch(/^\.\.\. {7}\d+:\d\d · T1 tests: 412 tests, 3 failed, /m);
  });

  it('what is typed goes to it, and Ctrl-C stops it', async () => {
    const app = fakeApp({ run: async () => still(whole.slice(0, 2), 60) });
    let stopped = 0;
    const { out } = await pawl(['run', 'x'], app, {
      isTTY: true,
      keys: (listener) => {
        setTimeout(() => listener('use the helper\r'), 20);
        setTimeout(() => listener('\u0003'), 30);
        return () => (stopped += 1);
      },
    });
    expect(app.calls).toContainEqual(['answer', 'r1abc', 'use the helper']);
    expect(out).toMatch(/attempt .*\n.*Type a line to tell the developer something; Ctrl-C stops the run\./);
    expect(out).toContain('Stopping. Press Ctrl-C again to quit now.');
    expect(stopped).toBe(1);
  });

  it('says less with -q and more with -v', async () => {
    const told = async (flag: string) =>
      (await pawl(['run', 'x', flag], fakeApp({ run: async () => handleFor(whole, done(0)) }))).out;
    expect((await told('-q')).split('\n')[0]).toMatch(/^done /);
    expect(await told('-v')).toMatch(/^step 3 {4}developer edit add\.js: .*\n {10}\S/m);
  });
});

describe('resume and answer', () => {
  it('find a run by the beginning of its name', async () => {
    const app = fakeApp();
    await pawl(['resume', 'r1'], app);
    await pawl(['answer', 'r1', 'plus', '--yes'], app);
    expect(app.calls).toContainEqual(['resume', 'r1abc', {}]);
    expect(app.calls).toContainEqual(['answer', 'r1abc', 'plus']);
  });

  it.each([
    [['go on'], 'go on'],
    [['use', 'the', 'existing', 'helper'], 'use the existing helper'],
    [['r1abc', 'go on'], 'go on'],
    [['hello', 'planner'], 'hello planner'],
  ])('%j goes to the run that is open', async (words, text) => {
    for (const name of ['answer', 'tell']) {
      const app = fakeApp();
      expect((await pawl([name, ...words], app)).code).toBe(0);
      expect(app.calls).toContainEqual(['answer', 'r1abc', text]);
    }
  });

  describe('given nothing but the name of a run', () => {
    const heads = async () => [{ run: 'r1abc', events: 3, alive: false }];

    it.each(['r1abc', '1abc'])('ask on a terminal for the answer to %s', async (name) => {
      const asked: string[] = [];
      const ask = {
        text: async (question: string) => {
          asked.push(question);
          return 'plus';
        },
        confirm: async () => null,
      };
      const app = fakeApp({ heads, view: async () => sampleView });
      expect(await pawl(['answer', name], app, { isTTY: true, ask })).toMatchObject({ code: 0 });
      expect(asked).toEqual(['Which sign?']);
      expect(app.calls).toContainEqual(['answer', 'r1abc', 'plus', null]);
    });

    it('do not take the name for the text where nobody can be asked', async () => {
      const app = fakeApp({ heads });
      const answered = await pawl(['answer', 'r1abc'], app);
      const told = await pawl(['tell', 'r1abc'], app);
      expect(answered).toMatchObject({
        code: 2,
        err: 'pawl: answer run r1abc with what? pawl answer r1abc "<text>"\n',
      });
      expect(told).toMatchObject({ code: 2, err: 'pawl: tell run r1abc what? pawl tell r1abc "<text>"\n' });
      expect(app.calls.map(([name]) => name)).not.toContain('answer');
    });

    it('take a word that names no run here, or has no digit, as the text', async () => {
      for (const word of ['7f3a', 'abc', '1']) {
        const app = fakeApp({ heads });
        expect((await pawl(['answer', word], app)).code).toBe(0);
        expect(app.calls).toContainEqual(['answer', 'r1abc', word]);
      }
    });
  });

  it('tell starts no run that was interrupted', async () => {
    const app = fakeApp({ view: async () => ({ ...sampleView, status: 'interrupted' }) });
    const { code, err } = await pawl(['tell', 'r1abc', 'go on'], app);
    expect(code).toBe(2);
    expect(err).toBe('pawl: run r1abc is not running (interrupted): continue it with pawl resume r1abc first\n');
    expect(app.calls.map(([name]) => name)).not.toContain('answer');
  });

  it('without a run take the newest that has not ended', async () => {
    const ended = { ...sampleView, run: 'r2', status: 'completed', exit_code: 0 };
    const newest = async () => ended;
    const app = fakeApp({ view: newest, runs: async () => [ended, sampleView] });
    await pawl(['answer', 'yes'], app);
    expect(app.calls).toContainEqual(['answer', 'r1abc', 'yes']);
    const none = await pawl(['answer', 'yes'], fakeApp({ view: newest, runs: async () => [ended] }));
    expect(none).toMatchObject({ code: 2, err: 'pawl: no run is open: the newest, r2, has ended (completed)\n' });
  });

  it('an answer without a run goes to the newest that waits for one, not to a newer one that works', async () => {
    const working = { ...sampleView, run: 'r3', status: 'running', question: null };
    const older = { ...sampleView, run: 'r0', question: 'Which file?' };
    const app = fakeApp({ view: async () => working, runs: async () => [working, sampleView, older] });
    const { out } = await pawl(['answer', 'yes'], app);
    expect(app.calls).toContainEqual(['answer', 'r1abc', 'yes']);
    expect(out).toContain('answering r1abc: Which sign?; waiting too: r0\n');

    const ask = { text: async () => 'plus', confirm: async () => null };
    const asking = fakeApp({ view: async () => working, runs: async () => [working, sampleView] });
    expect(await pawl(['answer'], asking, { isTTY: true, ask })).toMatchObject({ code: 0 });
    expect(asking.calls).toContainEqual(['answer', 'r1abc', 'plus', null]);

    const told = fakeApp({ view: async () => working, runs: async () => [working] });
    expect((await pawl(['answer', 'yes'], told)).out).toBe('Sent to r3. Watch it with: pawl log r3 --follow\n');
    const interrupted = { ...working, status: 'interrupted' };
    const none = fakeApp({ view: async () => interrupted, runs: async () => [interrupted] });
    expect(await pawl(['answer', 'yes'], none)).toMatchObject({
      code: 2,
      err: 'pawl: run r3 is not running (interrupted): continue it with pawl resume r3 first\n',
    });
  });

  it('say so when another process has the run', async () => {
    const app = fakeApp({ view: async () => ({ ...sampleView, status: 'running' }) });
    expect((await pawl(['answer', 'r1', 'plus'], app)).out).toBe(
      'Sent to r1abc. Watch it with: pawl log r1abc --follow\n',
    );
  });

  it('without a run leave the choice to the app', async () => {
    const app = fakeApp();
    await pawl(['resume'], app);
    expect(app.calls).toContainEqual(['resume', undefined, {}]);
  });

  it('count what the run had spent before', async () => {
    const resumed = record([samples['run.resumed'], samples['model.called'], samples['attempt.finished']], 7);
    const app = fakeApp({
      resume: async () => handleFor(resumed, done(0)),
      events: () => stream([...whole, ...resumed]),
    });
    const { out } = await pawl(['resume'], app);
    expect(out).toContain('$0.0250 so far');
    expect(out).not.toContain('r1abc: make add right');
    expect(out).toMatch(/^run +r1abc continues\n +make add right$/m);
  });
});
