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

describe('the status line', () => {
  it('shows time, task, tier, attempt, steps and cost', () => {
    expect(statusLine(busy, 83_000, 200)).toBe('1:23 · develop T1 · tier cheap · attempt 2 · step 2 edit · $0.0250');
  });

  it('never gets wider than the terminal', () => {
    expect(statusLine(busy, 0, 20)).toHaveLength(20);
    expect(statusLine({ ...busy, tier: '日本語日本語' }, 0, 30).length).toBeLessThan(30);
  });

  it('counts the steps of each attempt anew', () => {
    expect(record([samples['attempt.started']]).reduce(advance, busy)).toMatchObject({ steps: 0, usd: 0.025 });
  });
});

describe('the live view', () => {
  it('rewrites its line in place, prints above it, and leaves nothing behind', () => {
    let screen = '';
    const live = startLive({
      write: (text) => {
        screen += text;
      },
      dim: (text) => text,
      progress: () => ({ ...busy, action: 'ed\u001b[2Jit' }),
      now: () => 5000,
      columns: () => 60,
    });
    live.print(['a milestone']);
    live.close();
    const erase = '\r\u001b[2K';
    const status = '| 0:00 · develop T1 · tier cheap · attempt 2 · step 2 edit';
    expect(screen.split(erase).map((part) => part.trimEnd())).toEqual(['', status, 'a milestone', status, '']);
  });
});
