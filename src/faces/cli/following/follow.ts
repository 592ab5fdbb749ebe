import type { RunHandle } from '../../../app.ts';
import type { RunEnd } from '../../../schema/run/view.ts';
import type { Session } from '../cli.ts';
import { scrub } from '../text.ts';
import { terminalNotice } from './terminal-notice.ts';
import { createWatcher } from './watch.ts';

const stoppedExitCode = 4;

/** Shows a run until it ends, asking the person at the terminal what it needs to know; returns the exit code. */
export async function follow(
  session: Session,
  start: () => Promise<RunHandle>,
  options: { ask: boolean } = { ask: true },
): Promise<number> {
  const watcher = createWatcher(session);
  let handle: RunHandle | null = null;
  let stopping = false;
  const stop = (): void => {
    if (stopping) {
      session.io.exit?.(stoppedExitCode);
      return;
    }
    stopping = true;
    watcher.say('Stopping. Press Ctrl-C again to quit now.');
    handle?.stop();
  };
  const ignoreStops = session.io.onStop?.(stop);
  const begun = async (next: () => Promise<RunHandle>): Promise<RunHandle> => {
    handle = await next();
    if (stopping) handle.stop();
    return handle;
  };
  let next = start;
  try {
    for (;;) {
      const end = await watcher.follow(() => begun(next), stop);
      terminalNotice(session.io, noticeOf(end), watcher.elapsed());
      if (end.note !== null) watcher.say(scrub(end.note));
      if (end.interrupted) {
        watcher.say(`Stopped. Continue with: ${session.hints.pawl(`resume ${end.run}`)}`);
        return stoppedExitCode;
      }
      if (end.waiting === null) return end.exit_code;
      const goingOn = options.ask && !stopping ? await askPerson(session, end) : null;
      if (goingOn === null) {
        if (!session.json) for (const line of waitingLines(session, end.run, end.waiting)) watcher.say(line);
        return end.exit_code;
      }
      next = async () => goingOn;
    }
  } finally {
    ignoreStops?.();
  }
}

/** Agent files that are left out are told before work begins: it goes on with the built-in ones. */
export async function tellLeftOut({ app, out }: Session): Promise<void> {
  for (const { file, line, message } of scrub((await app.agents()).errors))
    out.error(`pawl: note: this agent file is ignored: ${file}:${line}: ${message}`);
}

/** The run as it goes on with the person's answer; null: nobody gives one now. */
async function askPerson(session: Session, { run, waiting }: RunEnd): Promise<RunHandle | null> {
  const { ask } = session.io;
  if (!ask || session.json || session.yes || !session.io.isTTY || waiting === null) return null;
  const question = scrub(waiting);
  if (await isAboutPlan(session, run)) {
    const { confirmPlan } = await import('../plan/confirm.ts');
    return confirmPlan(session, ask, { run, question });
  }
  const answer = await ask.text(question);
  return answer === null ? null : session.app.answer(run, answer);
}

/** True when the newest plan has been neither confirmed nor begun: then the question is whether to go on with it. */
async function isAboutPlan(session: Session, run: string): Promise<boolean> {
  let open = false;
  for await (const event of session.app.events(run)) {
    if (event.type === 'plan.proposed') open = true;
    if (event.type === 'plan.confirmed' || event.type === 'attempt.started') open = false;
    // The planner's own question comes before the plan that it makes of the answer.
    if (event.type === 'handed.over' && event.question !== null) open &&= event.about !== 'request';
    if (event.type === 'handed.over' && event.about === 'plan') open = true;
  }
  return open;
}

const noticeOf = ({ waiting, exit_code }: RunEnd): string =>
  waiting === null ? `Pawl: the run ${exit_code === 0 ? 'is done' : 'has ended'}` : `Pawl: ${waiting}`;

function waitingLines(session: Session, run: string, question: string): string[] {
  return [
    `waiting for you: ${scrub(question)}`,
    `answer with: ${session.style.paint.cyan(session.hints.pawl(`answer ${run} "<text>"`))}`,
  ];
}
