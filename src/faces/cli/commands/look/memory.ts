import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { App } from '../../../../app.ts';
import type { MemorySearch } from '../../../../schema/run/debug-memory.ts';
import { count } from '../../../words.ts';
import { type Cli, withApp } from '../../cli.ts';
import { usage } from '../../errors.ts';
import { linesOf } from '../../following/lines.ts';
import { atLeastOne, atLeastZero } from '../../options.ts';
import { documentLines, foundLines } from '../../render/memory.ts';
import { unreadable } from '../../request.ts';
import { example } from '../setup/example.ts';
import { writeNewFile } from './new-file.ts';

export function registerMemory(program: Command, cli: Cli): void {
  const group = program
    .command('memory')
    .description('search, show, export, import or prune what earlier runs went through and learned');
  registerSearch(group, cli);
  registerShow(group, cli);
  registerExport(group, cli);
  registerImport(group, cli);
  registerPrune(group, cli);
  group
    .allowExcessArguments()
    .addHelpText('after', example('pawl memory search "null"'))
    .action((_options: unknown, command: Command) => {
      const names = group.commands.map((each) => each.name()).join(', ');
      const [word] = command.args;
      throw usage(
        `${word === undefined ? 'a subcommand is missing' : `unknown command '${word}'`} (${names}); see pawl memory --help`,
      );
    });
}

interface SearchFlags {
  file?: string;
  test?: string;
  error?: string;
  signature?: string;
  limit: number;
}

function registerSearch(group: Command, cli: Cli): void {
  group
    .command('search')
    .argument('[words...]', 'words that must all occur')
    .description('find executions and lessons by words, file, test, type of error or signature; the newest first')
    .option('--file <path>', 'executions that changed this file')
    .option('--test <name>', 'executions in which this test failed')
    .option('--error <type>', 'executions that failed with this type of error')
    .option('--signature <text>', 'executions that failed with this signature')
    .option('--limit <n>', 'show at most this many of each', atLeastOne, 20)
    .addHelpText('after', example('pawl memory search null --error TypeError'))
    .action((words: string[], { error, limit, ...keys }: SearchFlags, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        const text = words.join(' ');
        const query: MemorySearch = {
          ...{ ...keys, limit: Math.min(limit, 1000) },
          ...(text !== '' && { words: text }),
          ...(error !== undefined && { error_type: error }),
        };
        const result = await app.searchMemory(query);
        if (json) out.json(result);
        else if (result.executions.length + result.lessons.length > 0)
          for (const line of foundLines(result)) out.line(line);
        else out.line((await isEmpty(app)) ? 'nothing is remembered here yet' : 'nothing in the memory matches');
        return 0;
      }),
    );
}

async function isEmpty(app: App): Promise<boolean> {
  for await (const _ of app.exportMemory()) return false;
  return true;
}

function registerShow(group: Command, cli: Cli): void {
  group
    .command('show')
    .argument('[run]', 'any unique part of its name (default: the newest)')
    .description('show what is remembered of a run: attempts, failures, causes, fixes and what was learned')
    .addHelpText('after', example('pawl memory show'))
    .action((run: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        for (const document of await app.showMemory(run)) {
          if (json) out.json(document);
          else for (const line of documentLines(document)) out.line(line);
        }
        return 0;
      }),
    );
}

function registerExport(group: Command, cli: Cli): void {
  group
    .command('export')
    .argument('[file]', 'a new file (default: standard output)')
    .description('write everything that is remembered as NDJSON, one task of a run a line')
    .addHelpText('after', example('pawl memory export memory.ndjson'))
    .action((file: string | undefined, _options: unknown, command: Command) =>
      withApp(cli, command, async ({ app, out, json }) => {
        if (file === undefined) {
          for await (const document of app.exportMemory()) out.json(document);
          return 0;
        }
        const lines = await writeNewFile(file, asLines(app.exportMemory()));
        if (json) out.json({ file, lines });
        else out.line(`${count(lines, 'task')} written to ${file}`);
        return 0;
      }),
    );
}

async function* asLines(documents: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const document of documents) yield JSON.stringify(document);
}

function registerImport(group: Command, cli: Cli): void {
  group
    .command('import')
    .argument('<file>', 'an export of pawl memory')
    .description('add an export; if any line of it is wrong, nothing is added')
    .addHelpText('after', example('pawl memory import memory.ndjson'))
    .action(async (file: string, _options: unknown, command: Command) => {
      const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
        throw unreadable(file, error);
      });
      if (!stats.isFile()) throw usage(`${file} is not a file`);
      await withApp(cli, command, async ({ app, out, json }) => {
        const imported = await app.importMemory(() => linesOf(createReadStream(file)));
        const { lines, executions, lessons, skipped } = imported;
        if (json) out.json(imported);
        else
          out.line(
            `${count(lines, 'line')} read: ${count(executions, 'execution')} and ${count(lessons, 'lesson')} added, ${skipped} skipped (already known, too old, or removed before)`,
          );
        return 0;
      });
    });
}

function registerPrune(group: Command, cli: Cli): void {
  group
    .command('prune')
    .description('remove executions older than the retention, and lessons that rarely helped')
    .option('--days <n>', 'remove executions older than this (default: memory.retention_days)', atLeastZero)
    .option('--lesson <id>', 'remove this lesson for good, and nothing else', atLeastOne)
    .addHelpText('after', example('pawl memory prune'))
    .action((options: { days?: number; lesson?: number }, command: Command) => {
      if (options.days !== undefined && options.lesson !== undefined)
        throw usage('choose --days or --lesson, not both');
      return withApp(cli, command, async ({ app, out, json }) => {
        const pruned = await app.pruneMemory(options);
        if (json) out.json(pruned);
        else out.line(`${count(pruned.executions, 'execution')} and ${count(pruned.lessons, 'lesson')} removed`);
        return 0;
      });
    });
}
