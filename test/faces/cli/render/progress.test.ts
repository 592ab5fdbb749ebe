import { describe, expect, it } from 'vitest';
import { startLive } from '../../../../src/faces/cli/render/run/live.ts';
import { advance, initialProgress, statusLine } from '../../../../src/faces/cli/render/run/progress.ts';
import { record, samples } from '../samples.ts';

const busy = record([
  samples['step.started'],
  samples['attempt.started'],
  samples['model.called'],
  samples['agent.step'],
  samples['model.called'],
  samples['agent.step'],
]).reduce(advance, initialProgress);
const at = { now: 90_000, elapsed_ms: 83_000, activity: null };

describe('the status line', () => {
  it('shows time, task, the action with its object, tier, attempt, step, tokens, cost and the thought', () => {
    expect(statusLine(busy, at, 200)).toBe(
      '1:23 · T1 edit add.js · cheap, attempt 2, step 2 · 240 tokens, $0.0250 · It adds wrongly. I mend it.',
    );
  });

  it.each([
    [{ kind: 'tests' as const, name: 'vitest' }, 'T1 tests: vitest, 0:08'],
    [{ kind: 'tests' as const, name: 'vitest', tests: { total: 412, failed: 3 } }, 'tests: 412 tests, 3 failed, 0:08'],
    [{ kind: 'build' as const, name: 'npm run build' }, 'build: npm run build, 0:08'],
    [{ kind: 'command' as const, name: 'npm test -- range' }, 'run npm test -- range, 0:08'],
    [{ kind: 'model' as const, name: 'cheap' }, 'T1 cheap is thinking 0:08 · attempt 2, step 2 · '],
  ])('says what goes on right now: %j', (activity, text) => {
    expect(statusLine(busy, { ...at, activity: { ...activity, since: 82_000 } }, 200)).toContain(text);
  });

  it('tells the last action of a model that thinks apart from what it does', () => {
    const activity = { kind: 'model' as const, name: 'cheap', since: 82_000 };
    expect(statusLine(busy, { ...at, activity }, 200)).toContain('$0.0250 · last: edit add.js · It adds');
    const leaving = { ...samples['agent.step'], action: 'hand_over', action_input: {} };
    expect(statusLine(record([leaving]).reduce(advance, busy), at, 200)).toContain('T1 hand over · ');
  });

  it('leaves out the steps first, then the tokens and the end of what is done, before what it costs', () => {
    const activity = { kind: 'model' as const, name: 'cheap', since: 82_000 };
    const limited = record([samples['run.started']]).reduce(advance, busy);
    const shown = (columns: number) => statusLine(limited, { ...at, activity }, columns);
    expect(shown(80)).toMatch(/^1:23 · T1 cheap is thinking 0:08 · attempt 2, step 2 of 60 · 240 tokens, \$0\.0250/);
    expect(shown(70)).toMatch(/^1:23 · T1 cheap is thinking 0:08 · attempt 2 · 240 tokens, \$0\.0250/);
    expect(shown(50)).toBe('1:23 · T1 cheap is thinking… · attempt 2 · $0.0250');
    expect(shown(30)).toMatch(/^1:23 · \$0\.0250 · T1/);
    for (let columns = 16; columns < 120; columns++) {
      expect(shown(columns)).toContain('$0.0250');
      expect(shown(columns).length).toBeLessThanOrEqual(columns);
    }
  });

  it('names the tests before any change as such, and what is done where nothing takes long', () => {
    const intake = { ...initialProgress, doing: 'intake' as const };
    const activity = { kind: 'tests' as const, name: 'vitest', since: 82_000 };
    expect(statusLine(intake, { ...at, activity }, 200)).toContain('tests before any change: vitest');
    expect(statusLine(intake, at, 200)).toBe('1:23 · reading the project · $0');
  });

  it('counts calls that no model answered, until one does', () => {
    const failed = record([samples['model.failed'], samples['model.failed']]).reduce(advance, busy);
    expect(statusLine(failed, at, 200)).toContain('edit add.js, the model did not answer 2 calls · ');
    expect(statusLine(record([samples['model.called']]).reduce(advance, failed), at, 200)).not.toContain('answer');
  });

  it('does not show the last action of an agent that is done', () => {
    const next = record([samples['agent.finished']]).reduce(advance, { ...busy, doing: 'review' as const });
    const activity = { kind: 'model' as const, name: 'cheap', since: 82_000 };
    expect(statusLine(next, { ...at, activity }, 200)).toContain('T1 reviewing, cheap is thinking 0:08');
    const judging = { ...next, doing: 'verify' as const };
    expect(statusLine(judging, { ...at, activity }, 200)).toContain('T1 analysing the failure, cheap is thinking 0:08');
    expect(statusLine({ ...judging, has_tester: true }, { ...at, activity }, 200)).toContain('T1 verifying, cheap');
  });

  it('names the limit that is nearest', () => {
    const limited = record([samples['run.started']]).reduce(advance, busy);
    const { limits } = limited;
    if (!limits) throw new Error('the run has limits');
    const spent = { ...limited, usd: limits.run_usd * 0.5, task_since: at.now };
    expect(statusLine(spent, at, 300)).toContain('a run, 50 % used');
    expect(statusLine({ ...spent, steps: limits.developer_steps - 1 }, at, 300)).toContain('steps an attempt, 9');
  });

  it('never gets wider than the terminal', () => {
    expect(statusLine(busy, at, 20).length).toBeLessThanOrEqual(20);
    expect(statusLine({ ...busy, tier: '日本語日本語' }, at, 30).length).toBeLessThan(30);
  });

  it('counts the steps of each attempt anew', () => {
    expect(record([samples['attempt.started']]).reduce(advance, busy)).toMatchObject({ steps: 0, usd: 0.025 });
  });
});

describe('the live view', () => {
  const erase = '\r\u001b[2K';
  const screenOf = (draft: string, columns = 60) => {
    let screen = '';
    const live = startLive({
      write: (text) => {
        screen += text;
      },
      dim: (text) => text,
      line: () => 'wor\u001b[2Jking',
      columns: () => columns,
      draft: () => draft,
    });
    live.print(['a milestone']);
    live.close();
    return screen.split(erase).map((part) => part.trimEnd());
  };

  it('rewrites its line in place, prints above it, and leaves nothing behind', () => {
    expect(screenOf('')).toEqual(['', '| working', 'a milestone', '| working', '']);
  });

  it('shows what is typed, and of a long text its end', () => {
    expect(screenOf('use the helper')[1]).toBe('| > use the helper');
    expect(screenOf('use the existing helper', 15)[1]).toBe('| …ting helper');
  });
});
