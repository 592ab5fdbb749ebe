import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Verdict } from '../../../../schema/judge/verdict.ts';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { addJudgeOptions, flagsOf } from '../../options.ts';
import { example } from '../setup/example.ts';

const stoppedExitCode = 4;
/** What tests and sandboxes have to end in. */
const patience_ms = 3000;

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
        async ({ app, io, out, json, style }) => {
          const stop = new AbortController();
          // Git waits for the file system and hears no signal; it ends with this process.
          const ignoreStops = io.onStop?.(() => {
            if (stop.signal.aborted) io.exit?.(stoppedExitCode);
            stop.abort();
            setTimeout(() => io.exit?.(stoppedExitCode), patience_ms).unref();
          });
          try {
            await mustBeWritable([options.sarif, options.junit]);
            const verdict = await app.verify({
              ...(options.base === undefined ? {} : { base: options.base }),
              staged: options.staged === true,
              signal: stop.signal,
            });
            await writeReports(verdict, options);
            if (json) out.json(verdict);
            else {
              const { standingLines } = await import('../../render/verdict.ts');
              for (const line of standingLines(verdict, style)) out.line(line);
            }
            return verdict.status === 'pass' ? 0 : 1;
          } finally {
            ignoreStops?.();
          }
        },
        flagsOf(options),
      ),
    );
}

/** Before any test runs: a report that cannot be written would take the verdict with it. */
async function mustBeWritable(files: (string | undefined)[]): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue;
    const folder = await stat(dirname(file)).catch(() => null);
    const there = await stat(file).catch(() => null);
    if (!folder?.isDirectory() || there?.isDirectory())
      throw usage(`${file} cannot be written: ${there ? 'it is a folder' : `there is no folder ${dirname(file)}`}`);
  }
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
