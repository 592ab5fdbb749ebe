import { matchesAny } from '../../../code/globs.ts';
import { targetCommands } from '../../generic/makefile.ts';
import { list, record, text } from '../../reports/values.ts';
import type { Files } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { type Segment, segmentsOf } from './shell.ts';
import { isBuildScript, isCheckScript, isStyleScript, kindOfWords, type StepKind } from './step-kinds.ts';
import { type FanOut, fanOutOf } from './workspaces.ts';
import { programOf, unwrapped } from './wrappers.ts';

/** One command of a script, after following what it only starts. */
export interface Step {
  kind: StepKind | 'packages';
  /** As a shell runs it. */
  source: string;
  call: Invocation;
  fanOut?: FanOut;
}

export interface Scripts {
  files: Files;
  content: Record<string, unknown>;
  scripts: Record<string, unknown>;
  /** Whether a command starts tests that can be read. */
  starts(call: Invocation): Promise<boolean>;
}

const tooDeep = 6;

/** What a script does, step by step, through the scripts it runs; null where it takes a shell to understand it. */
export async function stepsOf(script: string, from: Scripts, depth = 0): Promise<Step[] | null> {
  const segments = depth > tooDeep ? null : segmentsOf(script);
  if (!segments) return null;
  const steps: Step[] = [];
  let folder = '';
  for (const segment of segments) {
    if (segment.words[0] === 'cd' && segment.words.length === 2) {
      folder = joined(folder, segment.words[1] ?? '');
      continue;
    }
    const inner = folder === '' ? await stepsOfSegment(segment, from, depth) : within(segment, folder);
    if (!inner) return null;
    steps.push(...inner);
  }
  return steps;
}

/** What a package's script does, with the scripts that npm runs around it. */
export async function stepsOfScript(name: string, from: Scripts, depth = 0): Promise<Step[] | null> {
  const wireit = record(record(from.content.wireit)[name]);
  const needed = list(wireit.dependencies).map((one) => text(one) || text(record(one).script));
  const names = [`pre${name}`, ...needed.filter((one) => text(from.scripts[one]) !== ''), name, `post${name}`];
  const steps: Step[] = [];
  for (const one of names) {
    const own = one === name ? text(wireit.command) || text(from.scripts[one]) : text(from.scripts[one]);
    if (own === '') continue;
    const inner = needed.includes(one)
      ? await scriptStep(one, `npm run ${one}`, [], from, depth)
      : await stepsOf(own, from, depth + 1);
    if (inner) steps.push(...inner);
    else if (one === name) return null;
    // What surrounds the tests and takes a shell is run as it is, unless it only checks.
    else if (one === `pre${name}`) steps.push(step('other', `npm run --silent ${one}`));
  }
  return steps;
}

const step = (kind: Step['kind'], source: string, words: string[] = [], env: Record<string, string> = {}): Step => ({
  kind,
  source,
  call: { env, before: null, words },
});

async function stepsOfSegment(segment: Segment, from: Scripts, depth: number): Promise<Step[] | null> {
  const { env, words } = unwrapped(expanded(segment, from.files.paths));
  const [first = '', ...rest] = words;
  const program = programOf(first);
  const fanOut = fanOutOf(words);
  // Npm is wherever node is. Of the others nobody knows: packages are then tested as they are.
  if (fanOut && program === 'npm' && isBuildScript(fanOut.script)) return [step('other', segment.source, words, env)];
  if (fanOut) return [{ ...step('packages', segment.source, words, env), fanOut }];
  const withEnv = (steps: Step[] | null) =>
    steps?.map((one) => ({ ...one, call: { ...one.call, env: { ...env, ...one.call.env } } })) ?? null;

  if (/^(?:npm-run-all2?|run-s|run-p|concurrently)$/.test(program)) {
    const names = rest.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^npm:/, ''));
    const chosen = names.flatMap((name) => scriptNames(name.split(' ')[0] ?? '', from.scripts));
    return withEnv(await stepsOfScripts(chosen, from, depth));
  }
  if (/^(?:npm|yarn|pnpm|bun)$/.test(program)) {
    const call = scriptCall(rest, from.scripts);
    if (call) {
      const many = call.names.length !== 1;
      const source = byNpm(segment, call.names[0] ?? '');
      if (many) return withEnv(await stepsOfScripts(call.names, from, depth));
      return withEnv(await scriptStep(call.names[0] ?? '', source, call.args, from, depth));
    }
    const kind = kindOfWords(words);
    if (kind !== null) return [step(kind, segment.source, words, env)];
    const named = rest.find((word) => !word.startsWith('-') && !/^(?:run|run-script|exec|dlx|x)$/.test(word)) ?? '';
    if (/^(?:run|run-script|t|test)$/.test(rest[0] ?? ''))
      return [step(isCheckScript(named) ? 'check' : 'other', segment.source, words, env)];
    const inner = rest.slice(Math.max(0, rest.indexOf(named)));
    if (program !== 'npm' || /^(?:exec|x)$/.test(rest[0] ?? ''))
      return [await plainStep(segment.source, inner, env, from)];
  }
  if (/^g?make$/.test(program)) {
    const commands = await targetCommands(from.files, rest);
    const inner = commands && (await stepsOf(commands.join(' && '), from, depth + 1));
    if (inner?.some(({ kind }) => kind === 'test' || kind === 'packages')) return withEnv(inner);
  }
  return [await plainStep(segment.source, words, env, from)];
}

async function plainStep(source: string, words: string[], env: Record<string, string>, from: Scripts): Promise<Step> {
  const one = step('other', source, words, env);
  const kind = kindOfWords(words) ?? ((await from.starts(one.call)) ? 'test' : 'other');
  return { ...one, kind };
}

async function stepsOfScripts(names: string[], from: Scripts, depth: number): Promise<Step[] | null> {
  const steps: Step[] = [];
  for (const name of names) {
    const inner = await scriptStep(name, `npm run ${name}`, [], from, depth);
    if (!inner) return null;
    steps.push(...inner);
  }
  return steps;
}

/** The steps of a script that has tests; else one step, so that npm runs it with all that it is. */
async function scriptStep(
  name: string,
  source: string,
  args: string[],
  from: Scripts,
  depth: number,
): Promise<Step[] | null> {
  const inner = await stepsOfScript(name, from, depth);
  if (!inner) return isCheckScript(name) ? [step('check', source)] : depth === 0 ? null : [step('other', source)];
  const last = inner.findLastIndex(({ kind }) => kind === 'test');
  if (last !== -1) return inner.map((one, at) => (at === last ? withWords(one, args) : one));
  if (inner.some(({ kind }) => kind === 'packages')) return inner;
  if (isStyleScript(name) || inner.every(({ kind }) => kind === 'check')) return [step('check', source)];
  if (inner.some(({ kind }) => kind === 'browser')) return inner;
  return inner.length === 1 && inner[0] ? [{ ...withWords(inner[0], args), source }] : [step('other', source)];
}

const withWords = (one: Step, args: string[]): Step => ({
  ...one,
  call: { ...one.call, words: [...one.call.words, ...args] },
});

/** `run unit -- --x`, `test`, `run /^test:/`: the scripts that are meant, and what they are given. */
function scriptCall(rest: string[], scripts: Record<string, unknown>): { names: string[]; args: string[] } | null {
  const words = rest.filter(
    (word) => !/^(?:--silent|-s|--if-present|--ignore-scripts|--no-bail|--color|--reporter=.*)$/.test(word),
  );
  const [verb = '', ...after] = words;
  const [name = '', ...args] = /^(?:run|run-script)$/.test(verb)
    ? after
    : [/^(?:t|tst)$/.test(verb) ? 'test' : verb, ...after];
  const names = scriptNames(name, scripts);
  return names.length === 0 ? null : { names, args: args[0] === '--' ? args.slice(1) : args };
}

/** The scripts that a name, a pattern of npm-run-all or a regular expression of pnpm means. */
function scriptNames(name: string, scripts: Record<string, unknown>): string[] {
  if (typeof scripts[name] === 'string') return [name];
  const all = Object.keys(scripts).filter((one) => typeof scripts[one] === 'string');
  const expression = /^\/(.+)\/$/.exec(name)?.[1];
  if (expression !== undefined && !/[([{]/.test(expression))
    return all.filter((one) => new RegExp(expression).test(one));
  if (!name.includes('*')) return [];
  const glob = name.replaceAll(':', '/');
  return all.filter((one) => matchesAny(one.replaceAll(':', '/'), [glob]));
}

/** `pnpm build`, `yarn run build`: npm is wherever node is, the others need not be. */
function byNpm({ source, words }: Segment, name: string): string {
  if (!/^(?:yarn|pnpm)$/.test(words[0] ?? '') || name === '') return source;
  return source.replace(/^(?:yarn|pnpm)(?:\s+run)?/, 'npm run');
}

/** What a shell would make of globs that are not quoted. */
function expanded({ words, open }: Segment, paths: string[]): string[] {
  return words.flatMap((word, at) => {
    if (!open[at]) return [word];
    const glob = word.replace(/^\.\//, '');
    const depth = glob.split('/').length;
    const matching = paths.filter(
      (path) => path.split('/').length === depth && matchesAny(path, [glob.replaceAll('**', '*')]),
    );
    return matching.length > 0 ? matching.sort() : [word];
  });
}

/** `cd packages/a && npm test`: the tests of that folder, as it runs them itself. */
function within(segment: Segment, folder: string): Step[] | null {
  const { words } = unwrapped(segment.words);
  const runsTests = /^(?:npm|yarn|pnpm)$/.test(words[0] ?? '') && /\btest/.test(words.slice(1).join(' '));
  const kind = runsTests ? 'packages' : (kindOfWords(words) ?? 'other');
  const source = `(cd ${JSON.stringify(folder)} && ${segment.source})`;
  return [{ ...step(kind, source, words), ...(runsTests && { fanOut: { script: 'test', filters: [`./${folder}`] } }) }];
}

function joined(folder: string, next: string): string {
  const parts: string[] = folder === '' ? [] : folder.split('/');
  for (const part of next.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
