import type { Message, TaskState } from './task-state.ts';

/** Whether a message about the newest attempt was sent. */
export const isSent = (task: TaskState, kind: Message['kind']): boolean =>
  task.messages.some((message) => message.kind === kind && message.attempt === task.attempts.length);

export const isReceived = (task: TaskState, kind: Message['kind']): boolean =>
  task.messages.some(
    (message) => message.kind === kind && message.attempt === task.attempts.length && message.received,
  );

/** The review round of the newest submission. */
export const submittedRound = ({ messages }: TaskState): number =>
  messages.findLast(({ kind }) => kind === 'PR_SUBMITTED')?.round ?? 1;

export const waitsForMail = ({ messages }: TaskState): boolean => messages.some(({ received }) => !received);

/** The message that each of the two takes up next: the oldest, unless its task has finished. */
export function nextMail(tasks: readonly TaskState[]): Map<string, Message> {
  const open = tasks.filter(({ status }) => status === 'pending' || status === 'active');
  const pending = open.flatMap(({ task, messages }) =>
    messages.filter(({ received }) => !received).map((message) => ({ id: task.id, message })),
  );
  const heads = new Map<Message['to'], { id: string; message: Message }>();
  for (const mail of pending.sort((a, b) => a.message.seq - b.message.seq)) {
    if (!heads.has(mail.message.to)) heads.set(mail.message.to, mail);
  }
  return new Map([...heads.values()].map(({ id, message }) => [id, message]));
}
