import type { RunHandle } from '../../app.ts';
import type { Recorded } from '../../schema/run/event.ts';
import type { RunEnd } from '../../schema/run/view.ts';
import type { Session } from './cli.ts';
import { type Live, startLive } from './render/run/live.ts';
import { createStory, type Story } from './render/run/story.ts';

/** Where the events of a run go while it is worked on. */
export interface Watcher {
  follow(handle: RunHandle): Promise<RunEnd>;
  /** A remark of ours, beside the events. */
  say(line: string): void;
}

export function createWatcher(session: Session): Watcher {
  return session.json ? jsonWatcher(session) : storyWatcher(session);
}

function jsonWatcher({ out }: Session): Watcher {
  return {
    follow: (handle) => drain(handle, async (event) => out.json(event)),
    say: (line) => out.error(line),
  };
}

function storyWatcher(session: Session): Watcher {
  let live: Live | null = null;
  let consulting: { tell: (event: Recorded) => Promise<string[]>; remark: (line: string) => string } | null = null;
  const print = (lines: string[]): void => {
    if (live) live.print(lines);
    else for (const line of lines) session.out.line(line);
  };
  return {
    async follow(handle) {
      const story = createStory(session.style);
      live = session.out.live ? liveFor(session, story) : null;
      const tell = async (event: Recorded): Promise<string[]> => {
        if (event.type === 'run.started' && event.policy.agent !== undefined) consulting = await consultation(session);
        const lines = story.tell(event);
        return consulting ? consulting.tell(event) : lines;
      };
      let first = true;
      try {
        return await drain(handle, async (event) => {
          if (first) await catchUp(session, tell, event);
          first = false;
          print(await tell(event));
        });
      } finally {
        live?.close();
        live = null;
      }
    },
    say: (line) => print([consulting ? consulting.remark(line) : line]),
  };
}

async function consultation({ app, style }: Session) {
  const { consultationTeller, remark } = await import('./render/run/consultation.ts');
  return { tell: consultationTeller(style, (digest) => app.blob(digest)), remark };
}

function liveFor({ io, out, style }: Session, story: Story): Live {
  return startLive({
    write: out.raw,
    dim: style.paint.dim,
    progress: story.progress,
    now: io.now ?? Date.now,
    columns: io.columns ?? (() => 80),
  });
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
