import { expect, it } from 'vitest';
import {
  attemptStatusWords,
  briefDuration,
  bytes,
  count,
  dollars,
  duration,
  errorWords,
  requestWords,
  roughDollars,
  statusWords,
  taskWords,
  zone,
  zonedMoment,
} from '../../src/faces/words.ts';

it('writes amounts and times for people', () => {
  expect([0, 0.00001, 0.0125, 2.5].map(dollars)).toEqual(['$0', '<$0.0001', '$0.0125', '$2.50']);
  expect([0.03, 0.5, 0.025, 0.99999].map(dollars)).toEqual(['$0.03', '$0.50', '$0.0250', '$1.00']);
  expect([0, 0.0004, 0.35, 1.2].map(roughDollars)).toEqual(['$0', '$0.0004', '$0.35', '$1.20']);
  expect([12, 1234, 59_960, 75_000, 3_720_000].map(duration)).toEqual([
    '12 ms',
    '1.2 s',
    '1 min 00 s',
    '1 min 15 s',
    '1 h 02 min',
  ]);
});

it('leaves out of a time on a page what is zero', () => {
  expect([0, 0.8, 2, 30, 59.96, 75, 3600, 3720].map(briefDuration)).toEqual([
    '0 s',
    '0.8 s',
    '2 s',
    '30 s',
    '1 min',
    '1 min 15 s',
    '1 h',
    '1 h 2 min',
  ]);
});

it('writes the first line of an error without the colon that leads on', () => {
  expect(['E: Expected values to be equal:', 'E: x', ''].map(errorWords)).toEqual([
    'E: Expected values to be equal',
    'E: x',
    '',
  ]);
});

it('counts one thing and several', () => {
  expect([0, 1, 2].map((n) => count(n, 'attempt'))).toEqual(['0 attempts', '1 attempt', '2 attempts']);
});

it('writes sizes as they are', () => {
  expect([1, 999, 1200, 999_600, 143_239_000, 2e9].map(bytes)).toEqual([
    '1 byte',
    '999 bytes',
    '1 KB',
    '1.0 MB',
    '143.2 MB',
    '2.0 GB',
  ]);
});

it('says when something was, wherever the reader is', () => {
  expect(zonedMoment('2030-01-02T03:04:05.678Z')).toBe('2030-01-02 03:04 UTC');
  expect([0, 60, 330, -210, -480].map(zone)).toEqual(['UTC', 'UTC+1', 'UTC+5:30', 'UTC-3:30', 'UTC-8']);
});

it('names each status of a run in one way', () => {
  expect(statusWords({ status: 'budget_exhausted' })).toBe('budget exhausted');
  expect(statusWords({ status: 'failed_after_all_escalations' })).toBe('failed');
  expect(statusWords({ status: 'interrupted', planned: true })).toBe('planned');
});

it('calls no task active and no attempt working where nobody works', () => {
  const runs = ['running', 'waiting', 'interrupted', 'cancelled', 'budget_exhausted'];
  expect(runs.map((run) => taskWords('active', run))).toEqual([
    'active',
    'active',
    'interrupted',
    'cancelled',
    'unfinished',
  ]);
  expect(runs.map((run) => taskWords('pending', run))).toEqual([
    'pending',
    'pending',
    'pending',
    'not begun',
    'not begun',
  ]);
  expect(taskWords('completed', 'cancelled')).toBe('completed');
  expect(runs.map((run) => attemptStatusWords('working', run))).toEqual([
    'working',
    'working',
    'cut off',
    'cut off',
    'cut off',
  ]);
  expect(attemptStatusWords('hand_over', 'cancelled')).toBe('handed over');
});

it('shows what an agent was asked without JSON', () => {
  expect(requestWords('{"file":"src/a.js","lines":[1,2]}', 'auditor')).toBe('auditor: src/a.js, [1,2]');
  expect(requestWords('{"file":"src/a […]', 'auditor')).toBe('auditor: {"file":"src/a […]');
  expect(requestWords('make it add', null)).toBe('make it add');
});
