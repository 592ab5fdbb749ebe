import type { Line } from '../wire.ts';
import { chosenTab } from './dom/chosen-tab.ts';
import { headingFocus } from './dom/heading-focus.ts';
import { patch } from './dom/node.ts';
import { sayingOf } from './model/log.ts';
import { emptyRun, take } from './model/run.ts';
import { createPage } from './page.ts';
import { initialState, routeOf, type State } from './state.ts';
import { frame } from './view/frame.ts';
import { lines, Refused } from './wire.ts';

const state: State = initialState();
const root = document.getElementById('page');
const focus = headingFocus();
const tab = chosenTab();
let drawing = false;
let following = new AbortController();

const page = createPage(state, draw, () => following.abort());

function draw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (state.connection === 'live') state.now = Date.now();
    if (root) patch(root, [frame(page)]);
    focus.drawn();
    tab.drawn();
    document.title = titleOf();
  });
}

function titleOf(): string {
  const waiting = [...state.runs.values()].filter(({ status }) => status === 'waiting').length;
  const open = state.route.run === null ? null : state.runs.get(state.route.run);
  const name = open ? open.request.slice(0, 60) : pageNames[state.route.page];
  return `${waiting > 0 ? `(${waiting}) ` : ''}${name} · Pawl`;
}

const pageNames = { runs: 'Runs', metrics: 'Metrics', memory: 'Memory' };

function moved(): void {
  const before = state.route;
  state.route = routeOf(location.hash);
  if (before.run !== state.route.run) {
    state.model = emptyRun();
    state.runFault = null;
    state.draft = null;
    state.forms.clear();
    following.abort();
  }
  if (before.run !== state.route.run || before.page !== state.route.page) focus.went();
  draw();
}

function received(line: Line): void {
  state.connection = 'live';
  if (line.kind === 'hello') {
    state.target = line.target;
    state.version = line.version;
  }
  if (line.kind === 'runs') listed(line);
  if (line.kind === 'fault') state.runFault = line.message;
  if (line.kind === 'events') {
    const fresh = state.model.seq > 0;
    for (const event of line.events) {
      if (event.run !== state.route.run) continue;
      take(state.model, event);
      if (fresh) announce(event);
    }
  }
  draw();
}

function listed(line: Extract<Line, { kind: 'runs' }>): void {
  if (line.all) state.runs.clear();
  for (const run of line.gone) state.runs.delete(run);
  const isNew = line.runs.some(({ run }) => !state.runs.has(run));
  for (const run of line.runs) state.runs.set(run.run, run);
  if (isNew && !line.all)
    state.runs = new Map([...state.runs].sort(([, a], [, b]) => b.started_at.localeCompare(a.started_at)));
  state.list = line.list;
  state.listed = true;
}

const milestones = new Set([
  'verdict.reached',
  'review.scored',
  'tier.escalated',
  'loop.detected',
  'handed.over',
  'run.finished',
]);

/** Said to who does not see the page, once for each thing that matters. */
function announce(event: Parameters<typeof sayingOf>[0]): void {
  const saying = milestones.has(event.type) ? sayingOf(event) : null;
  if (saying) state.announcement = `${saying.word}: ${saying.text}`.slice(0, 200);
}

/** One connection while the page is seen; a browser has few of them for all its tabs. */
async function live(): Promise<never> {
  let pause = 300;
  for (;;) {
    if (document.hidden) await once(document, 'visibilitychange');
    following = new AbortController();
    const { run } = state.route;
    const query = new URLSearchParams(run === null ? {} : { run, after: String(state.model.seq) });
    if (state.list !== null) query.set('list', state.list);
    try {
      await lines(`/api/stream?${query}`, received, following.signal);
      pause = 300;
    } catch (error) {
      // Another run is followed from here on: nothing was lost.
      if (following.signal.aborted) continue;
      state.connection = error instanceof Refused && error.status === 401 ? 'locked' : 'lost';
    }
    if (following.signal.aborted) continue;
    if (state.connection === 'live') state.connection = 'lost';
    draw();
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(5000, pause * 1.6);
  }
}

const once = (target: EventTarget, type: string): Promise<unknown> =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

/** Clocks of runs that are worked on move without events. */
setInterval(() => {
  if (!document.hidden && [...state.runs.values()].some(({ status }) => status === 'running')) draw();
}, 1000);

addEventListener('hashchange', moved);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) following.abort();
});
state.route = routeOf(location.hash);
draw();
void live();
