import type { RunHandle } from '../../../app.ts';
import { ConfigError, PawlError, Unfit } from '../../../ports/errors.ts';
import type { RunEnd } from '../../../schema/run/view.ts';
import { count } from '../../words.ts';
import type { Session } from '../cli.ts';
import { linesFor } from '../render/run/lines.ts';
import { scrub } from '../terminal/text.ts';
import { questionOf, watchQuestion } from './question.ts';
import { terminalNotice } from './terminal-notice.ts';
import { createWatcher } from './watch.ts';

const stoppedExitCode = 4;

interface Following {
  /** What the run wants to know is asked at the terminal. */
  ask: boolean;
  /** What the run leaves out is told: agent files with faults, and changes that are not committed. */
  leavesOut?: boolean;
}

/** Shows a run until it ends, asking the person at the terminal what it needs to know; returns the exit code. */
export async function follow(
  session: Session,
  start: () => Promise<RunHandle>,
  { ask, leavesOut = false }: Following = { ask: true },
): Promise<number> {
  const watcher = createWatcher(session);
  let handle: RunHandle | null = null;
  let stopping = false;
  const isElsewhere = (): boolean => handle?.elsewhere === true;
  const runName = (): string | null => handle?.run ?? null;
  const stop = (): void => {
    if (stopping) {
      session.io.exit?.(stoppedExitCode);
      return;
    }
    stopping = true;
    if (!isElsewhere()) watcher.say('Stopping. Press Ctrl-C again to quit now.');
    handle?.stop();
  };
  const ignoreStops = session.io.onStop?.(stop);
  let notes: Promise<void> | null = null;
  const begun = async (next: () => Promise<RunHandle>): Promise<RunHandle> => {
    handle = await next();
    if (stopping) handle.stop();
    // Reading them takes a while: the run's first line comes before.
    if (leavesOut) notes ??= tellStart(session, watcher.note);
    void Promise.allSettled([notes]);
    return handle;
  };
  let next = start;
  let isAnswered = false;
  try {
    for (;;) {
      const end = await watcher.follow(() => begun(next), stop, isAnswered);
      await notes;
      terminalNotice(session.io, noticeOf(end), watcher.elapsed());
      if (end.note !== null) watcher.say(scrub(end.note));
      if (end.interrupted && stopping && isElsewhere()) {
        const command = session.hints.pawl(`log ${end.run} --follow`);
        watcher.say(`The run continues in another terminal. Watch it with: ${command}`);
        return stoppedExitCode;
      }
      if (end.interrupted) {
        watcher.say(`Stopped. Continue with: ${session.hints.pawl(`resume ${end.run}`)}`);
        return stoppedExitCode;
      }
      if (end.waiting === null) return end.exit_code;
      const goingOn = ask && !stopping ? await askPerson(session, end, watcher.since()) : null;
      if (goingOn === null) {
        if (!session.json) for (const line of waitingLines(session, end.run, end.waiting)) watcher.say(line);
        return end.exit_code;
      }
      next = async () => goingOn;
      isAnswered = true;
    }
  } catch (error) {
    throw withCure(error, session, runName());
  } finally {
    ignoreStops?.();
  }
}

/** A run that a full disk breaks off goes on from what was recorded. */
function withCure(error: unknown, { hints }: Session, run: string | null): unknown {
  if (!(error instanceof Unfit) || error.reason !== 'disk_full' || run === null) return error;
  const command = hints.pawl(`resume ${run}`);
  return new Unfit(`${error.message}; free some space, then continue with: ${command}`, error.reason);
}

/** Whatever cannot be told, the run goes on all the same. */
async function tellStart({ app, io, json }: Session, note: (line: string) => void): Promise<void> {
  const tell = async (telling: Promise<void>, what: string): Promise<void> => {
    try {
      await telling;
    } catch (error) {
      if (!(error instanceof PawlError)) throw error;
      note(`pawl: note: cannot tell which ${what}: ${scrub(error.message)}`);
    }
  };
  // A script knows what it has committed; it takes git some calls to find out.
  const isWatched = io.isTTY && !json;
  await Promise.all([
    isWatched ? tell(tellUncommitted(app, note), 'changes are uncommitted') : null,
    tell(tellLeftOut(app, note), 'agent files are ignored'),
  ]);
}

async function tellUncommitted(app: Session['app'], note: (line: string) => void): Promise<void> {
  const changes = await app.uncommitted();
  const are = `${count(changes, 'uncommitted change')} ${changes === 1 ? 'is' : 'are'}`;
  if (changes > 0) note(`pawl: note: ${are} left out: a run starts from HEAD`);
}

/** Agent files that are left out: work goes on with the built-in ones. */
export async function tellLeftOut(app: Session['app'], note: (line: string) => void): Promise<void> {
  for (const { file, line, message } of scrub((await app.agents()).errors))
    note(`pawl: note: this agent file is ignored: ${file}:${line}: ${message}`);
}

/**
 * The run as it goes on, with the person's answer or with somebody else's; null: nobody gives one now. A plan that came
 * before the events that the person has seen is shown first.
 */
export async function askPerson(
  session: Session,
  { run, waiting }: Pick<RunEnd, 'run' | 'waiting'>,
  since = Number.POSITIVE_INFINITY,
): Promise<RunHandle | null> {
  const { app, out } = session;
  const { ask } = session.io;
  if (!ask || session.json || session.yes || !session.io.isTTY || waiting === null) return null;
  const question = await questionOf(app, run);
  const { asked, plan } = question;
  if (question.isAboutPlan && plan !== null && plan.seq < since)
    for (const line of linesFor(plan, session.style)) out.line(line);
  const { settled, settlement, close } = watchQuestion(app, run, question);
  const askOnce = async (text: string): Promise<RunHandle | null> => {
    if (question.isAboutPlan) {
      const { confirmPlan } = await import('../plan/confirm.ts');
      return confirmPlan(session, ask, { run, question: text, asked, settled });
    }
    const answer = await ask.text(text, settled);
    return answer === null ? null : app.answer(run, answer, asked);
  };
  try {
    const handle = await askOnce(scrub(waiting));
    if (handle) return handle;
    const event = await settlement();
    if (event === null) return null;
    out.line(`${event.type === 'run.finished' ? 'Ended' : 'Answered'} in another terminal.`);
  } catch (error) {
    if (!(error instanceof ConfigError) || !['settled', 'ended'].includes(error.reason)) throw error;
    out.line(error.message);
  } finally {
    close();
  }
  return app.watch(run, question.seen);
}

const noticeOf = ({ waiting, exit_code }: RunEnd): string =>
  waiting === null ? `Pawl: the run ${exit_code === 0 ? 'is done' : 'has ended'}` : `Pawl: ${waiting}`;

function waitingLines(session: Session, run: string, question: string): string[] {
  return [
    `waiting for you: ${scrub(question)}`,
    `answer with: ${session.style.paint.cyan(session.hints.pawl(`answer ${run} "<text>"`))}`,
  ];
}
