import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { busy } from '../../following/busy.ts';
import { doctorLines } from '../../render/doctor.ts';
import { buildVersion } from '../../version.ts';
import { example } from './example.ts';

const unfitExitCode = 8;

export function registerDoctor(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('check that this machine has what pawl needs')
    .option('--repair', 'fix what can be fixed')
    .option(
      '--online',
      'ask each model for a tool call, to see that key, name, tools and streaming work (costs a little)',
    )
    .addHelpText('after', example('pawl doctor --online'))
    .action((options: { repair?: boolean; online?: boolean }, command: Command) =>
      withApp(cli, command, async (session) => {
        const { app, out, json, style } = session;
        const doing = options.online ? 'checking, running the tests, asking the models' : 'checking, running the tests';
        const checks = await busy(session, doing, () => app.doctor(options.repair === true, options.online === true));
        const ok = checks.every((check) => check.ok || !check.required);
        if (json) out.json({ ok, version: buildVersion(), checks });
        else for (const line of doctorLines(checks, style, buildVersion())) out.line(line);
        return ok ? 0 : unfitExitCode;
      }),
    );
}
