import type { App } from '../../app.ts';
import type { RunView } from '../../schema/run/view.ts';
import { statusWords } from '../words.ts';
import { usage } from './errors.ts';

/** The argument that names a run. */
export const runArgument = ['[run]', 'a run, by any unique part of its name (default: the newest)'] as const;

/** The whole name of the run that a person means. */
export async function runNamed(app: App, name: string | undefined): Promise<string> {
  return (await app.view(name)).run;
}

/** The run that a person means; without a name, the newest one that has not ended. */
export async function openRun(app: App, name: string | undefined): Promise<RunView> {
  if (name !== undefined) return app.view(name);
  const open = (await app.runs()).find((view) => view.exit_code === null && view.status !== 'damaged');
  if (open) return open;
  const newest = await app.view();
  if (newest.exit_code === null) return newest;
  throw usage(`no run is open: the newest, ${newest.run}, has ended (${statusWords(newest)})`);
}

/**
 * A run and a text, from the words of a command line: one word is the text; of more, the first names the run if it could
 * be a part of a run's name, which of two any word with a digit could. Otherwise all of them are the text.
 */
export function runAndText(
  first: string | undefined,
  rest: string[],
  subject: string,
): { run: string | undefined; text: string } {
  const looksNamed = first !== undefined && (rest.length === 1 ? /\d/ : /^(?=.*\d)[0-9a-f-]{4,}$/).test(first);
  const isNamed = rest.length > 0 && looksNamed;
  const text = (isNamed || first === undefined ? rest : [first, ...rest]).join(' ');
  if (text.trim() === '') throw usage(`${subject} is empty: type it after the command`);
  return { run: isNamed ? first : undefined, text };
}

/** Whether a word alone is the name of a run here, not a text: the id of a run has a digit and a letter. */
export async function namesRun(app: App, word: string): Promise<boolean> {
  if (!/^(?=.*\d)(?=.*[a-z-])[\da-z-]{3,}$/.test(word)) return false;
  return (await app.heads()).some(({ run }) => run.includes(word));
}
