import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { follow } from '../../follow.ts';
import { addYes, flagsOf } from '../../options.ts';
import { example } from '../setup/example.ts';

export function registerAnswer(program: Command, cli: Cli): void {
  const answer = program
    .command('answer')
    .description("answer a run's question and continue the run")
    .argument('<run>', 'the name of the run, or the start of it')
    .argument('<text>', 'the answer');
  addYes(answer)
    .addHelpText('after', example('pawl answer 7f3a "yes"'))
    .action(async (run: string, text: string, options: { yes?: boolean }, command: Command) => {
      if (text.trim() === '') throw usage('the answer is empty');
      await withApp(
        cli,
        command,
        (session) =>
          follow(session, async () => {
            const view = await session.app.view(run);
            const handle = await session.app.answer(view.run, text);
            if (view.status === 'running' && !session.json) {
              session.out.line(`answer sent to the process that is running ${view.run}`);
            }
            return handle;
          }),
        flagsOf({ ...options }),
      );
    });
}
