import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Verdict } from '../../../../schema/judge/verdict.ts';
import { type Cli, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { mustBeWritable, stoppable } from '../../judging.ts';
import { addJudgeOptions, flagsOf } from '../../options.ts';
import { example } from '../setup/example.ts';

interface VerifyFlags extends Record<string, unknown> {
  base?: string;
  staged?: boolean;
  sarif?: string;
  junit?: string;
}

export function registerVerify(program: Command, cli: Cli): void {
  const verify = program
    .command('verify')
    .description('check the work tree by running its tests; exits 0 only on a pass')
    .option('--base <rev>', 'compare with this revision (default: HEAD)')
    .option('--staged', 'check the index instead of the work tree')
    .option('--sarif <file>', 'also write the findings as SARIF')
    .option('--junit <file>', 'also write the findings as JUnit XML');
  addJudgeOptions(verify)
    .addHelpText('after', example('pawl verify --base main --json'))
    .action((options: VerifyFlags, command: Command) =>
      withApp(
        cli,
        command,
        (session) =>
          stoppable(session.io, async (signal) => {
            const { app, out, json, style } = session;
            await mustBeWritable([options.sarif, options.junit]);
            const request = {
              ...(options.base === undefined ? {} : { base: options.base }),
              staged: options.staged === true,
              signal,
            };
            const verdict = await busy(session, 'running the tests', () => app.verify(request));
            await writeReports(verdict, options);
            if (json) out.json(verdict);
            else {
              const { standingLines } = await import('../../render/verdict.ts');
              for (const line of standingLines(verdict, style, 'verify')) out.line(line);
            }
            return verdict.status === 'pass' ? 0 : 1;
          }),
        flagsOf(options),
      ),
    );
}

async function writeReports(verdict: Verdict, { sarif, junit }: VerifyFlags): Promise<void> {
  if (sarif !== undefined) {
    const { sarifOf } = await import('../../../json/sarif.ts');
    await writeFile(sarif, `${JSON.stringify(sarifOf(verdict), null, 2)}\n`);
  }
  if (junit !== undefined) {
    const { junitOf } = await import('../../../json/junit.ts');
    await writeFile(junit, junitOf(verdict));
  }
}
