import type { ReportedTask, RunReport } from '../../schema/run/report.ts';

/** Characters that are not seen, or change how others are: controls, bidirectional overrides, invisible marks, halves of pairs. */
const unseen =
  /(?![\t\n])\p{Cc}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** The text with a name in place of each character that would mislead a reader. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unseen, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '\u2421';
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** The text, or its beginning and a note that says what is missing. Never half a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  return `${head}\n[cut: the first ${head.length} of ${text.length} characters]`;
}

/** One line, of at most so many characters. */
export function oneLine(text: string, max = 300): string {
  const line = visible(text.slice(0, max * 4))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** What a status is called above a report. */
export function titleOf({ status, undone }: Pick<RunReport, 'status' | 'undone'>): string {
  if (undone !== null) return undone === 'wholly' ? 'Undone' : 'Partly undone';
  if (status === 'completed') return 'Done';
  return status === 'cancelled' ? 'Cancelled' : 'Needs a person';
}

/** Agents that gave up. A planner whose question was answered went on. */
export const stoppedAgents = ({ stopped_agents, tasks }: RunReport): RunReport['stopped_agents'] =>
  stopped_agents.filter(({ agent }) => agent !== 'planner' || tasks.length === 0);

export const short = (hash: string): string => hash.slice(0, 12);

/** What a task was committed as: the change of its last attempt; null where nothing was. */
export function finalDiff({ commit, attempts }: ReportedTask): string | null {
  return commit === null ? null : attempts.at(-1)?.diff || null;
}

const endPhrases: Record<string, string> = {
  finished: 'The developer finished',
  step_limit: 'The developer ran out of steps',
  step_loop: 'The steps went in circles',
  hand_over: 'The developer handed over',
  unavailable: 'The developer could not work',
  'cut off': 'The developer was cut off',
};

/** How an attempt ended; a way that an older version does not know is named as it is recorded. */
export const endPhrase = (how: string): string => (Object.hasOwn(endPhrases, how) ? (endPhrases[how] ?? how) : how);

/** Where the work is: nowhere any more, once all of it was taken back. */
export const branchOf = ({ branch, undone }: RunReport): string | null => (undone === 'wholly' ? null : branch);
