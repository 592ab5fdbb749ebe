import type { Ask } from './io.ts';

/** Questions on the terminal, drawn by clack; loaded only when something is asked. */
export const terminalAsk: Ask = {
  async text(question, settled) {
    const { isCancel, text } = await import('@clack/prompts');
    const answer = await text({
      message: question,
      ...(settled && { signal: settled }),
      validate: (value) => (value?.trim() ? undefined : 'Type an answer, or press Ctrl-C to leave the run waiting.'),
    });
    return isCancel(answer) ? null : answer.trim();
  },
  async confirm(question) {
    const { confirm, isCancel } = await import('@clack/prompts');
    const answer = await confirm({ message: question });
    return isCancel(answer) ? null : answer;
  },
};
