import type { RunHandle } from '../../../app.ts';
import type { Recorded } from '../../../schema/run/event.ts';
import type { RunEnd } from '../../../schema/run/view.ts';
import type { Tier } from '../../../schema/settings/policy.ts';
import type { Session } from '../cli.ts';
import { type Live, startLive } from '../render/run/live.ts';
import { statusLine } from '../render/run/progress.ts';
import { createStory, type Story } from '../render/run/story.ts';
import { row, sub } from '../render/style.ts';
import { typing } from './typing.ts';

/** Where the events of a run go while it is worked on. */
export interface Watcher {
  /** `start` begins the work or takes it up; what is typed meanwhile goes to the run, and Ctrl-C to `stop`. `isAnswered`: by an answer typed right above. */
  follow(start: () => Promise<RunHandle>, stop: () => void, isAnswered?: boolean): Promise<RunEnd>;
  /** A remark of ours, beside the events. */
  say(line: string): void;
  /** A remark for people alone: on standard error, where a program reads along. */
  note(line: string): void;
  /** The first event that was shown; infinite: none was. */
  since(): number;
  /** How long runs have been followed. */
  elapsed(): number;
}

export function createWatcher(session: Session): Watcher {
  return session.json ? jsonWatcher(session) : storyWatcher(session);
}

function jsonWatcher({ out }: Session): Watcher {
  return {
    follow: async (start) => drain(await start(), async (event) => out.json(event)),
    say: (line) => out.error(line),
    note: (line) => out.error(line),
    since: () => 1,
    elapsed: () => 0,
  };
}

const steering = 'Type a line to tell the developer something; Ctrl-C';
const listening = ({ name, developer }: Tier): string[] => (developer === 'repair' ? [] : [name]);

/** A program that reads along hears something at least this often. */
const silence_ms = 10_000;

function storyWatcher(session: Session): Watcher {
  const { io, out, style, quiet, verbose } = session;
  const now = io.now ?? Date.now;
  let live: Live | null = null;
  let consulting: { tell: (event: Recorded) => Promise<string[]>; remark: (line: string) => string } | null = null;
  let [followed, began, printed] = [0, 0, now()];
  let since = Number.POSITIVE_INFINITY;
  /** Tiers with somebody to talk to. */
  let listeners: string[] = [];
  let isSteeringKnown = false;
  const elapsed = () => followed + (began === 0 ? 0 : now() - began);
  const print = (lines: string[]): void => {
    if (lines.length > 0) printed = now();
    // What an agent answers is YAML.
    if (live) live.print(lines, consulting ? Number.POSITIVE_INFINITY : undefined);
    else for (const line of lines) consulting ? out.verbatim(line) : out.line(line);
  };
  const say = (line: string) => print([consulting ? consulting.remark(line) : line]);
  return {
    say,
    note: (line) => (live ? say(line) : out.error(line)),
    since: () => since,
    elapsed,
    async follow(start, stop, isAnswered = false) {
      const story = createStory(style, { quiet, verbose });
      let handle: RunHandle | null = null;
      const line = (columns: number) => lineOf(story, handle, columns);
      began = now();
      const send = async (text: string): Promise<void> => {
        if (handle) await session.app.answer(handle.run, text).catch((error: Error) => say(error.message));
      };
      const keys = typing({ line: (text) => void send(text), stop, change: () => live?.draw() });
      const isLive = out.live && !quiet;
      live = isLive
        ? startLive({ write: out.raw, dim: style.paint.dim, line, columns: out.columns, draft: keys.draft })
        : null;
      const ignoreKeys = isLive ? io.keys?.(keys.keys) : undefined;
      const beat = live || quiet ? undefined : setInterval(() => heartbeat(line), silence_ms / 10).unref();
      let first = true;
      const tell = async (event: Recorded): Promise<string[]> => {
        if (event.type === 'run.started' && event.policy.agent !== undefined) consulting = await consultation(session);
        if (event.type === 'run.started') listeners = event.policy.tiers.flatMap(listening);
        const isTyped = event.type === 'run.resumed' || (event.type === 'answer.given' && event.asked !== false);
        const storyLines = story.tell(event);
        const lines = isTyped && isAnswered && !handle?.elsewhere ? [] : storyLines;
        if (event.type === 'answer.given' && !first) isAnswered = false;
        const isHeard = !first && event.type === 'attempt.started' && listeners.includes(event.tier);
        if (ignoreKeys && isHeard && !isSteeringKnown) {
          isSteeringKnown = true;
          const stops = handle?.elsewhere ? 'leaves the run alone' : 'stops the run';
          return [...lines, sub(style.paint.dim(`${steering} ${stops}.`))];
        }
        return consulting ? consulting.tell(event) : lines;
      };
      try {
        handle = await start();
        return await drain(handle, async (event) => {
          if (first) await catchUp(session, tell, event);
          first = false;
          since = Math.min(since, event.seq);
          print(await tell(event));
        });
      } finally {
        clearInterval(beat);
        ignoreKeys?.();
        live?.close();
        live = null;
        followed = elapsed();
        began = 0;
      }
    },
  };

  function lineOf(story: Story, handle: RunHandle | null, columns: number): string {
    const at = { now: now(), elapsed_ms: elapsed(), activity: handle?.activity?.() ?? null };
    return statusLine(story.progress(), at, columns);
  }

  function heartbeat(line: (columns: number) => string): void {
    if (now() - printed >= silence_ms) say(row('...', line(150)));
  }
}

async function consultation({ app, style }: Session) {
  const { consultationTeller, remark } = await import('../render/run/consultation.ts');
  return { tell: consultationTeller(style, (digest) => app.blob(digest)), remark };
}

/** A resumed run is handed to us from its `run.resumed`: what went before it counts, but is not told again. */
async function catchUp({ app }: Session, tell: (event: Recorded) => Promise<string[]>, first: Recorded): Promise<void> {
  if (first.seq <= 1) return;
  for await (const event of app.events(first.run)) {
    if (event.seq >= first.seq) return;
    await tell(event);
  }
}

async function drain(handle: RunHandle, show: (event: Recorded) => Promise<void>): Promise<RunEnd> {
  const consume = async (): Promise<void> => {
    for await (const event of handle.events) await show(event);
  };
  const [end] = await Promise.all([handle.done, consume()]);
  return end;
}
