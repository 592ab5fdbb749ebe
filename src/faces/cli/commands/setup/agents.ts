import type { Command } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { follow, tellLeftOut } from '../../following/follow.ts';
import { addLimits, addSandbox, addYes, flagsOf } from '../../options.ts';
import { agentLines, faultLines } from '../../render/agents.ts';
import { readInput } from '../../request.ts';
import { example } from './example.ts';

const faultyExitCode = 2;

export function registerAgents(program: Command, cli: Cli): void {
  const group = program.command('agents').description('list and check the agents of a run, or ask one');
  registerList(group, cli);
  registerCheck(group, cli);
  registerConsult(group, cli);
  group
    .allowExcessArguments()
    .addHelpText('after', example('pawl agents list'))
    .action((_options: unknown, command: Command) => {
      const names = group.commands.map((each) => each.name()).join(', ');
      const [word] = command.args;
      throw usage(
        `${word === undefined ? 'a subcommand is missing' : `unknown command '${word}'`} (${names}); see pawl agents --help`,
      );
    });
}

function registerList(group: Command, cli: Cli): void {
  group
    .command('list')
    .description('list the agents, with their model tier and source')
    .addHelpText('after', example('pawl agents list --json'))
    .action((_options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const loaded = await app.agents();
        if (json) out.json(loaded);
        else for (const line of agentLines(loaded, out.columns())) out.line(line);
        return 0;
      }),
    );
}

function registerCheck(group: Command, cli: Cli): void {
  group
    .command('check')
    .description('check agent files for errors; exits 2 if there are any')
    .argument('[file...]', 'the files (default: all that a run would load)')
    .addHelpText('after', example('pawl agents check .pawl/agents/reviewer.agent.md'))
    .action((files: string[], _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const { checked, errors } = await app.checkAgents(files);
        if (json) out.json({ ok: errors.length === 0, checked, errors });
        else for (const line of faultLines(checked, errors)) out.line(line);
        return errors.length === 0 ? 0 : faultyExitCode;
      }),
    );
}

function registerConsult(group: Command, cli: Cli): void {
  const run = group
    .command('run')
    .description('ask a single agent')
    .argument('<name>', 'the agent, by its id')
    .requiredOption('--input <file>', 'the input that its contract requires, as JSON or YAML; - reads standard input');
  addYes(addSandbox(addLimits(run, '', 'the agent')))
    .addHelpText('after', example('pawl agents run auditor --input input.json'))
    .action(async (name: string, options: Record<string, unknown> & { input: string }, command: Command) => {
      const input = await readInput(options.input, cli.io.stdin);
      await withApp(
        cli,
        command,
        async (session) => {
          await tellLeftOut(session.app, session.out.error);
          return follow(session, () => session.app.consult(name, input), { ask: options.input !== '-' });
        },
        flagsOf(options),
      );
    });
}
