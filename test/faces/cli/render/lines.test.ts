import { describe, expect, it } from 'vitest';
import { hintsFor } from '../../../../src/faces/cli/hints.ts';
import { isFailure } from '../../../../src/faces/cli/render/failures.ts';
import { isMilestone, linesFor } from '../../../../src/faces/cli/render/run/lines.ts';
import { resumeLines, runLines, runTable } from '../../../../src/faces/cli/render/run/status.ts';
import { createStory } from '../../../../src/faces/cli/render/run/story.ts';
import { plainStyle, styleFor } from '../../../../src/faces/cli/render/style.ts';
import { verdictLines } from '../../../../src/faces/cli/render/verdict.ts';
import { inShort } from '../../../../src/schema/judge/review.ts';
import type { EventType, PawlEvent, Recorded } from '../../../../src/schema/run/event.ts';
import { sampleView } from '../fake-app.ts';
import { record, samples } from '../samples.ts';

const lines = (event: PawlEvent): string[] => record([event]).flatMap((recorded) => linesFor(recorded));
const text = (type: EventType): string => lines(samples[type]).join('\n');

describe('linesFor', () => {
  it.each(Object.keys(samples) as EventType[])('says something plain about %s', (type) => {
    const said = lines(samples[type]);
    expect(said.length).toBeGreaterThan(0);
    expect(said.join('')).not.toMatch(/undefined|\[object|\p{Cc}/u);
  });

  it('says nothing about a type it does not know', () => {
    const unknown = { type: 'moon.risen', seq: 1, at: '', run: 'r' } as unknown as Recorded;
    expect(linesFor(unknown)).toEqual([]);
    const inherited = { type: 'toString', seq: 1, at: '', run: 'r' } as unknown as Recorded;
    expect(linesFor(inherited)).toEqual([]);
  });

  it('tells a project without tests from one whose tests fail before the first has ended', () => {
    const none = { ...samples['baseline.measured'], total: 0, passed: 0, failed: 0, runner: 'tape' };
    expect(lines(none)).toEqual([
      'baseline  no tests (tape): the change must add some, unless --allow-untested is given',
    ]);
    expect(lines({ ...none, failed: 2, duration_ms: 500 })).toEqual([
      'baseline  tape: the test run failed before any test ended (500 ms)',
    ]);
  });

  it('names the first tests that fail before any change, and counts the others', () => {
    const failing = [
      { test: 'test/add.test.js > adds', error: 'AssertionError: Expected values to be strictly equal:\n3 !== 4' },
      { test: '(runner)', error: '' },
    ];
    expect(lines({ ...samples['baseline.measured'], failed: 4, failing }).slice(1)).toEqual([
      '          test/add.test.js > adds: AssertionError: Expected values to be strictly equal: 3 !== 4',
      '          the test run',
      '          and 2 more',
    ]);
  });

  it('tells an answer from what a person said without being asked', () => {
    expect(lines({ type: 'answer.given', text: 'plus' })).toEqual(['answer    plus']);
    expect(lines({ type: 'answer.given', text: 'hurry', asked: false })).toEqual(['you said  hurry']);
    const late = { type: 'answer.given', text: 'hurry', asked: false } as const;
    expect(lines({ ...late, late: { task: 't1', step: 'review' } })).toEqual([
      'you said  hurry (t1 is being reviewed: a developer reads this only if there is another attempt)',
    ]);
    expect(lines({ ...late, late: { task: null, step: null } })).toEqual([
      'you said  hurry (no developer will read this: start another run for it)',
    ]);
    expect(lines({ ...samples['run.finished'], unread: ['hurry'] })).toContain(
      '          not read by any developer: "hurry"; start another run for it',
    );
  });

  it('names the run, its base and its ladder', () => {
    expect(text('run.started')).toBe(
      [
        'run       r1abc: make add right',
        '          base 0123456789 of /t',
        '          ladder cheap → smart, at most $5.00',
      ].join('\n'),
    );
  });

  it('counts the tests of a verdict and shows the first failure', () => {
    expect(lines(samples['verdict.reached'])).toEqual([
      'verdict   fail: 3 of 5 tests passed, 2 failed, 1 fixed, 2 broken (1.2 s, confidence 0.9)',
      '          first failure: add.test.js > adds: expected 3, got 4 (add.test.js:7) and 1 more',
      '          warning: unproven',
    ]);
  });

  it('shows what an attempt changed and how it ended', () => {
    expect(text('attempt.finished')).toContain('2 files +10 -3: add.js, add.test.js, ran out of steps');
    expect(lines({ ...samples['attempt.finished'], files: [] })[0]).toContain('nothing changed');
  });

  it('gives the evidence of a loop and the reason of an escalation', () => {
    expect(text('loop.detected')).toContain('loop      T1, attempt 2 equals attempt 1');
    expect(text('tier.escalated')).toContain('cheap → smart: it went in circles');
  });

  it('breaks a review score down', () => {
    expect(text('review.scored')).toContain('72/100 changes requested, round 1');
    expect(text('review.scored')).toContain(
      'code quality 20/30, tests 17/25, security 20/20, documentation 5/15, acceptance 10/10',
    );
    expect(text('review.scored')).toContain('blocking: no test');
    const more = { left_out: ['tests: coverage, which was not measured'], breaking: ['parse is gone (index.js)'] };
    const besides = lines({ ...samples['review.scored'], ...more }).join('\n');
    expect(besides).toContain('breaking change, announced: parse is gone (index.js)');
    expect(besides).toContain('not counted: coverage, which was not measured');
  });

  it('says of an approved change what it needed and what nobody named a test for', () => {
    const approved = {
      ...{ ...samples['review.scored'], score: 87, blocking: [], decision: 'approve' as const },
      criteria: [{ text: 'it is quick', state: 'unproven' as const, why: 'nobody named a test' }],
      feedback: ['acceptance: not proven: it is quick: nobody named a test; name a test', 'name it better'],
    };
    const [first, ...rest] = lines(approved);
    expect(first).toContain('87/100 approved (80 needed), round 1');
    expect(rest.slice(1)).toEqual([
      '          no test was named for 1 criterion: it is quick',
      '          - name it better',
    ]);
    const short = { score: 87, decision: 'approve', by: 'checks', criteria: approved.criteria } as const;
    expect(inShort(short)).toBe('checks passed, 87/100 (80 needed); no model reviewed it');
    expect(inShort({ ...short, decision: 'request_changes' }, 'judged as a feature')).toBe(
      'changes requested, 87/100; no model reviewed it (judged as a feature)',
    );
  });

  it('counts the criteria that are proven and names the others, and what fails together', () => {
    expect(lines(samples['criteria.checked'])).toEqual([
      'criteria  1 of 2 proven',
      '          T1: it is quick: not proven (neither the plan nor the developer named a test for it)',
    ]);
    const clash = { ...samples['criteria.checked'], failures: ['a.test.js > adds'], criteria: [] };
    expect(lines(clash)).toEqual(['together  the tasks fail together: a.test.js > adds']);
  });

  it('says what of the cost is counted for calls that were cut off', () => {
    expect(lines({ ...samples['run.finished'], cut_off_usd: 0.0075 }).join('\n')).toContain(
      'cost $0.0125, including up to $0.0075 for cut-off calls',
    );
  });

  it('ends with the cost, the report and where to look', () => {
    expect(lines(samples['run.finished'])).toEqual([
      'done      completed in 12.3 s: 4 attempts, solved by smart, cost $0.0125',
      '          1 commit 0123456789',
      '          branch pawl/make-add-right',
      '          report /s/pawl/repositories/t-1/reports/r1/report.md',
      '          see: git log -p pawl/make-add-right',
      '               pawl report r1abc',
    ]);
  });

  it('names the repository and the folder of a run once each', () => {
    const at = (target: string) => lines({ ...samples['run.started'], target, scope: 'packages/a' })[1];
    expect(at('/t/packages/a')).toBe('          base 0123456789 of /t, in packages/a');
    expect(at('/t')).toBe('          base 0123456789 of /t, in packages/a');
  });

  it('repeats target and configuration in the commands it recommends', () => {
    const style = styleFor(false, hintsFor({ target: 'my repo', config: 'c.yaml' }));
    const said = record([samples['run.finished']]).flatMap((event) => linesFor(event, style));
    expect(said).toContain("          see: git -C 'my repo' log -p pawl/make-add-right");
    expect(said).toContain("               pawl report r1abc --target 'my repo' --config c.yaml");
  });

  it('names the next command as it is typed, whichever program it is of', () => {
    const next = (command: string) => lines({ ...samples['run.finished'], next: command });
    expect(next('pawl pr show 1')).toContain('next      pawl pr show 1');
    expect(next('git merge pawl/x')).toContain('next      git merge pawl/x');
  });

  it('says that a test must be added where there was none to fix', () => {
    const end = { ...samples['run.finished'], status: 'unfit', exit_code: 8, next: 'pawl fix' } as const;
    expect(lines(end)).toContain('next      add a test and commit it, then: pawl fix');
  });

  it('says how to get a model where only the repairer could try', () => {
    expect(
      lines({ ...samples['run.finished'], status: 'failed', exit_code: 1, next: 'pawl setup' }).join('\n'),
    ).toContain('next      this needs a model: set a key or start a local model server, then: pawl setup');
  });

  it('says why a run failed and where its errors are', () => {
    const said = lines({ ...samples['run.finished'], status: 'budget_exhausted', exit_code: 5, reason: 'spent' });
    expect(said[0]).toContain('ended     budget exhausted');
    expect(said).toContain('          spent');
    expect(said.at(-1)).toContain('pawl log r1abc --level error');
  });

  it('strips terminal escapes from every field it shows', () => {
    for (const sample of Object.values(samples)) {
      const hostile = JSON.parse(JSON.stringify(sample), (key, value) =>
        typeof value === 'string' && !enumerated.has(key) ? `\u001b]0;x\u0007\u001b[2J${value}\u202e` : value,
      );
      expect(lines(hostile).join('\n')).toBe(lines(sample).join('\n'));
    }
  });

  it('paints only when asked to', () => {
    const [event] = record([samples['commit.created']]);
    if (!event) throw new Error('no sample');
    expect(linesFor(event, styleFor(true, hintsFor({}))).join('')).toContain('\u001b[');
    expect(linesFor(event, plainStyle()).join('')).not.toContain('\u001b');
  });
});

describe('the story', () => {
  it('leaves the machinery to the log', () => {
    const told = Object.values(samples).filter((sample) => record([sample]).every(isMilestone));
    expect(told.map((sample) => sample.type)).not.toContain('agent.step');
    expect(told.map((sample) => sample.type)).toContain('step.finished');
    expect(record([{ ...samples['step.finished'], error: null }]).every(isMilestone)).toBe(false);
  });

  it('tells of a pull request that it is opened and how it ends, not each state in between', () => {
    const told = record([samples['pr.opened'], samples['pr.updated'], samples['pr.pending']]);
    expect(told.map(isMilestone)).toEqual([true, false, true]);
  });

  it('says the reason of an end whole, and in between only once', () => {
    const message = 'the provider cannot be reached: connect ECONNREFUSED';
    const failed = { ...samples['model.failed'], fault: 'unreachable', message, retry_in_ms: null } as PawlEvent;
    const summary = `unreachable: ${message}`;
    const story = createStory(plainStyle());
    const said = record([
      failed,
      failed,
      { ...samples['attempt.finished'], files: [], ended: 'unavailable', summary } as PawlEvent,
      { ...samples['task.finished'], status: 'failed', reason: `all tiers exhausted (${summary}; x)` } as PawlEvent,
      { ...samples['handed.over'], task: null, question: null, reason: `${message}; start it` } as PawlEvent,
      { ...samples['run.finished'], status: 'failed', reason: `${message}; start it` } as PawlEvent,
    ]).flatMap((event) => story.tell(event));
    const where = said.flatMap((line) => (line.includes(message) ? [line.trimStart().split(' ')[0]] : []));
    expect(where).toEqual(['model', 'the']);
    expect(said.join('\n')).toContain('still the same after 2 calls');
    expect(said.join('\n')).not.toContain('unreachable:');
    expect(said.join('\n')).not.toContain('escalate');
  });

  it('tells of a failure that comes again when nobody tries any more', () => {
    const story = createStory(plainStyle());
    const failed = (retry_in_ms: number | null) => ({ ...samples['model.failed'], message: 'busy', retry_in_ms });
    const events = record([failed(400), failed(800), failed(1600), failed(null)] as PawlEvent[]);
    const told = events.map((event) => story.tell(event));
    expect(told.map(({ length }) => length)).toEqual([1, 0, 0, 1]);
    expect(told.at(-1)?.[0]).toContain('still the same after 4 calls');
  });

  it('says once why a task and with it the run ended', () => {
    const reason = 'all tiers exhausted (the same failure came back)';
    const [task, handed, run] = record([
      { ...samples['task.finished'], status: 'failed', reason },
      { ...samples['handed.over'], task: null, question: null, reason },
      { ...samples['run.finished'], status: 'failed', reason },
    ]);
    if (!task || !handed || !run) throw new Error('no events');
    const story = createStory(plainStyle());
    const told = [task, handed, run].flatMap((event) => story.tell(event));
    expect(told.filter((line) => line.includes(reason))).toEqual([`task      T1 failed: ${reason}`]);
    expect(told).toContain('escalate  to a person');
    const quiet = createStory(plainStyle(), { quiet: true });
    expect([task, run].flatMap((event) => quiet.tell(event)).join('\n')).toContain(reason);
  });

  it('says once that the repairer found nothing, of which the first sentence is the reason of the end', () => {
    const why = 'none of 28 small edits fixes the failing tests';
    const reason = `all tiers exhausted (${why}); only the repairer was tried`;
    const story = createStory(plainStyle());
    const told = record([
      { ...samples['attempt.finished'], ended: 'hand_over', summary: `${why}. Most suspicious: a.js:5, :2.` },
      { ...samples['task.finished'], status: 'failed', reason },
      { ...samples['run.finished'], status: 'failed', exit_code: 1, reason },
    ]).flatMap((event) => story.tell(event));
    expect(told.filter((line) => line.includes(why))).toHaveLength(1);
    expect(told).toContain('task      T1 failed: all tiers exhausted; only the repairer was tried');
  });

  it('does not repeat what shows a loop', () => {
    const evidence = 'attempt 2 made the same change as attempt 1';
    const story = createStory(plainStyle());
    const told = record([
      { ...samples['loop.detected'], evidence },
      { ...samples['tier.escalated'], reason: evidence },
      { ...samples['task.finished'], status: 'failed', reason: `all tiers exhausted (${evidence})` },
    ]).flatMap((event) => story.tell(event));
    expect(told).toEqual([
      `loop      T1, ${evidence}`,
      'escalate  cheap → smart',
      'task      T1 failed: all tiers exhausted',
    ]);
  });

  it('does not repeat why a developer handed over', () => {
    const story = createStory(plainStyle());
    const summary = 'the request asks for more';
    const [gaveUp, escalated, ended] = record([
      { ...samples['attempt.finished'], ended: 'hand_over', summary },
      { ...samples['tier.escalated'], reason: summary },
      { ...samples['task.finished'], status: 'failed', reason: `all tiers exhausted (${summary})` },
    ]);
    expect(gaveUp && story.tell(gaveUp).join('\n')).toContain(summary);
    expect(escalated && story.tell(escalated)).toEqual(['escalate  cheap → smart']);
    expect(ended && story.tell(ended)).toEqual(['task      T1 failed: all tiers exhausted']);
  });

  it('adds up what has been spent', () => {
    const story = createStory(plainStyle());
    const said = record([samples['model.called'], samples['model.called'], samples['attempt.finished']]).flatMap(
      (event) => story.tell(event),
    );
    expect(said[0]).toContain('$0.0250 so far');
  });
});

it('says once that a limit is reached, and ends with a budget that is enough', () => {
  const exhausted = { ...samples['budget.exhausted'], cap: 'run', limit_usd: 0.0001, spent_usd: 0, needed_usd: 0.0112 };
  const story = createStory(plainStyle());
  const said = record([
    exhausted as PawlEvent,
    { ...samples['attempt.finished'], files: [], ended: 'unavailable', summary: 'the run limit of $0.0001' },
    { ...samples['handed.over'], question: null, reason: 'the next call could exceed the limit' },
    {
      ...samples['run.finished'],
      ...{ status: 'budget_exhausted', exit_code: 5, reason: 'it could exceed the limit' },
      next: 'pawl resume r1abc --budget 0.02',
    } as PawlEvent,
  ]).flatMap((event) => story.tell(event));
  expect(said.filter((line) => /limit|cap\b/.test(line))).toHaveLength(1);
  expect(said.join('\n')).not.toContain('nothing changed');
  expect(said.at(-1)).toBe('next      pawl resume r1abc --budget 0.02');
});

it('ends with what to type: for an unfit run after the reason, once it is mended', () => {
  const unfit = { ...samples['run.finished'], status: 'unfit', exit_code: 8, next: 'pawl resume r1' } as PawlEvent;
  const said = record([unfit]).flatMap((event) => linesFor(event));
  expect(said.at(-1)).toBe('next      fix this, then: pawl resume r1');
});

it('shows what an edit changed before how it was found', () => {
  const style = styleFor(true, hintsFor({}));
  const [, change, how] = record([{ ...samples['attempt.finished'], summary: 'a.js:3: x → y\noperator' }]).flatMap(
    (event) => linesFor(event, style),
  );
  expect(change).toBe('          a.js:3: x → y');
  expect(how).toContain(style.paint.dim('operator'));
});

it('paints how each run ended, and its warnings so that they can be read on white', () => {
  const style = styleFor(true, hintsFor({}), 80);
  const row = (status: string, exit_code: number | null) =>
    runTable([{ ...sampleView, status, phase: 'executing', exit_code }], style, 0)[1];
  expect(row('completed', 0)).toContain(style.paint.green('completed'));
  expect(row('failed', 1)).toContain(style.paint.red('failed'));
  expect(row('waiting', null)).toContain(style.paint.yellow('waiting'));
  expect(row('running', null)).not.toContain('\u001b');
  expect(style.paint.yellow('!')).toContain('\u001b[1m');
});

it('calls a plan that nobody has begun with planned, not interrupted', () => {
  const planned = { ...sampleView, status: 'interrupted', phase: 'decomposing' as const, exit_code: null };
  const begun = { ...planned, phase: 'executing' as const };
  expect(runTable([planned], plainStyle(), 0)[1]).toMatch(/\bplanned\b/);
  expect(runLines(begun, plainStyle()).join('\n')).toContain('interrupted');
  expect(resumeLines([begun, sampleView], plainStyle())).toEqual(['next      pawl resume r1abc']);
  expect(resumeLines([sampleView, begun], plainStyle())).toEqual([]);
  const spent = { ...sampleView, status: 'budget_exhausted', next: 'pawl resume r1abc --budget 1.20' };
  expect(resumeLines([spent, begun], plainStyle())).toEqual(['next      pawl resume r1abc --budget 1.20']);
});

it('tells failures of before from those that a change brings', () => {
  const tests = { ...samples['verdict.reached'].verdict.tests, total: 3, passed: 1, failed: 2, errors: 0 };
  const told = (status: 'pass' | 'fail', preexisting: number) =>
    verdictLines(
      {
        ...{ hung: false, crashed: false },
        verdict: { ...samples['verdict.reached'].verdict, status, tests: { ...tests, preexisting } },
      },
      plainStyle(),
    )[0];
  expect(told('pass', 2)).toContain('1 of 3 tests passed, 2 failed as before');
  expect(told('pass', 1)).toContain('2 failed (1 as before)');
  expect(told('fail', 1)).not.toContain('as before');
});

it('does not warn of what the first failure says', () => {
  const { verdict } = samples['verdict.reached'];
  const warning = 'the test runner wrote no readable report';
  const failed = {
    ...verdict,
    ...{ status: 'fail' as const, warnings: [warning], findings: [], test_failures: [] },
    runtime_errors: [{ message: `${warning}. Its last lines: x`, file: null, line: null }],
  };
  const said = verdictLines({ verdict: failed, hung: false, crashed: false }, plainStyle()).join('\n');
  expect(said.match(/no readable report/g)).toHaveLength(1);
});

it('says what an analysis found after the verdict that it explains', () => {
  const story = createStory(plainStyle());
  const analysed = { ...samples['failure.analysed'], confidence: 0.8 };
  const elsewhere = { ...samples['verdict.reached'], task: 'another' };
  const events = record([analysed, elsewhere, samples['verdict.reached'], samples['verdict.reached']]);
  const heads = events.map((event) => story.tell(event).map((line) => line.slice(0, 9).trim()));
  expect(heads[0]).toEqual([]);
  expect(heads.map((words) => words.includes('analysis'))).toEqual([false, false, true, false]);
  expect(heads[2]?.[0]).toBe('verdict');
});

it('says what a step does, and what failed where no test did', () => {
  const told = (event: PawlEvent) => record([event]).flatMap((one) => linesFor(one, plainStyle()));
  expect(told({ ...samples['failure.analysed'], test: '(runner)' })[0]).toContain('analysis  the test run: ');
  expect(told({ ...samples['step.finished'], step: 'intake', task: null })[0]).toContain(
    'reading the project failed: ',
  );
});

it('knows failures from successes', () => {
  const failing = Object.values(samples).filter((sample) => record([sample]).every(isFailure));
  expect(failing.map((sample) => sample.type).sort()).toEqual([
    'agent.finished',
    'attempt.finished',
    'budget.exhausted',
    'failure.analysed',
    'handed.over',
    'integrity.violated',
    'loop.detected',
    'memory.failed',
    'model.failed',
    'review.missing',
    'review.scored',
    'step.finished',
    'task.finished',
    'tier.escalated',
    'verdict.reached',
  ]);
});

/** Keys whose values are one of a fixed set, which the renderer looks up. */
const enumerated = new Set(['type', 'status', 'decision', 'ended', 'by', 'base', 'sha', 'commits', '0']);
