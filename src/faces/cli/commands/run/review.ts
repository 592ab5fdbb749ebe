import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { ReviewedChange } from '../../../../schema/judge/review.ts';
import { type TaskKind, taskKinds } from '../../../../schema/run/task.ts';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { busy } from '../../following/busy.ts';
import { mustBeWritable, stoppable } from '../../judging.ts';
import { addJudgeOptions, amount, flagsOf } from '../../options.ts';
import { example } from '../setup/example.ts';

interface ReviewFlags extends Record<string, unknown> {
  base?: string;
  staged?: boolean;
  sarif?: string;
  markdown?: boolean;
  kind?: TaskKind;
  review?: 'on' | 'checks';
}

export function registerReview(program: Command, cli: Cli): void {
  const review = program
    .command('review')
    .description('check the work tree as verify does, then have the change reviewed; exits 0 only on approval')
    .option('--base <rev>', 'compare with this revision (default: HEAD)')
    .option('--staged', 'review the index instead of the work tree')
    .addOption(
      new Option('--kind <kind>', 'what the change is (default: told from the change)').choices([...taskKinds]),
    )
    .addOption(
      new Option('--review <how>', 'on: by models too; checks: by checks alone (default: models, if any)').choices([
        'on',
        'checks',
      ]),
    )
    .option('--budget <usd>', 'spend at most this on the models', amount)
    .option('--markdown', 'print a comment for a pull request')
    .option('--sarif <file>', 'also write the findings as SARIF');
  addJudgeOptions(review)
    .addHelpText('after', example('pawl review --base main --markdown'))
    .action((options: ReviewFlags, command: Command) =>
      withApp(
        cli,
        command,
        (session) =>
          stoppable(session.io, async (signal) => {
            const { app, out, json, style } = session;
            mustFit(options, json);
            await mustBeWritable([options.sarif]);
            const request = {
              ...(options.base === undefined ? {} : { base: options.base }),
              ...(options.kind === undefined ? {} : { kind: options.kind }),
              ...(options.review === undefined ? {} : { review: options.review }),
              staged: options.staged === true,
              signal,
            };
            const reviewed = await busy(session, 'running the tests', () => app.review(request));
            if (options.sarif !== undefined) {
              const { sarifOf } = await import('../../../json/sarif.ts');
              const findings = sarifOf(reviewed.verdict, reviewed.review.points);
              await writeFile(options.sarif, `${JSON.stringify(findings, null, 2)}\n`);
            }
            if (json) out.json(reviewed);
            else if (options.markdown) {
              const { reviewComment } = await import('../../../report/review-comment.ts');
              const { markdownSource } = await import('../../render/markdown.ts');
              out.raw(markdownSource(reviewComment(reviewed), out.columns()).join('\n'));
            } else {
              const { reviewLines } = await import('../../render/review.ts');
              for (const line of reviewLines(reviewed, style)) out.line(line);
            }
            return exitOf(reviewed.review);
          }),
        flagsOf(options),
      ),
    );
}

/** Refused credentials are not the change's fault. */
function exitOf({ decision, blocking, missing = [] }: ReviewedChange['review']): number {
  if (decision === 'approve') return 0;
  const isRefused = missing.length > 0 && missing.every(({ cause }) => cause === 'credentials');
  return isRefused && blocking.length === 1 ? 8 : 1;
}

function mustFit({ markdown }: ReviewFlags, json: boolean): void {
  if (json && markdown) throw usage('--json and --markdown cannot be used together');
}
