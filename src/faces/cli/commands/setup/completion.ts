import { Argument, type Command } from 'commander';
import type { App } from '../../../../app.ts';
import { PawlError } from '../../../../ports/errors.ts';
import { statusWords } from '../../../words.ts';
import type { Cli } from '../../cli.ts';
import { type Shell, scripts, shells } from '../../completion/scripts.ts';
import { type Suggestion, type Suggestions, suggest } from '../../completion/suggest.ts';
import { oneLine, scrub } from '../../terminal/text.ts';
import { settingNames } from './config.ts';
import { example } from './example.ts';

export function registerCompletion(program: Command, cli: Cli): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and runs in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .argument('[words...]', 'the words of the command line so far: prints completions of the last one')
    .addHelpText('after', example('source <(pawl completion bash)'))
    .action(async (shell: Shell, words: string[]) => {
      if (words.length === 0) return cli.out.raw(scripts[shell]);
      const suggestions = suggest(program, words);
      const choices = [...suggestions.words, ...(await listed(cli, suggestions))];
      for (const { value, about } of scrub(choices)) cli.out.raw(`${value}\t${oneLine(about, 60)}\n`);
      if (suggestions.also === 'files' || suggestions.also === 'folders') cli.out.raw(`:${suggestions.also}\n`);
    });
}

/** Nothing where it cannot be found out: a shell that completes has no place for an error. */
async function listed(cli: Cli, { also, prefix, typed, given }: Suggestions): Promise<Suggestion[]> {
  if (also === null || also === 'files' || also === 'folders') return [];
  const { target, config } = given;
  try {
    const app = await cli.io.createApp({ env: cli.io.env, ...(target && { target }), ...(config && { config }) });
    try {
      const all = await things[also](app);
      return all
        .map(({ value, about }) => ({ value: prefix + value, about }))
        .filter(({ value }) => value.startsWith(prefix + typed));
    } finally {
      await app.close();
    }
  } catch (error) {
    if (error instanceof PawlError) return [];
    throw error;
  }
}

const things: Record<'runs' | 'settings' | 'tiers', (app: App) => Promise<Suggestion[]>> = {
  runs: async (app) =>
    (await app.runs()).map(({ run, status, request }) => ({
      value: run,
      about: `${statusWords({ status })}: ${request}`,
    })),
  settings: async (app) => settingNames((await app.settings()).values).map((value) => ({ value, about: '' })),
  tiers: async (app) => {
    const { tiers } = (await app.settings()).values as { tiers: { name: string; model: string | null }[] };
    return tiers.map(({ name, model }) => ({ value: name, about: model ?? '' }));
  },
};
