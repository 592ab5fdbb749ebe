import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { strip } from '../../../src/faces/cli/terminal/text.ts';
import type { MemoryDocument } from '../../../src/schema/run/debug-memory.ts';
import type { Check } from '../../../src/schema/run/view.ts';
import { fakeApp, pawl, sampleView, stream } from './fake-app.ts';
import { record, samples } from './samples.ts';

describe('status', () => {
  it('lists the runs, or says that there are none', async () => {
    expect((await pawl(['status'])).out).toContain('no runs yet');
    const { out } = await pawl(['status'], fakeApp({ runs: async () => [sampleView] }));
    expect(out.split('\n')).toEqual([
      'RUN    STATUS   TASKS  COST     TIME        STARTED           BRANCH               REQUEST',
      'r1abc  waiting  0/1    $0.0125  1 min 15 s  2026-01-02 03:04  pawl/make-add-right  make add right',
      'waits     Which sign?',
      '          pawl answer r1abc "<text>"',
      '',
    ]);
  });

  it('shows ids on a terminal, and no line wider than it', async () => {
    const view = (run: string) => ({
      ...{ ...sampleView, run, status: 'budget_exhausted' },
      request: 'make the parser of durations faster '.repeat(3),
    });
    const runs = async () => [view('20260102-030405-a1b2'), view('20260102-030405-7f3a'), view('20260101-010101-7f3a')];
    for (const columns of [80, 110, 160]) {
      const { out } = await pawl(['status'], fakeApp({ runs }), { isTTY: true, columns: () => columns });
      const lines = out.trimEnd().split('\n');
      expect(lines).toHaveLength(4);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(lines[1]).toMatch(/^a1b2 /);
      expect(lines[2]).toMatch(/^20260102-03/);
    }
  });

  it('keeps states and times whole on a narrow terminal, and leaves out the day of today', async () => {
    const view = { ...sampleView, status: 'budget_exhausted', request: 'make the parser of durations faster' };
    const runs = async () => [view, { ...view, run: 'r2', undone: true, left: ['x'] }];
    const table = async (day: string) => {
      const io = { isTTY: true, columns: () => 60, now: () => Date.parse(`${day}T08:00:00.000Z`) };
      return (await pawl(['status'], fakeApp({ runs }), io)).out.trimEnd().split('\n');
    };
    expect(await table('2026-01-02')).toEqual([
      'RUN    STATUS            COST     STARTED  REQUEST',
      'r1abc  budget exhausted  $0.0125  03:04    make the parser…',
      'r2     partly undone     $0.0125  03:04    make the parser…',
    ]);
    expect((await table('2026-01-03'))[1]).toContain('01-02 03:04  make the…');
  });

  it('leaves the branch out before the request, as a terminal gets narrower', async () => {
    const run = {
      ...sampleView,
      branch: 'pawl/make-the-parser-read-nested-lists',
      request: 'make the parser read nested lists',
    };
    const heads = async (columns: number) => {
      const { out } = await pawl(['status'], fakeApp({ runs: async () => [run] }), {
        isTTY: true,
        columns: () => columns,
      });
      expect(out).toContain(run.request);
      return out.split('\n')[0]?.split(/ {2,}/).slice(4).join(' ').trim();
    };
    expect(await heads(150)).toBe('TIME STARTED BRANCH REQUEST');
    expect(await heads(110)).toBe('TIME STARTED REQUEST');
    expect(await heads(90)).toBe('STARTED REQUEST');
  });

  it('prints the path of a report from home, in front of the report and apart from it', async () => {
    const path = '/tmp/you/.local/state/pawl/report.md';
    const app = () => fakeApp({ report: async () => '# Done: x\n', reportFile: async () => path });
    const env = { HOME: '/tmp/you' };
    expect(await pawl(['report', 'r1'], app(), { env })).toMatchObject({
      out: '# Done: x\n',
      err: `report: ${path}\n`,
    });
    expect((await pawl(['report', 'r1'], app(), { env, isTTY: true })).err).toBe('~/.local/state/pawl/report.md\n\n');
  });

  it('gives a yes to a plan that waits to be confirmed', async () => {
    const run = { ...sampleView, about: 'plan' as const };
    const app = fakeApp({ view: async () => run, runs: async () => [run] });
    expect((await pawl(['status', 'r1abc'], app)).out).toContain('next      pawl answer r1abc yes\n');
    expect((await pawl(['status'], app)).out).toContain('          pawl answer r1abc yes\n');
  });

  it('calls an undone run undone, without its branch, which is gone', async () => {
    const run = { ...sampleView, status: 'completed', exit_code: 0, question: null, branch: 'pawl/x', undone: true };
    const { out } = await pawl(['status', 'r1abc'], fakeApp({ view: async () => run }));
    expect(out).toContain('status    undone; it had ended as completed, exit code 0');
    expect(out).not.toContain('branch ');
  });

  it('shows what a cancel cut off as cut off, not as work', async () => {
    const [task] = sampleView.tasks;
    const attempts = task?.attempts.map((attempt) => ({ ...attempt, status: 'working' })) ?? [];
    const run = { ...sampleView, status: 'cancelled', exit_code: 4, tasks: task ? [{ ...task, attempts }] : [] };
    const { out } = await pawl(['status', 'r1abc'], fakeApp({ view: async () => run }));
    expect(out).toContain('task      T1 cancelled (tier smart');
    expect(out).toContain('          attempt 1  cheap  cut off');
    expect(out).not.toMatch(/active|working/);
  });

  it('shows a cost that adds up, with calls that were cut off', async () => {
    const run = { ...sampleView, usd: 0.02, usd_cut_off: 0.0075 };
    const { out } = await pawl(['status', 'r1abc'], fakeApp({ view: async () => run }));
    expect(out).toContain('cost      $0.02 (cheap $0.0025, smart $0.01, cut-off calls up to $0.0075)');
  });

  it('shows one run with its tasks, attempts, cost by tier, role and task, and what to do next', async () => {
    const { out } = await pawl(['status', 'r1']);
    expect(out).toContain('status    waiting (working on tasks)');
    expect(out).toContain('question  Which sign?');
    expect(out).toContain('cost      $0.0125 (cheap $0.0025, smart $0.01)');
    expect(out).toContain('roles     developer $0.0105, reviewer $0.0020');
    expect(out).toContain('task      T1 active (tier smart, $0.0105): Make add right');
    expect(out).toContain('          attempt 1  cheap  fail  2 failing tests\n');
    expect(out).toContain('          attempt 2  smart  pass  0 failing tests  review 86/100\n');
    expect(out).toContain('next      pawl answer r1abc "<text>"');
  });

  it('says what a run does now, draws in place, and ends with all of it once nobody works', async () => {
    const view = (status: string) => ({ ...sampleView, status, question: null });
    const frames = [[view('running'), ...Array(9).fill(view('failed'))], Array(10).fill(view('completed'))];
    const events = async function* () {
      yield* record([samples['agent.step']]);
    };
    const last_event = Date.parse(record([samples['agent.step']])[0]?.at ?? '');
    const terminal = { isTTY: true, columns: () => 80, rows: () => 5, now: () => last_event + 30_000 };
    const app = fakeApp({ runs: async () => frames.shift() ?? [], events });
    const { out } = await pawl(['status', '--watch'], app, terminal);
    const [first = '', last = ''] = out.split('\u001b[4A\r\u001b[J');
    expect(first.split('\n')).toHaveLength(5);
    expect(strip(first)).toMatch(/ running (?:.*\n){2}now {7}r1abc 1:45 · .*edit add\.js/);
    expect(last.split('\n')).toHaveLength(12);
    expect(last).not.toContain('now');
  });

  it('is one object with --json', async () => {
    const app = fakeApp({ runs: async () => [sampleView] });
    expect(JSON.parse((await pawl(['status', '--json'], app)).out)).toEqual({ runs: [sampleView] });
    expect(JSON.parse((await pawl(['status', 'r1', '--json'], app)).out)).toEqual(sampleView);
  });

  it('of an unknown run is the error of the app', async () => {
    expect(await pawl(['status', 'zzz'])).toMatchObject({ code: 2, err: 'pawl: no run is called zzz\n' });
  });
});

describe('log', () => {
  const ok = {
    ...samples['verdict.reached'],
    verdict: { ...samples['verdict.reached'].verdict, status: 'pass' as const },
  };
  const events = record([
    samples['run.started'],
    samples['attempt.started'],
    samples['model.called'],
    { ...samples['agent.step'], thought: 'It is\u001b[2J wrong: "x"\n--- so' },
    samples['model.called'],
    samples['verdict.reached'],
    ok,
  ]);
  const blobs: Record<string, unknown> = {
    [samples['model.called'].prompt_ref]: [
      { role: 'system', text: 'You develop.' },
      { role: 'user', text: 'Make add right.' },
    ],
    [samples['model.called'].message_ref]: {
      role: 'assistant',
      text: 'I \u001b[31mlook.',
      calls: [{ id: '1', name: 'edit', input: { path: 'add.js' } }],
    },
    [samples['agent.step'].result_ref]: { role: 'tool', id: '1', name: 'edit', text: 'edited' },
  };
  const app = () => fakeApp({ events: () => stream(events), blob: async (digest) => JSON.stringify(blobs[digest]) });

  it('prints every event as lines with their time', async () => {
    const { out } = await pawl(['log', 'r1', '-v'], app());
    expect(out).toContain('03:04:05 run       r1abc: make add right\n');
    const brief = (await pawl(['log', 'r1'], app())).out;
    expect(brief).toContain('03:04:05 verdict   fail');
    expect(brief).not.toMatch(/(?:step 3|model) /);
    expect(out).toContain('03:04:05 step 3    developer edit add.js: It is wrong: "x" --- so\n');
    expect(out).toContain(
      '03:04:05 model     cheap local/cheap as developer: 100 tokens in (40 cached), 20 out, $0.0125\n',
    );
  });

  it('goes on with --follow until nobody works on the run any more', async () => {
    const asked: (number | undefined)[] = [];
    const statuses = ['running', 'running', 'completed'];
    const following = fakeApp({
      view: async () => ({ ...sampleView, status: asked.length === 0 ? 'running' : (statuses[asked.length] ?? '') }),
      events: (_run, after) => {
        asked.push(after);
        return stream(events.slice(asked.length - 1, asked.length));
      },
    });
    const { code, out } = await pawl(['log', '--follow'], following);
    expect(code).toBe(0);
    expect(asked).toEqual([0, events[0]?.seq, events[1]?.seq]);
    expect(out.match(/03:04:05 (run|attempt|model) /g)).toHaveLength(2);
  });

  it('ends --follow of a run whose process is gone with how to continue', async () => {
    const { out } = await pawl(
      ['log', '--follow'],
      fakeApp({ view: async () => ({ ...sampleView, status: 'interrupted' }) }),
    );
    expect(out).toMatch(/^stopped {3}no process is working on it; continue with: pawl resume r1abc\n$/);
  });

  it('ends --follow of a run that waits with how to answer', async () => {
    const { out } = await pawl(['log', '--follow'], app());
    expect(out).toMatch(/\nwaits {5}for your answer: pawl answer r1abc "<text>"\n$/);
  });

  it('is the events themselves with --json', async () => {
    const { out } = await pawl(['log', 'r1', '--json'], app());
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(events);
  });

  it('shows only failures with --level error', async () => {
    const { out } = await pawl(['log', 'r1', '--level', 'error', '--json'], app());
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).seq),
    ).toEqual([6]);
  });

  it('says a reason once, and does not name itself as the place to look', async () => {
    const reason = 'all tiers exhausted (2 attempts without a pass)';
    const failed = record([
      { ...samples['task.finished'], status: 'failed', reason },
      { ...samples['handed.over'], question: null, reason },
      { ...samples['run.finished'], status: 'failed', exit_code: 1, reason },
    ]);
    for (const level of ['info', 'error']) {
      const { out } = await pawl(['log', 'r1', '--level', level], fakeApp({ events: () => stream(failed) }));
      expect(out.split(reason)).toHaveLength(2);
      expect(out).toContain('see: ');
      expect(out).not.toContain('pawl log');
    }
  });

  it('shows the conversation of an attempt, its opening once', async () => {
    const { out } = await pawl(['log', 'r1', '--attempt', '2'], app());
    const heads = out.split('\n').filter((line) => line.startsWith('==='));
    expect(heads).toEqual([
      '=== system · developer · T1 · attempt 2',
      '=== user · developer · T1 · attempt 2',
      '=== assistant · developer · T1 · attempt 2',
      '=== result of edit · developer · T1 · attempt 2',
      '=== assistant · developer · T1 · attempt 2',
    ]);
    expect(out).toContain('I look.\n→ edit {\n  "path": "add.js"\n}\n');
  });

  it('shows long texts on a terminal between words and in the pager, which --follow does without', async () => {
    const observation = `${'a word '.repeat(30).trimEnd()}\n  indented`;
    const long = record([samples['run.started'], { ...samples['agent.step'], observation }]);
    const message = { role: 'tool', id: '1', name: 'edit', text: observation };
    const talkative = () => fakeApp({ events: () => stream(long), blob: async () => JSON.stringify(message) });
    for (const what of [['--attempt', '2'], ['--agent']]) {
      const pages: string[] = [];
      const io = { isTTY: true, columns: () => 60, page: async (text: string) => void pages.push(text) };
      const { out } = await pawl(['log', 'r1', ...what], talkative(), io);
      expect(out).toBe('');
      const lines = pages
        .join('')
        .split('\n')
        .filter((line) => line.includes('a word'));
      expect(lines.length).toBeGreaterThan(2);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
      const piped = await pawl(['log', 'r1', ...what], talkative());
      expect(piped.out).toContain('a word '.repeat(30).trimEnd());
      const view = async () => ({ ...sampleView, status: 'completed' });
      const following = fakeApp({ events: () => stream(long), blob: async () => JSON.stringify(message), view });
      expect((await pawl(['log', 'r1', ...what, '--follow'], following, io)).out).toContain('a word');
    }
  });

  it('refuses an attempt that there was not', async () => {
    expect(await pawl(['log', 'r1', '--attempt', '9'], app())).toMatchObject({
      code: 2,
      err: 'pawl: run r1abc has no attempt 9\n',
    });
  });

  const documents = (out: string) =>
    parseAllDocuments(out).map((document) => ('toJS' in document ? document.toJS() : null));
  const { action_input } = samples['agent.step'];
  const told = {
    ...{ step: 3, thought: 'It is wrong: "x"\n--- so', action: 'edit', action_input },
    ...{ observation: 'edited', reflection: 'done with it', decision: 'continue', reason: 'tests next' },
  };

  it('writes the steps of the agents as one YAML document each', async () => {
    const { out } = await pawl(['log', 'r1', '--agent'], app());
    expect(documents(out)).toEqual([told]);
  });

  it('writes how an agent ended, with its verification and the whole of its output', async () => {
    const nasty = ['---', 'a: b', '# c', '...', '\u2028', '\ufeff', '"', "'", '|', '\ttab', ' lead', '\ud800'];
    const end = {
      ...samples['agent.finished'],
      verification: ['completeness: ok: whole', 'constraints: failed: a\u001b[2J: b', 'constraints: ok: c'],
    };
    const blob = async () => JSON.stringify({ nasty });
    const ended = fakeApp({ events: () => stream(record([samples['run.started'], end])), blob });
    const { out } = await pawl(['log', 'r1', '--agent', 'analyst'], ended);
    expect(documents(out)).toEqual([
      {
        verification: { completeness: '✓ whole', constraints: '✗ a: b; ✓ c' },
        ...{ state: 'escalate', reason: 'out of steps', output: { nasty } },
      },
    ]);
  });

  it('writes those of one agent, and says where there are none', async () => {
    expect(documents((await pawl(['log', 'r1', '--agent', 'developer'], app())).out)).toEqual([told]);
    expect(await pawl(['log', 'r1', '--agent', 'planner'], app())).toMatchObject({
      code: 2,
      err: 'pawl: run r1abc has no steps by planner\n',
    });
  });

  it('writes them as one object each with --json', async () => {
    const { out } = await pawl(['log', 'r1', '--agent', '--json'], app());
    expect(JSON.parse(out)).toMatchObject({ agent: 'developer', task: 'T1', attempt: 2, step: 3, action: 'edit' });
  });
});

describe('a search of the memory', () => {
  it('that finds nothing says whether there is anything to find', async () => {
    const none = await pawl(['memory', 'search', 'x'], fakeApp());
    expect(none.out).toBe('nothing is remembered here yet\n');
    const app = fakeApp({ exportMemory: () => stream([{} as MemoryDocument]) });
    expect((await pawl(['memory', 'search', 'x'], app)).out).toBe('nothing in the memory matches\n');
  });
});

describe('diff', () => {
  const patch = '+const red = "\u001b[31m";\r\n';
  const change = { patch, task: null as string | null, attempt: null as number | null };
  const app = (named = change) => fakeApp({ change: async () => named });

  it('is the patch byte for byte when a program reads it', async () => {
    expect((await pawl(['diff', 'r1'], app())).out).toBe(patch);
  });

  it('is harmless on a terminal', async () => {
    expect((await pawl(['diff', 'r1'], app(), { isTTY: true, env: { NO_COLOR: '1' } })).out).toBe('+const red = "";\n');
  });

  it('is one object with --json', async () => {
    expect(JSON.parse((await pawl(['diff', 'r1', '--json'], app())).out)).toEqual({ run: 'r1abc', ...change });
  });

  it('names the attempt where nothing was committed, apart from the patch', async () => {
    const { out, err } = await pawl(['diff', 'r1'], app({ patch, task: 'T1', attempt: 2 }));
    expect([out, err]).toEqual([patch, 'no commit; attempt 2 of T1 changed:\n']);
    expect((await pawl(['diff', 'r1'], app())).err).toBe('');
  });
});

describe('verify', () => {
  it('tells a person who edited a test how to have it judged', async () => {
    const { verdict } = samples['verdict.reached'];
    const file = "test/it's.test.js";
    const refused = {
      ...{ ...verdict, status: 'fail' as const, stopped_at: 'integrity' as const, test_failures: [] },
      tests: { ...verdict.tests, total: 0 },
      integrity: [{ file, rule: 'existing test' }],
      findings: [{ kind: 'protected' as const, file, text: 'for the developer' }],
      warnings: ['for the developer'],
    };
    const { code, out } = await pawl(['verify', '--target', '/t'], fakeApp({ verify: async () => refused }));
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^verdict {3}fail: protected files changed, so no test was run \(/),
      "          because: test/it's.test.js is protected (existing test)",
      "          if you meant this: pawl verify --unlock 'test/it'\\''s.test.js' --target /t",
      '',
    ]);
  });
});

describe('doctor', () => {
  const check = (ok: boolean, required: boolean): Check => ({
    name: 'bubblewrap',
    ok,
    required,
    detail: ok ? '0.8' : 'not found: apt install bubblewrap',
  });
  const doctor = (...checks: Check[]) => pawl(['doctor'], fakeApp({ doctor: async () => checks }));

  it('says what is there, what is missing and how to mend it', async () => {
    const { code, out } = await doctor(check(true, true), check(false, true));
    expect(code).toBe(8);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^pawl \d.*, node \d/),
      'ok       bubblewrap  0.8',
      'not ok   bubblewrap  not found: apt install bubblewrap',
      'Not ready: see bubblewrap.',
      '',
    ]);
  });

  it('says what works where only a model is missing, and is not content all the same', async () => {
    const tiers: Check = { ...check(false, true), name: 'tiers', works_without_model: true };
    const { code, out } = await doctor(check(true, true), tiers);
    expect(code).toBe(8);
    expect(out).toContain(
      'Ready for pawl fix, verify and review, which need no model. Not ready for pawl run: see tiers.',
    );
    expect((await doctor(tiers, check(false, true))).out).toContain('Not ready: see tiers.');
  });

  it('is ready for nothing where there are neither tests nor a model', async () => {
    const tests: Check = { ...check(false, false), name: 'tests' };
    expect((await doctor(check(true, true), tests)).out).toContain('Ready, but no test can be run here');
    const tiers: Check = { ...check(false, true), name: 'tiers', works_without_model: true };
    expect(await doctor(tiers, tests)).toMatchObject({
      code: 8,
      out: expect.stringContaining('Not ready: see tiers, tests.'),
    });
    const configured: Check = { ...check(true, true), name: 'tiers', works_without_model: true };
    expect(await doctor(configured, tests)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /\nNo tests: pawl fix, verify and review have nothing to run\. pawl run needs a model\.\n$/,
      ),
    });
  });

  it('is content without what is not required', async () => {
    expect(await doctor(check(false, false))).toMatchObject({ code: 0 });
  });

  it('repairs when asked', async () => {
    const app = fakeApp();
    await pawl(['doctor', '--repair'], app);
    expect(app.calls).toContainEqual(['doctor', true, false]);
  });
});

describe('config', () => {
  const settings = async () => ({
    values: { limits: { run_usd: 5 }, tiers: [{ name: 'a' }], strategy: 'branch' },
    origins: { 'limits.run_usd': 'flags', tiers: '/home/me/config.yaml' },
    notes: ['no key for b'],
  });

  it('is YAML', async () => {
    expect((await pawl(['config'], fakeApp({ settings }))).out).toBe(
      'limits:\n  run_usd: 5\ntiers:\n  - name: a\nstrategy: branch\n# note: no key for b\n',
    );
  });

  it('says where each value comes from', async () => {
    expect((await pawl(['config', '--show-origin'], fakeApp({ settings }))).out.split('\n')).toEqual([
      'limits.run_usd: 5  # flags',
      'tiers: [{"name":"a"}]  # /home/me/config.yaml',
      'strategy: "branch"  # defaults',
      '# note: no key for b',
      '',
    ]);
  });
});

it('a command that takes a run takes the newest without one', async () => {
  for (const name of ['log', 'diff', 'report', 'undo', 'cancel']) expect((await pawl([name])).code).toBe(0);
  const app = fakeApp();
  await pawl(['diff'], app);
  expect(app.calls).toContainEqual(['change', 'r1abc']);
});

describe('the other commands', () => {
  it('cancel says where finished work is', async () => {
    const view = async () => ({ ...sampleView, branch: 'pawl/x', commits: ['abc'], next: 'git merge pawl/x' });
    const { out } = await pawl(['cancel', 'r1'], fakeApp({ view, cancel: async () => 'cancelled' }));
    expect(out).toBe('cancelled r1abc\nwhat was finished is on pawl/x: git merge pawl/x\n');
  });

  it.each([
    [['cancel', 'r1'], 'asked the process that is running r1abc to cancel it\n'],
    [['undo', 'r1'], 'undid r1abc: deleted the branch pawl/x\nrestore it with: git branch pawl/x abc\n'],
    [['graph'], 'flowchart LR\n  a --> b\n'],
    [['clean'], '0 clones removed, 0 bytes freed\n'],
    [['init'], 'nothing to do: the folder is ready\n'],
  ])('%j says what was done', async (argv, out) => {
    expect(await pawl(argv)).toMatchObject({ code: 0, out, err: '' });
  });

  it.each([
    [['cancel', 'r1'], { run: 'r1abc', outcome: 'requested' }],
    [
      ['undo', 'r1'],
      { run: 'r1abc', branch: 'pawl/x', sha: 'abc', restored: [{ ref: 'pawl/x', sha: null }], left: [] },
    ],
    [['graph'], { mermaid: 'flowchart LR\n  a --> b\n' }],
    [['clean'], { removed: [], kept: [], bytes: 0 }],
    [['init'], { created: [], committed: false }],
    [['doctor'], { ok: true, version: expect.any(String), checks: [] }],
    [['config'], {}],
  ])('%j is one object with --json', async (argv, expected) => {
    const { out } = await pawl([...argv, '--json']);
    expect(out.endsWith('\n')).toBe(true);
    expect(JSON.parse(out)).toEqual(expected);
  });

  it('say of a completed run how to take its work', async () => {
    const view = { ...sampleView, status: 'completed', exit_code: 0, next: 'git merge pawl/x' };
    const { out } = await pawl(['status', 'r1', '--target', '/t'], fakeApp({ view: async () => view }));
    expect(out).toContain('next      git -C /t merge pawl/x\n          pawl report r1abc --target /t\n');
  });

  it('say of an undo without a name that the newest run is undone already, and which to name', async () => {
    const undone = { run: 'r2', branch: 'pawl/x', sha: 'abc', restored: [], left: [], already: { before: 'r1' } };
    expect(await pawl(['undo'], fakeApp({ undo: async () => undone }))).toMatchObject({
      code: 0,
      out: 'the newest run, r2, is undone already; to undo the one before it: pawl undo r1\n',
    });
    const only = { ...undone, already: { before: null } };
    expect((await pawl(['undo'], fakeApp({ undo: async () => only }))).out).toBe(
      'the newest run, r2, is undone already\n',
    );
  });

  it('say of an undo what is left, and so does the status', async () => {
    const left = ['main still contains abc; to take it back: git reset --keep def'];
    const restored = [{ ref: 'pawl/x', sha: null }];
    const view = { ...sampleView, status: 'completed', undone: true, left };
    const app = fakeApp({
      undo: async () => ({ run: 'r1abc', branch: 'pawl/x', sha: 'abc', restored, left }),
      runs: async () => [view],
      view: async () => view,
    });
    expect((await pawl(['undo', 'r1'], app)).out.split('\n')).toEqual([
      'partly undid r1abc: deleted the branch pawl/x',
      'restore it with: git branch pawl/x abc',
      `not undone: ${left[0]}`,
      '',
    ]);
    expect((await pawl(['status'], app)).out).toContain('completed, partly undone');
    expect((await pawl(['status', 'r1'], app)).out).toMatch(
      /undone +in part; what was left then:\n +main still contains abc; to take it back: git reset --keep def\n/,
    );
  });

  it('print a report as Markdown or as its JSON', async () => {
    const app = fakeApp({
      report: async (_run, format) => (format === 'json' ? '{\n "status": "completed"\n}' : '# Done\u001b[2J\n\n'),
    });
    expect((await pawl(['report', 'r1'], app)).out).toBe('# Done\n');
    expect((await pawl(['report', 'r1', '--json'], app)).out).toBe(
      '{"status":"completed","path":"/state/reports/r1/report.md"}\n',
    );
    expect((await pawl(['report', 'r1', '--format', 'json'], app)).out).toContain('"status":"completed"');
    expect(await pawl(['report', 'r1', '--html', '--handover'], app)).toMatchObject({ code: 2, out: '' });
  });
});

describe('pr show', () => {
  const pull = {
    ...{ number: 3, url: 'pawl pr show 3', title: 'fix: make it add', draft: false, state: 'open' as const },
    ...{ head: 'pawl/make-it-add', head_sha: '1'.repeat(40), base: 'main' },
    body: '### Review\n\n**100/100**, approved\n\n<!-- pawl run=r1 t1 -->\n\n',
  };

  it('shows on a terminal what can be read, without a word about itself, and how to merge it', async () => {
    const { out } = await pawl(['pr', 'show', '3'], fakeApp({ pull: async () => pull }), {
      isTTY: true,
      env: { NO_COLOR: '1' },
    });
    expect(out.split('\n')).toEqual([
      '3: fix: make it add',
      'open, pawl/make-it-add into main, at 111111111111',
      '',
      'Review',
      '',
      '100/100, approved',
      '',
      'next      pawl pr merge 3',
      '',
    ]);
  });

  it('is Markdown for a program, and no draft is to be merged', async () => {
    const draft = { ...pull, draft: true, url: 'https://forge.example/3' };
    const { out } = await pawl(['pr', 'show', '3'], fakeApp({ pull: async () => draft }));
    expect(out).toContain('\nhttps://forge.example/3\n\n### Review\n\n**100/100**, approved\n');
    expect(out).not.toContain('merge 3');
  });
});
