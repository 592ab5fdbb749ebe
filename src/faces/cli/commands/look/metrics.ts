import { type Command, Option } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { metricLines } from '../../render/metrics.ts';
import { example } from '../setup/example.ts';

interface MetricsFlags {
  since: string;
  format?: 'table' | 'json' | 'prometheus';
  prometheus?: boolean;
}

export function registerMetrics(program: Command, cli: Cli): void {
  program
    .command('metrics')
    .description('show success, cost, time, loops and lessons of the runs in a period, with their targets')
    .option('--since <when>', 'a period such as 7d, 24h or 2w, or a start date such as 2026-11-01 (UTC)', '30d')
    .addOption(new Option('--format <how>', 'output format').choices(['table', 'json', 'prometheus']))
    .option('--prometheus', 'the same as --format prometheus')
    .addHelpText('after', example('pawl metrics --since 7d'))
    .action((options: MetricsFlags, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const format = formatOf(options, json);
        const metrics = await app.metrics({ since: options.since });
        if (format === 'json') out.json(metrics);
        else if (format === 'table') for (const line of metricLines(metrics, out.columns())) out.line(line);
        else {
          const { exposition } = await import('../../../prometheus/metrics.ts');
          out.raw(exposition(metrics));
        }
        return 0;
      }),
    );
}

function formatOf({ format, prometheus }: MetricsFlags, json: boolean): 'table' | 'json' | 'prometheus' {
  const formats = new Set([...(format ? [format] : []), ...(json ? ['json' as const] : [])]);
  if (prometheus) formats.add('prometheus');
  const [only = 'table', ...more] = formats;
  if (more.length > 0) throw usage(`choose one format, not ${[only, ...more].join(' and ')}`);
  return only;
}
