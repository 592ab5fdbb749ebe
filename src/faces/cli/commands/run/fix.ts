import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { addRunOptions, addYes, flagsOf } from '../../options.ts';
import { example } from '../setup/example.ts';
import { runOrForecast } from './run.ts';

export function registerFix(program: Command, cli: Cli): void {
  const fix = program
    .command('fix')
    .description('make failing tests pass: all of them, or those named')
    .argument('[tests...]', 'their ids, files or parts of their titles');
  addYes(addRunOptions(fix))
    .addHelpText('after', example('pawl fix "median of an even list"'))
    .action(async (tests: string[], options: Record<string, unknown>, command: Command) => {
      const unnamed = tests.findIndex((test) => test.trim() === '');
      if (unnamed !== -1)
        throw usage(`the name of test ${unnamed + 1} is empty: leave it out to fix all failing tests`);
      const named = [...tests, ...(flagsOf(options).test ?? [])];
      const request =
        named.length === 0 ? 'Make the failing tests pass.' : `Make these failing tests pass: ${named.join(', ')}`;
      const flags = { ...flagsOf(options), fix: true, ...(named.length > 0 && { test: named }) };
      await withApp(cli, command, (session) => runOrForecast(session, request, options), flags, { starts: true });
    });
}
