import { type Command, Option } from 'commander';
import { type ReportFormat, reportFormats } from '../../../schema/report.ts';
import { type Cli, fullName, withApp } from '../cli.ts';
import { usage } from '../errors.ts';
import { strip } from '../text.ts';
import { example } from './example.ts';

interface ReportFlags {
  format?: ReportFormat;
  html?: boolean;
  handover?: boolean;
}

export function registerReport(program: Command, cli: Cli): void {
  program
    .command('report')
    .description('print the report of a run: Markdown, JSON, one HTML page, or a comment that hands it over')
    .argument('<run>', 'the run, or a unique beginning of its name')
    .addOption(new Option('--format <name>', 'how (default: markdown)').choices(reportFormats))
    .option('--html', 'one page with a picture, the same as --format html')
    .option('--handover', 'a comment for an issue, the same as --format handover')
    .addHelpText('after', example('pawl report 7f3a --html > report.html'))
    .action((given: string, options: ReportFlags, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const format = formatOf(options, json);
        const run = await fullName(app, given);
        const text = await app.report(run, format);
        if (format === 'json') out.json(JSON.parse(text));
        else if (format === 'html') out.raw(text);
        else out.line(strip(text).trimEnd());
        return 0;
      }),
    );
}

function formatOf({ format, html, handover }: ReportFlags, json: boolean): ReportFormat {
  const named = new Set<ReportFormat>([
    ...(format === undefined ? [] : [format]),
    ...(html ? (['html'] as const) : []),
    ...(handover ? (['handover'] as const) : []),
    ...(json ? (['json'] as const) : []),
  ]);
  if (named.size > 1) throw usage(`a report is printed in one form, not as ${[...named].join(' and ')}`);
  return [...named][0] ?? 'markdown';
}
