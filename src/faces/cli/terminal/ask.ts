import pc from 'picocolors';
import type { Ask } from '../io.ts';
import { wrap } from './layout.ts';

/** Questions on the terminal, drawn by clack; loaded only when something is asked. */
export const terminalAsk: Ask = {
  async text(question, settled) {
    const { isCancel, text } = await import('@clack/prompts');
    const answer = await text({
      message: framed(question, process.stdout.columns || 80),
      ...(settled && { signal: settled }),
      validate: (value) => (value?.trim() ? undefined : 'Type an answer, or press Ctrl-C to leave the run waiting.'),
    });
    return isCancel(answer) ? null : answer.trim();
  },
  async confirm(question) {
    const { confirm, isCancel } = await import('@clack/prompts');
    const answer = await confirm({ message: framed(question, process.stdout.columns || 80) });
    return isCancel(answer) ? null : answer;
  },
};

const bar = '│  ';

/** Clack draws its bar beside the first line of a question only. */
export function framed(question: string, columns: number): string {
  const width = columns - bar.length - 1;
  return question
    .split('\n')
    .flatMap((line) => wrap(line, width))
    .join(`\n${pc.gray(bar)}`);
}
