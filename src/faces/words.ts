import type { FailingTest } from '../schema/judge/test-run.ts';
import type { Phase, StepKind } from '../schema/run/lifecycle.ts';
import type { TaskKind } from '../schema/run/task.ts';

export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

export function dollars(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.0001) return '<$0.0001';
  // A limit of five cents needs no more digits than these.
  return `$${usd.toFixed(usd < 1 ? 4 : 2).replace(/(\.\d\d)00$/, '$1')}`;
}

/** `$0.13 (smart $0.05, cut-off calls up to $0.08)`: an amount and what it is made of. */
export function costWords(
  usd: number,
  byTier: Record<string, number>,
  cutOff: number,
  name = (tier: string) => tier,
): string {
  const parts = [
    ...Object.entries(byTier).map(([tier, amount]) => `${name(tier)} ${dollars(amount)}`),
    ...(cutOff > 0 ? [`${cutOffCalls} ${atMost(cutOff)}`] : []),
  ];
  return `${dollars(usd)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

/** Calls whose cost nobody knows: they are charged with the most that they may have cost. */
export const cutOffCalls = 'cut-off calls';
export const atMost = (usd: number): string => `up to ${dollars(usd)}`;

/** For estimates: no more digits than a guess has. */
export const roughDollars = (usd: number): string => (usd < 0.01 ? dollars(usd) : `$${usd.toFixed(2)}`);

/** The number of digits that `dollars` uses for the largest amount of a column. */
export const digitsFor = (most: number): number => (most < 1 ? 4 : 2);

/** For amounts below each other. */
export const evenDollars = (usd: number, digits: number): string => `$${usd.toFixed(digits)}`;

/** For lines of a terminal: as wide for a short time as for a long one. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  return seconds < 59.95 ? `${seconds.toFixed(1)} s` : parts(seconds, (rest, unit) => ` ${two(rest)} ${unit}`);
}

/** For pages: without what is zero. */
export function briefDuration(seconds: number): string {
  if (seconds < 59.95) return `${Number(seconds.toFixed(1))} s`;
  return parts(seconds, (rest, unit) => (rest === 0 ? '' : ` ${rest} ${unit}`));
}

/** `2030-01-02 03:04 UTC+1`: in the writer's time zone, for pages that are read elsewhere. */
export const zonedMoment = (iso: string): string => `${localMoment(iso)} ${zone(-new Date(iso).getTimezoneOffset())}`;

/** The zone that is so many minutes ahead of UTC: `UTC`, `UTC+1`, `UTC-3:30`. */
export function zone(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** `1:23`, of a time that passes. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** `12k`, for many of something. */
export function roughly(n: number): string {
  if (n < 1000) return String(n);
  return n < 999_500 ? `${Math.round(n / 1000)}k` : `${(n / 1e6).toFixed(1)}M`;
}

/** `03:04:05`, on the reader's clock. */
export function clockTime(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}

/** `2030-01-02 03:04`, on the reader's clock. */
export function localMoment(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clockTime(iso).slice(0, 5)}`;
}

/** The same in few columns: today without the day, other days without the year. */
export function briefMoment(iso: string, now: number): string {
  const text = localMoment(iso);
  const isToday = localMoment(new Date(now).toISOString()).slice(0, 10) === text.slice(0, 10);
  return text.slice(isToday ? 11 : 5);
}

export function bytes(n: number): string {
  if (n < 1000) return count(n, 'byte');
  if (n < 999_500) return `${Math.round(n / 1000)} KB`;
  return n < 999_950_000 ? `${(n / 1e6).toFixed(1)} MB` : `${(n / 1e9).toFixed(1)} GB`;
}

function parts(seconds: number, small: (rest: number, unit: string) => string): string {
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min${small(whole % 60, 's')}`;
  return `${Math.floor(whole / 3600)} h${small(Math.floor((whole % 3600) / 60), 'min')}`;
}

const two = (n: number): string => String(n).padStart(2, '0');

export const phaseWords: Record<Phase, string> = {
  initializing: 'starting',
  decomposing: 'planning',
  executing: 'working on tasks',
  reviewing: 'reviewing',
  improving: 'improving',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** What a run does in each step. */
export const doingWords: Record<StepKind | 'start', string> = {
  start: 'starting',
  intake: 'reading the project',
  plan: 'planning',
  develop: 'developing',
  verify: 'verifying',
  test: 'writing tests',
  review: 'reviewing',
  merge: 'merging',
  deliver: 'committing',
  land: 'delivering',
  learn: 'learning',
  accept: 'checking all tasks together',
  improve: 'looking for improvements',
  consult: 'asking',
  pr: 'updating the pull request',
  answer: 'answering the issue',
  report: 'writing the report',
};

/** The first line of an error, without the colon that leads on to the rest of it. */
export const errorWords = (line: string): string => line.trimEnd().replace(/\s*:$/, '');

/** By which rules a change was judged. */
export const judgedAs = (kind: TaskKind): string => `judged as ${kindWords[kind]}`;

const kindWords: Record<TaskKind, string> = {
  feature: 'a feature',
  fix: 'a fix',
  refactor: 'a refactoring',
  endpoint: 'an endpoint',
  docs: 'documentation',
};

/** The name of a failing test, or of what failed where no test did. */
export const testWords = (id: string): string => id.replace(/^\(runner\)/, 'the test run');

/** The first tests that fail, a line each, and how many more there are. */
export function failingWords(
  { failed, failing = [] }: { failed: number; failing?: FailingTest[] | undefined },
  most = 5,
): string[] {
  const named = failing
    .slice(0, most)
    .map(({ test, error }) => `${testWords(test)}${error === '' ? '' : `: ${error}`}`);
  const others = failed - named.length;
  return named.length > 0 && others > 0 ? [...named, `and ${others} more`] : named;
}

/** A run's status as people read it, everywhere: `budget exhausted`. Programs get the value. */
export function statusWords({ status, planned = false }: { status: string; planned?: boolean }): string {
  if (planned) return 'planned';
  return status === 'failed_after_all_escalations' ? 'failed' : status.replaceAll('_', ' ');
}

/** A request as people read it: what an agent was asked comes as JSON, `{"file":"a.js"}`. */
export function requestWords(request: string, agent: string | null | undefined): string {
  return agent ? `${agent}: ${valuesIn(request).join(', ')}` : request;
}

function valuesIn(text: string): string[] {
  try {
    const input: unknown = JSON.parse(text);
    if (input === null || typeof input !== 'object') return [text];
    return Object.values(input).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  } catch {
    return [text];
  }
}

/** Statuses of a run that goes on, now or once it has its answer. */
const live = new Set(['running', 'waiting']);

/** A task's status beside that of its run: where nobody works, no task is active. */
export function taskWords(task: string, run: string): string {
  if (task === 'active' && !live.has(run)) return run === 'cancelled' || run === 'interrupted' ? run : 'unfinished';
  return task === 'pending' && !live.has(run) && run !== 'interrupted' ? 'not begun' : task;
}

/** An attempt's status beside that of its run. */
export const attemptStatusWords = (attempt: string, run: string): string =>
  attempt === 'working' && !live.has(run)
    ? 'cut off'
    : attempt.replaceAll('_', ' ').replace('hand over', 'handed over');

export const emptyPlanWords = (improvement: boolean): string =>
  improvement ? 'no improvement is worth its effort' : 'no test fails: nothing to fix';
