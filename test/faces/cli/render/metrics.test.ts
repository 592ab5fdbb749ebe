import { describe, expect, test } from 'vitest';
import { metricsOf } from '../../../../src/core/learning/metrics.ts';
import { metricLines } from '../../../../src/faces/cli/render/metrics.ts';
import { attempt, run, samples, task } from '../../../core/learning/metrics-samples.ts';
import { fakeApp, pawl } from '../fake-app.ts';

const period = { since: Date.UTC(2026, 9, 1), until: Date.UTC(2026, 9, 31), damaged: [] };
const textOf = (...args: Parameters<typeof metricsOf>) => metricLines(metricsOf(...args)).join('\n');

describe('the table', () => {
  const text = textOf(samples, period);

  test('shows each metric with its target, whether it is met, and from how much', () => {
    const many = textOf([...samples, ...samples, ...samples], period);
    expect(many).toMatch(/^passed on the first attempt +33\.3 % +> 70 % +no +9 tasks$/m);
    expect(many).toMatch(/^solved after a failure, by a lesson +50 % +> 30 % +yes +6 tasks$/m);
    expect(many).toMatch(/^attempts to pass +2 +< 2 +no +6 solved tasks$/m);
    expect(text).toMatch(/^cost per solved task +\$0\.37 +2 solved tasks$/m);
  });

  test('judges no target by a few tasks', () => {
    expect(text).toMatch(/^passed on the first attempt +33\.3 % +> 70 % +too few +3 tasks$/m);
  });

  test('fits narrow terminals, with long names on several lines', () => {
    for (const columns of [60, 80]) {
      const lines = metricLines(metricsOf(samples, period), columns).slice(2, -4);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(lines.join('\n')).not.toContain('…');
    }
  });

  test('names the statuses of runs as people do', () => {
    const metrics = metricsOf(samples, period);
    const by_status = { budget_exhausted: 1, timed_out: 2 };
    const [line] = metricLines({ ...metrics, runs: { ...metrics.runs, by_status } });
    expect(line).toContain('(1 budget exhausted, 2 timed out)');
  });

  test('marks estimates', () => {
    const many = textOf([...samples, ...samples, ...samples], period);
    expect(many).toMatch(/^saved compared with the top tier alone +~\$0\.66 +6 solved tasks$/m);
    expect(many).not.toContain('time saved');
    expect(many).toContain('~ marks an estimate');
  });

  test('estimates nothing from a few tasks', () => {
    expect(text).toMatch(/^saved, as a share of the top tier's cost +too little data +2 solved tasks$/m);
    expect(text).toMatch(/^cost avoided by catching loops +too little data +1 loop$/m);
  });

  test('shows the tiers and what is counted separately', () => {
    expect(text).toMatch(/^cheap +3 +1 +33\.3 % +5 +\$0\.0280 +\$0\.14$/m);
    expect(text).toMatch(
      /^since 2026-10-01 00:00: 4 runs ended \(2 completed, 1 failed, 1 cancelled\), \$0\.74; 1 unfinished, counted separately \(\$0\.50\); 1 consultation/,
    );
    expect(text).toContain('tasks: 2 solved, 1 not, 1 cancelled (not counted in any rate)');
    expect(text).toContain('lessons: 1 learned, 2 recalled, 1 task solved with one');
  });

  test('says that there is no data, and what a loss is', () => {
    const lost = textOf([run([task([attempt('cheap', 0.1)])])], period);
    expect(lost).toMatch(/^attempts to pass +no data +< 2 +0 solved tasks$/m);
    expect(lost).toMatch(/^cost avoided by catching loops +too little data/m);
    expect(lost).not.toMatch(/NaN|null|undefined|Infinity/);
  });

  test('says so where nothing has ended, and names what is damaged', () => {
    const lines = metricLines(
      metricsOf([], { ...period, damaged: [{ run: 'r1', reason: 'run r1: event 2 is damaged' }] }),
    );
    expect(lines).toEqual([
      'since 2026-10-01 00:00: 0 runs ended, $0',
      'skipped: r1 is damaged (run r1: event 2 is damaged)',
      'no run ended in this period, so there is nothing to measure yet',
    ]);
  });
});

describe('pawl metrics', () => {
  const metrics = async () => metricsOf(samples, period);

  test('prints one format', async () => {
    const app = () => fakeApp({ metrics });
    expect((await pawl(['metrics'], app())).out).toContain('METRIC');
    for (const args of [['--prometheus'], ['--format', 'prometheus'], ['--format', 'prometheus', '--prometheus']])
      expect((await pawl(['metrics', ...args], app())).out).toMatch(/^# HELP pawl_/);
    for (const args of [['--json'], ['--format', 'json'], ['--json', '--format', 'json']])
      expect(JSON.parse((await pawl(['metrics', ...args], app())).out)).toEqual(await metrics());
    const both = await pawl(['metrics', '--json', '--prometheus'], app());
    expect(both).toMatchObject({ code: 2, err: 'pawl: choose one format, not json and prometheus\n' });
  });

  test('asks for a period, 30 days unless told', async () => {
    const asked: unknown[] = [];
    const app = fakeApp({
      metrics: (options) => {
        asked.push(options);
        return metrics();
      },
    });
    await pawl(['metrics'], app);
    await pawl(['metrics', '--since', '2026-11-01'], app);
    expect(asked).toEqual([{ since: '30d' }, { since: '2026-11-01' }]);
  });
});
