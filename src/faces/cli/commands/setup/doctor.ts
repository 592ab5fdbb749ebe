import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { doctorLines } from '../../render/doctor.ts';
import { example } from './example.ts';

const unfitExitCode = 8;

export function registerDoctor(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('check that this machine has what pawl needs')
    .option('--repair', 'fix what can be fixed')
    .addHelpText('after', example('pawl doctor --repair'))
    .action((options: { repair?: boolean }, command: Command) =>
      withApp(cli, command, async (session) => {
        const { app, out, json, style } = session;
        const checks = await busy(session, 'checking, running the tests', () => app.doctor(options.repair === true));
        const ok = checks.every((check) => check.ok || !check.required);
        if (json) out.json({ ok, checks });
        else for (const line of doctorLines(checks, style)) out.line(line);
        return ok ? 0 : unfitExitCode;
      }),
    );
}
