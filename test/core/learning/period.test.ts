import { expect, test } from 'vitest';
import { periodStart } from '../../../src/core/learning/period.ts';

const now = Date.UTC(2026, 10, 15, 12, 30);

test.each([
  ['7d', '2026-11-08T12:30:00.000Z'],
  ['24h', '2026-11-14T12:30:00.000Z'],
  ['2w', '2026-11-01T12:30:00.000Z'],
  ['99999w', '1970-01-01T00:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T08:15', '2026-11-01T08:15:00.000Z'],
  ['2026-11-01T08:15:30Z', '2026-11-01T08:15:30.000Z'],
  ['2026-11-01T08:15:30+02:00', '2026-11-01T06:15:30.000Z'],
])('%s begins at %s', (text, at) => {
  expect(new Date(periodStart(text, now) ?? 0).toISOString()).toBe(at);
});

test.each([
  '',
  '7',
  'd',
  '0d',
  '-7d',
  '1.5d',
  '7 d',
  '7x',
  'yesterday',
  '2026-13-01',
  '2026-02-30',
  '2026-1-1',
  '1e3d',
  '2026-11-01T25:00',
])('nothing begins at %j', (text) => {
  expect(periodStart(text, now)).toBeNull();
});
