import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Flags } from '../../schema/settings/flags.ts';

/** Adds what `run` takes besides the options of every command. */
export function addRunOptions(command: Command): Command {
  const chosen = command
    .addOption(
      new Option(
        '--strategy <how>',
        'where the commits go: a branch of their own, the current branch (direct), or a pull request for each task (pr)',
      ).choices(['branch', 'direct', 'pr']),
    )
    .option('--squash', 'commit all tasks as one')
    .option('--merge', 'merge into the current branch when all tasks are done')
    .option('--push', 'push the result to the remote')
    .option('--no-verify', 'commit and push without your git hooks')
    .option('--tiers <a,b>', 'use only these tiers, in this order', names)
    .option('--start-tier <name>', 'start at this tier');
  const limited = addLimits(chosen, ' (unless configured: $5)')
    .option('--attempts <n>', 'attempts per tier (unless configured: 3)', atLeastOne)
    .addOption(
      new Option('--plan <how>', 'auto: split the request into tasks; single: treat it as one task').choices([
        'auto',
        'single',
      ]),
    )
    .addOption(
      new Option(
        '--review <how>',
        'who reviews the change before it is committed: models and checks, checks alone, or nobody',
      ).choices(['on', 'checks', 'off']),
    )
    .option('--improve <n>', 'improvement cycles after the tasks (1, or 0 with --plan single)', atLeastZero)
    .option('--parallel <n>', 'tasks to work on at the same time (default: 1)', atLeastOne);
  return addJudgeOptions(limited)
    .option('--test <name>', 'a failing test that the request is about (repeatable)', collect)
    .option(
      '--allow-untested',
      'let changes pass without a test if the project has none; to commit them, add --review off',
    )
    .option('--issue <url>', 'take the request from an issue, by number or address, and answer there')
    .option('--dry-run', 'show what would be done, without doing it');
}

/** What bounds a run as a whole. `unless`: what does so without it. */
export function addLimits(command: Command, unless = '', what = 'the whole run'): Command {
  return command
    .option('--budget <usd>', `spend at most this on ${what}${unless}`, amount)
    .option('--timeout <minutes>', `stop ${what} after this long`, minutes);
}

/** What changes how a tree is judged. */
export function addJudgeOptions(command: Command): Command {
  return addSandbox(command)
    .option('--unlock <glob>', 'protected files that the change may touch (repeatable)', collect)
    .option('--tolerate <glob>', 'tests that may keep failing (repeatable)', collect);
}

export function addSandbox(command: Command): Command {
  return command.option('--sandbox <name>', 'where code runs: bubblewrap, container, e2b or none');
}

export function addYes(command: Command): Command {
  return command.option('--yes', 'never ask anything');
}

/** The options as commander has read them, in the words of the configuration. */
export function flagsOf(options: Record<string, unknown>): Flags {
  const { startTier, allowUntested, verify, ...rest } = options;
  const named: Record<string, unknown> = {
    ...{ ...rest, start_tier: startTier, allow_untested: allowUntested },
    // Commander says yes to whatever nobody forbids.
    ...(verify === false && { verify }),
  };
  const flags: Record<string, unknown> = {};
  for (const key of flagNames) if (named[key] !== undefined) flags[key] = named[key];
  return flags as Flags;
}

const flagNames: (keyof Flags)[] = [
  'strategy',
  'squash',
  'merge',
  'push',
  'verify',
  'tiers',
  'start_tier',
  'budget',
  'timeout',
  'attempts',
  'plan',
  'review',
  'improve',
  'parallel',
  'sandbox',
  'unlock',
  'tolerate',
  'test',
  'allow_untested',
  'fix',
  'yes',
];

export function atLeastOne(text: string): number {
  return whole(text, 1);
}

export function atLeastZero(text: string): number {
  return whole(text, 0);
}

function whole(text: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
  }
  return value;
}

export function amount(text: string): number {
  const value = decimal(text);
  if (value === null) throw new InvalidArgumentError('It must be an amount in USD such as 2.50.');
  return value;
}

function minutes(text: string): number {
  const value = decimal(text);
  if (value === null || value === 0) throw new InvalidArgumentError('It must be a number of minutes above 0.');
  return value;
}

function decimal(text: string): number | null {
  return /^(\d+\.?\d*|\.\d+)$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
}

export function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim());
  if (list.some((name) => name === '')) throw new InvalidArgumentError('It must be a comma-separated list of names.');
  return list;
}

function collect(text: string, before: string[] = []): string[] {
  if (text === '') throw new InvalidArgumentError('It must be a text that is not empty.');
  return [...before, text];
}
