import type { MemoryFound } from '../../../schema/run/debug-memory.ts';
import type { Metrics } from '../../../schema/run/metrics.ts';
import type { Task } from '../../../schema/run/task.ts';
import type { RunBrief } from '../../../schema/run/view.ts';
import { emptyRun } from './model/run.ts';
import type { RunModel } from './model/shape.ts';

export const tabs = ['steps', 'change', 'tests', 'review', 'cost', 'log'] as const;
export type Tab = (typeof tabs)[number];

/** Where the reader is; the address says it. */
export interface Route {
  page: 'runs' | 'metrics' | 'memory';
  run: string | null;
  task: string | null;
  attempt: number | null;
  tab: Tab;
}

/** A text that is fetched when a view first wants it. */
export type Fetched = { state: 'loading' } | { state: 'ready'; text: string } | { state: 'failed'; message: string };

/** A form that the reader is at: whether it is on its way, and what was wrong with it. */
export interface Form {
  busy: boolean;
  fault: string | null;
}

export interface State {
  route: Route;
  target: string;
  version: string;
  /** The time that clocks show; it stands still without a connection. */
  now: number;
  connection: 'connecting' | 'live' | 'lost' | 'locked';
  list: string | null;
  runs: Map<string, RunBrief>;
  /** The list as it was when the page was first filled: false until then. */
  listed: boolean;
  search: string;
  filter: string;
  /** The run that is open, as far as its events have come. */
  model: RunModel;
  runFault: string | null;
  fetched: Map<string, Fetched>;
  forms: Map<string, Form>;
  /** The plan that is being edited, with a name for each row that stays while rows move. */
  draft: { row: string; task: Task }[] | null;
  draftFaults: { task: number | null; text: string }[];
  testSearch: string;
  days: number;
  metrics: { days: number; metrics: Metrics | null; fault: string | null } | null;
  /** What is looked for in the memory, and the newest answer to it. */
  recall: { words: string; asked: string | null; found: MemoryFound | null; fault: string | null };
  announcement: string;
}

export const initialState = (): State => ({
  ...{ route: routeOf(''), target: '', version: '', now: 0, connection: 'connecting', list: null, runs: new Map() },
  ...{ listed: false, search: '', filter: 'all', model: emptyRun(), runFault: null, fetched: new Map() },
  ...{ forms: new Map(), draft: null, draftFaults: [], testSearch: '', days: 30, metrics: null, announcement: '' },
  recall: { words: '', asked: null, found: null, fault: null },
});

/** `#/run/NAME/TASK/ATTEMPT/TAB`, `#/metrics` or `#/memory`. */
export function routeOf(hash: string): Route {
  const [page = '', run, task, attempt, tab] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  const number = Number(attempt);
  return {
    page: page === 'metrics' || page === 'memory' ? page : 'runs',
    run: page === 'run' && run ? run : null,
    task: task && task !== '-' ? task : null,
    attempt: Number.isInteger(number) && number > 0 ? number : null,
    tab: tabs.find((name) => name === tab) ?? 'steps',
  };
}

export function hrefOf({ page, run, task, attempt, tab }: Route): string {
  if (page !== 'runs') return `#/${page}`;
  if (run === null) return '#/';
  return `#/run/${[run, task ?? '-', attempt ?? '-', tab].map((part) => encodeURIComponent(part)).join('/')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return ''; // Typed by hand: no such place.
  }
}
