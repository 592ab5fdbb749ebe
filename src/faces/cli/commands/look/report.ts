import { type Command, Option } from 'commander';
import type { App } from '../../../../app.ts';
import { type ReportFormat, reportFormats } from '../../../../schema/run/report.ts';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { runArgument, runNamed } from '../../named-run.ts';
import { strip } from '../../terminal/text.ts';
import { example } from '../setup/example.ts';

interface ReportFlags {
  format?: ReportFormat;
  html?: boolean;
  handover?: boolean;
  open?: boolean;
}

export function registerReport(program: Command, cli: Cli): void {
  program
    .command('report')
    .description('print the report of a run and its path, as Markdown, JSON, an HTML page or an issue comment')
    .argument(...runArgument)
    .addOption(new Option('--format <name>', 'output format (default: markdown)').choices(reportFormats))
    .option('--html', 'an HTML page with charts, same as --format html')
    .option('--handover', 'a comment for an issue, same as --format handover')
    .option('--open', 'open the page in a browser instead of printing it')
    .addHelpText('after', example('pawl report 7f3a --open'))
    .action((name: string | undefined, options: ReportFlags, command: Command) =>
      withApp(cli, command, async ({ app, out, io, json, style }) => {
        const format = formatOf(options, json);
        const run = await runNamed(app, name);
        const text = await app.report(run, format);
        const path = await app.reportFile(run, format);
        if (options.open) {
          const page = await shownFile(app, run, format);
          if (json) out.json({ ...JSON.parse(text), path: page });
          else out.line(page);
          await app.show(page);
          return 0;
        }
        // On a terminal the label would stand alone where the path is too long to stand beside it.
        if (format === 'markdown') out.error(io.isTTY ? `${fromHome(path, io.env.HOME)}\n` : `report: ${path}`);
        if (format === 'json') out.json({ ...JSON.parse(text), path });
        else if (format === 'html') out.raw(text);
        else if (format === 'markdown' && io.isTTY) {
          const { markdownLines } = await import('../../render/markdown.ts');
          const lines = markdownLines(strip(text).trimEnd(), style);
          await (io.page ?? out.raw)(`${lines.join('\n')}\n`);
        } else {
          const { markdownSource } = await import('../../render/markdown.ts');
          out.verbatim(markdownSource(strip(text).trimEnd(), out.columns()).join('\n'));
        }
        return 0;
      }),
    );
}

/** A path as people write it. */
const fromHome = (path: string, home = ''): string =>
  home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;

/** A browser is shown the page, unless another form was asked for. */
async function shownFile(app: App, run: string, format: ReportFormat): Promise<string> {
  const kind = format === 'handover' ? format : 'html';
  await app.report(run, kind);
  return app.reportFile(run, kind);
}

function formatOf({ format, html, handover }: ReportFlags, json: boolean): ReportFormat {
  const named = new Set<ReportFormat>([
    ...(format === undefined ? [] : [format]),
    ...(html ? (['html'] as const) : []),
    ...(handover ? (['handover'] as const) : []),
    ...(json ? (['json'] as const) : []),
  ]);
  if (named.size > 1) throw usage(`choose one format, not ${[...named].join(' and ')}`);
  return [...named][0] ?? 'markdown';
}
