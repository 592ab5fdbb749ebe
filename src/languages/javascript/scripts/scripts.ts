import type { Suggestion } from '../../language.ts';
import type { Files } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { type Manifest, readManifest } from '../package/manifest.ts';
import { javascriptRunner } from '../runners/detect.ts';
import { frameworkOfTests } from '../runners/frameworks.ts';
import { buildFor } from './builds.ts';
import { programs } from './shell.ts';
import { isNoTest } from './step-kinds.ts';
import { type Scripts, type Step, stepsOf, stepsOfScript } from './steps.ts';
import { packagesOf } from './workspaces.ts';
import { programOf } from './wrappers.ts';

/** How a package's test script is run: the commands in it that start tests, with what is built before them. */
export async function suggestedByScript(manifest: Manifest, files: Files): Promise<Suggestion> {
  const steps = await stepsOfScript('test', scriptsOf(manifest, files));
  if (!steps) return { call: null, otherwise: await asNpmRuns(manifest, files) };
  const build = await buildFor(manifest, files, steps.map(({ source }) => source).join(' && '));
  const [call, ...also] = testCalls(steps, build);
  const fanOuts = steps.flatMap(({ fanOut }) => fanOut ?? []);
  const folders = await Promise.all(fanOuts.map((one) => packagesOf(one, files, manifest.content)));
  const packages = [...new Set(folders.flat())];
  if (call || packages.length > 0) {
    const last = steps.findLastIndex(({ kind }) => kind === 'test' || kind === 'packages');
    const after = steps
      .slice(last + 1)
      .filter(({ kind }) => kind === 'other')
      .map(commandOf)
      .filter(({ words }) => !isNoTest(words));
    return {
      call: call ?? null,
      ...(also.length > 0 && { also }),
      ...(packages.length > 0 && { packages }),
      ...(after.length > 0 && { after }),
    };
  }

  const others = steps.filter(({ kind }) => kind === 'other');
  const last = others.at(-1);
  if (!last) return { call: null, otherwise: explained(steps) };
  const before = beforeOf([...build, ...others.slice(0, -1).map(({ source }) => source)]);
  const framework = await frameworkOfTests(manifest, files);
  if (framework !== null && isOfPackage(last)) return { call: { env: last.call.env, before, words: framework } };
  const whole = steps.length === 1 && build.length === 0;
  const line = `${programs}${[...build, ...others.map(({ source }) => source)].join(' && ')}`;
  return { call: { ...last.call, before }, otherwise: whole ? [...npmTest] : ['sh', '-c', line] };
}

/** The command behind `npm test` or `yarn unit`; what was given where it is none of the package's scripts. */
export async function followScript(call: Invocation, files: Files): Promise<Invocation | null> {
  const manifest = await readManifest(files);
  if (!/^(?:npm|yarn|pnpm)$/.test(call.words[0] ?? '')) return call;
  const named = call.words.slice(1).find((word) => !word.startsWith('-') && !/^run(?:-script)?$/.test(word)) ?? '';
  const name = named === 't' ? 'test' : named;
  if (typeof manifest.scripts[name] !== 'string') return call;
  const quoted = call.words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  const steps = await stepsOf(quoted, scriptsOf(manifest, files));
  const at = steps?.findLastIndex(({ kind }) => kind === 'test') ?? -1;
  const chosen = at === -1 ? steps?.findLastIndex(({ kind }) => kind === 'other') : at;
  const last = steps?.[chosen ?? -1];
  if (!steps || !last || steps.some(({ kind }) => kind === 'packages')) return null;
  const earlier = steps.slice(0, chosen).filter(({ kind }) => kind === 'other' || kind === 'test');
  const build = await buildFor(manifest, files, steps.map(({ source }) => source).join(' && '));
  const before = beforeOf([...build, ...earlier.map(({ source }) => source)]);
  return { ...last.call, env: { ...call.env, ...last.call.env }, before };
}

/** Each command that starts tests, with what comes before it and after the one before it. */
function testCalls(steps: Step[], build: string[]): Invocation[] {
  const calls: Invocation[] = [];
  let waiting = [...build];
  for (const { kind, source, call } of steps) {
    if (kind === 'other') waiting.push(source);
    if (kind !== 'test') continue;
    calls.push({ ...call, before: beforeOf(waiting) });
    waiting = [];
  }
  return calls;
}

/** A script that npm runs has no words of its own. */
const commandOf = ({ source, call }: Step): Invocation =>
  call.words.length > 0 ? call : { ...call, words: source.split(/\s+/) };

const npmTest = ['npm', 'test', '--silent'];

const beforeOf = (commands: string[]): string | null =>
  commands.length === 0 ? null : `${programs}${commands.join(' && ')}`;

const scriptsOf = ({ content, scripts }: Manifest, files: Files): Scripts => ({
  files,
  content,
  scripts,
  starts: async (call) => {
    const [first = '', ...args] = call.words;
    return Boolean(await javascriptRunner({ program: programOf(first), args, word: first }, call, files));
  },
});

/** Without the scripts around it, where those only check. */
async function asNpmRuns(manifest: Manifest, files: Files): Promise<string[]> {
  const from = scriptsOf(manifest, files);
  const around = ['pretest', 'posttest'].filter((name) => typeof manifest.scripts[name] === 'string');
  const steps = await Promise.all(around.map((name) => stepsOfScript(name, from)));
  const check = (one: Step[] | null) => one?.every(({ kind }) => kind === 'check') ?? false;
  return around.length > 0 && steps.every(check) ? [...npmTest, '--ignore-scripts'] : [...npmTest];
}

/** A program that a package installs, not one of the system or a file of the tree. */
const isOfPackage = ({ call }: Step): boolean =>
  /^[\w@-]+$/.test(call.words[0] ?? '') && !/^(?:node|sh|bash)$/.test(call.words[0] ?? '');

/** Tests that need a browser, or none at all. */
function explained(steps: Step[]): string[] {
  const browser = steps.find(({ kind }) => kind === 'browser');
  if (!browser) return [...npmTest];
  const program = programOf(browser.call.words[0]);
  const word = `The test script starts ${program}, which needs a browser.`;
  return ['sh', '-c', `echo ${JSON.stringify(word)} >&2; exit 127`];
}
