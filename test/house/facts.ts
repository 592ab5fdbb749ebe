import { Command } from 'commander';
import { z } from 'zod';
import { type Case, type Observation, passRule } from '../../src/core/judge/pass-rule.ts';
import type { Evidence } from '../../src/core/judge/review-score.ts';
import type { Cli } from '../../src/faces/cli/cli.ts';
import { registerCommands } from '../../src/faces/cli/commands/index.ts';
import { runCli } from '../../src/faces/cli/run-cli.ts';
import { crash } from '../../src/languages/reports/crash.ts';
import { plainError } from '../../src/languages/reports/report.ts';
import { noTests } from '../../src/languages/runs/run-tests.ts';
import { unended } from '../../src/rooms/verify/unended.ts';
import { emptyVerdict, ruled as judged } from '../../src/rooms/verify/verdict.ts';
import type { TestRun } from '../../src/schema/judge/test-run.ts';

/** The commands of the program; of a group, those in it. */
export function commands(): readonly Command[] {
  const program = new Command();
  registerCommands(program, {} as Cli);
  return program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
}

/** `agents list`: the name of a command, after that of its group. */
export function nameOf(command: Command): string {
  const group = command.parent?.name();
  return group ? `${group} ${command.name()}` : command.name();
}

/** Every command with every option, doing nothing. */
export async function fullProgram(): Promise<Command> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  registerCommands(program, {} as Cli);
  for (const flags of await globalFlags()) if (!flags.startsWith('-h')) program.option(flags);
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    command.action(() => undefined);
  }
  return program;
}

export async function globalFlags(): Promise<string[]> {
  let help = '';
  const stdout = {
    write: (text: string) => {
      help += text;
    },
  };
  const createNone = () => Promise.reject(new Error('help needs no app'));
  await runCli(['--help'], {
    createApp: createNone,
    stdout,
    stderr: stdout,
    stdin: (async function* () {
      yield* [];
    })(),
    env: {},
    isTTY: false,
  });
  const options = /^Options:\n([\s\S]*?)\n\n/m.exec(help)?.[1] ?? '';
  return [...options.matchAll(/^ {2}(-.*?)(?: {2,}|$)/gm)].map(([, flags = '']) => flags);
}

/** Dotted keys of a configuration file, with `[]` for a list of mappings and NAME or ROLE for any name. */
export function leaves(schema: z.core.$ZodType, path: string): string[] {
  if (schema instanceof z.ZodOptional) return leaves(schema.unwrap(), path);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return leaves(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) return [`${path}.ROLE`];
  if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodObject)
    return leaves(schema.valueType, `${path}.NAME`);
  return [path];
}

/** Confidence and recommendation in the order of the table, from the code. */
export function situations(): [number, string][] {
  const fixed: Observation = {
    id: 'a',
    file: 'a',
    names: ['a'],
    of: 'test',
    base: 'failing',
    now: 'passed',
    again: null,
    flips_on_base: false,
    untouched: false,
    removed: false,
    fails_on_base: false,
    tolerated: false,
    target: true,
  };
  const kept: Observation = { ...fixed, id: 'b', base: 'passed' };
  const flaky: Observation = { ...kept, now: 'failing', again: 'passed', flips_on_base: true };
  const unmet: Observation = { ...fixed, now: 'failing' };
  const proven: Case = {
    differs: true,
    tests: [fixed],
    targets_due: true,
    control: 'passed',
    evidence: 'report',
    docs_only: false,
  };
  const ruled = (given: Partial<Case>): [number, string] => {
    const { pass, confidence } = passRule({ ...proven, ...given });
    return [confidence, pass ? 'pass_to_commit' : 'fix_required'];
  };
  const ended = (outcome: TestRun['outcome']): [number, string] => {
    const run: TestRun = {
      runner: 'x',
      outcome,
      evidence: 'report',
      cases: [],
      errors: [],
      duration_ms: 0,
      exit_code: null,
      signal: null,
      output_tail: '',
    };
    const { confidence, recommendation } = unended(run, run);
    return [confidence, recommendation];
  };
  const crashing = (): [number, string] => {
    const run = { ...noTests(), errors: [plainError(crash, 'x', 'a')] };
    const ruling = passRule({ ...proven, tests: [{ ...kept, now: 'failing' }] });
    const { confidence, recommendation } = judged(run, [], ruling, noTests());
    return [confidence, recommendation];
  };
  const early: [number, string] = [emptyVerdict.confidence, emptyVerdict.recommendation];
  return [
    ruled({}),
    ruled({ control: 'none' }),
    ruled({ tests: [fixed, flaky] }),
    ruled({ tests: [{ ...fixed, base: 'absent', fails_on_base: true }] }),
    ruled({ covered: false }),
    ruled({ evidence: 'exit_code' }),
    ruled({ unguarded: true }),
    ruled({ tests: [kept] }),
    ruled({ doubted: true }),
    ruled({ tests: [], evidence: 'none', allow_untested: true }),
    ruled({ tests: [], evidence: 'none' }),
    ruled({ tests: [unmet] }),
    ruled({ tests: [unmet], evidence: 'exit_code' }),
    early,
    early,
    [emptyVerdict.confidence, 'escalate_tier'],
    ended('timeout'),
    ended('crash'),
    crashing(),
    ended('memory'),
    ended('output_limit'),
    ended('no_report'),
  ];
}

export function evidence(given: Partial<Evidence>): Evidence {
  const found = {
    refused: [],
    secrets: [],
    dangers: [],
    smells: [],
    unparsed: [],
    uncovered: [],
    acceptance: [],
    unlocked: [],
    breaks: [],
    announced: [],
    opinions: [],
  };
  const flags = { tested: true, docs_touched: false, comments_added: false, public_surface_added: false };
  return {
    kind: 'feature',
    fixed: 0,
    proven: 0,
    tests_added: 0,
    quality: null,
    ...found,
    ...flags,
    ...given,
  } as Evidence;
}
