import { readFile, writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { mustBeWritable } from '../../judging.ts';
import { atLeastOne, names } from '../../options.ts';
import { backtestLines } from '../../render/backtest.ts';
import { row } from '../../render/style.ts';
import { unreadable } from '../../request.ts';
import { example } from '../setup/example.ts';

interface BacktestFlags {
  outcomes: string;
  ladder?: string[];
  policy?: 'learned' | 'fixed';
  shuffles: number;
  svg?: string;
}

export function registerBacktest(program: Command, cli: Cli): void {
  program
    .command('backtest')
    .description('replay measured outcomes through the ladder: what it would have solved, and at what cost')
    .requiredOption('--outcomes <file>', 'a JSON file: for each model and task, whether it was resolved and the cost')
    .option('--ladder <a,b,c>', 'models in order, each given by the start of its name', names)
    .addOption(new Option('--policy <how>', 'show only this policy (default: both)').choices(['learned', 'fixed']))
    .option('--shuffles <n>', 'how many random task orders to learn from', atLeastOne, 20)
    .option('--svg <file>', 'also write a chart')
    .addHelpText(
      'after',
      `\nOutcomes look like this, with the cost in USD:\n  {"models": {"small": {"task-1": {"resolved": true, "cost": 0.02, "calls": 9}}}}\n${example('pawl backtest --outcomes outcomes.json --ladder "small,large"')}`,
    )
    .action(async (options: BacktestFlags, command: Command) => {
      await mustBeWritable([options.svg]);
      const text = await readFile(options.outcomes, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw unreadable(options.outcomes, error);
      });
      await withApp(cli, command, async ({ app, out, json }) => {
        const { ladder = [], policy = 'both', shuffles, svg } = options;
        const result = app.backtest(text, { ladder, policy, shuffles });
        if (svg !== undefined) {
          const { backtestSvg } = await import('../../../svg/backtest.ts');
          await writeFile(svg, backtestSvg(result));
        }
        if (json) out.json(result);
        else {
          for (const line of backtestLines(result, out.columns())) out.line(line);
          if (svg !== undefined) out.line(row('chart', svg));
        }
        return 0;
      });
    });
}
