import { type Control, type ControlKind, controlFor } from '../../../languages/judging/control/control.ts';
import { hangingIn } from '../../../languages/runs/hang.ts';
import { type Execution, runTests } from '../../../languages/runs/run-tests.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import { runnerOf } from '../../../languages/runs/several.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../../schema/code/path.ts';
import type { TestIdentity, TestRun } from '../../../schema/judge/test-run.ts';
import { builtOn } from '../runs/candidate-build.ts';
import { ofFile } from '../runs/of-file.ts';
import { putInto, type Trees } from '../trees/trees.ts';

export interface Controlled {
  result: 'passed' | 'failed' | 'none';
  /** What passed although it could not. */
  passed: string[];
}

/** A tree, and files of it that tests are to see otherwise. */
interface Ground {
  tree: string;
  patches: ReadonlyMap<RepoPath, string>;
}

type Controls = Map<ScopePath, Control>;
type How = Omit<Execution, 'workspace' | 'only'>;

/** A run that was begun before anybody knew whether it is needed. */
export interface EarlyRun {
  of: string;
  run: TestRun;
}

/** What ought to have failed and did not, as it is printed. */
interface Survivor {
  id: string;
  file: string;
  /** Nothing was heard of the whole file. */
  silent: boolean;
}

/**
 * Whether tests can fail at all: their files are run once more with other expected values and a test that must fail,
 * added tests apart from base's. What proves the change is looked at always; of the tests that passed before, those that
 * `kept` names, and only what they would not show on base counts against the change. Where the change newly catches
 * something, failures inside of functions that tests hand out must reach the tests as well.
 */
export async function runControl(
  clone: Clone,
  trees: Trees,
  tests: { proving: TestIdentity[]; kept: TestIdentity[]; catches: boolean },
  how: How,
  mark: string,
  early: () => Promise<EarlyRun | null>,
): Promise<Controlled> {
  const [onBase, apart] = [tests.proving.filter(trees.isOnBase), tests.proving.filter((test) => !trees.isOnBase(test))];
  const ground = { tree: trees.bare, patches: trees.spliced };
  const together = { tree: trees.judged, patches: new Map() };
  const begun = await early();
  const groups = begun ? [onBase, tests.kept] : [[...onBase, ...tests.kept]];
  const values = [];
  for (const group of groups) values.push(await controlled(group, ground));
  values.push(await controlled(apart, together));
  // Only whoever fails in them is heard of: they refuse, and prove nothing.
  const callbacks = tests.catches
    ? [
        await controlled([...onBase, ...tests.kept], ground, 'callbacks'),
        await controlled(apart, together, 'callbacks'),
      ]
    : [];
  const passed = [...values, ...callbacks].flatMap((result) => result.passed);
  if (passed.length > 0) return { result: 'failed', passed };
  const proven = new Set(values.flatMap((result) => result.proven));
  return { result: tests.proving.some(({ file }) => proven.has(file)) ? 'passed' : 'none', passed: [] };

  async function controlled(
    identities: TestIdentity[],
    ground: Ground,
    kind: ControlKind = 'values',
  ): Promise<{ passed: string[]; proven: string[] }> {
    const controls = await controlsFor(clone, trees, identities, ground, { how, mark, kind });
    if (controls.size === 0) return { passed: [], proven: [] };
    const suspects = await survivors(controls, identities, ground);
    // A test that fails on base cannot be compared with it: what it shows counts as it is.
    const proves = ({ id }: Survivor) => tests.proving.some((test) => test.id === id);
    const doubted = new Set(suspects.filter((suspect) => !proves(suspect)).map(({ file }) => file));
    const compared = identities.filter(({ file }) => doubted.has(file));
    const expected = doubted.size === 0 ? [] : await survivorsOnBase(compared, kind);
    const silenced = expected.filter(({ silent }) => silent).map(({ file }) => file);
    return {
      passed: suspects.map(({ id }) => id).filter((id) => !expected.some((survivor) => survivor.id === id)),
      proven: [...controls.keys()].filter((file) => !silenced.includes(file)),
    };
  }

  /** With base's own text: a file of the product that holds tests is another one now. */
  async function survivorsOnBase(identities: TestIdentity[], kind: ControlKind): Promise<Survivor[]> {
    const ground = { tree: trees.base, patches: new Map() };
    return survivors(await controlsFor(clone, trees, identities, ground, { how, mark, kind }), identities, ground);
  }

  /** What ought to have failed and did not. Where the other values do not compile, the canaries alone must fail. */
  async function survivors(controls: Controls, identities: TestIdentity[], ground: Ground): Promise<Survivor[]> {
    const run = await runOn(controls, ground);
    const refused = [...controls].some(([file, { fallback }]) => fallback !== null && !isHeard(run, file));
    if (!refused) return alive(controls, identities, run);
    const plain: Controls = new Map(
      [...controls].map(([file, control]) => [
        file,
        control.fallback === null ? control : { ...control, text: control.fallback, mutated: [] },
      ]),
    );
    return alive(plain, identities, await runOn(plain, ground));
  }

  async function runOn(controls: Controls, ground: Ground): Promise<TestRun> {
    if (begun?.of === nameOf(controls, ground)) return begun.run;
    return runControls(clone, trees, controls, ground, 'control', how);
  }
}

/**
 * Starts the runs that `runControl` needs if everything that passed before still passes. They run beside the tests, to
 * save time.
 */
export async function beginControl(
  clone: Clone,
  trees: Trees,
  keptTests: TestIdentity[],
  how: How,
  mark: string,
): Promise<EarlyRun | null> {
  const ground = { tree: trees.bare, patches: trees.spliced };
  const controls = await controlsFor(clone, trees, keptTests, ground, { how, mark, kind: 'values' });
  if (controls.size === 0) return null;
  const run = await runControls(clone, trees, controls, ground, 'early-control', how);
  return { of: nameOf(controls, ground), run };
}

function nameOf(controls: Controls, { tree, patches }: Ground): string {
  return JSON.stringify([tree, [...patches], [...controls].map(([file, { text }]) => [file, text])]);
}

async function controlsFor(
  clone: Clone,
  trees: Trees,
  identities: TestIdentity[],
  { tree, patches }: Ground,
  { how, mark, kind }: { how: How; mark: string; kind: ControlKind },
): Promise<Controls> {
  const { fromTop } = scopeAt(how.target.scope);
  const controls: Controls = new Map();
  for (const file of new Set(identities.map((test) => test.file))) {
    const path = fromTop(file);
    const text = file === '' ? null : (patches.get(path) ?? (await clone.read(tree, path)));
    if (text === null) continue;
    const fileTests = identities.filter((test) => test.file === file).map(({ names }) => names);
    const control = await controlFor(
      { path: file, text, runner: runnerOf(file, trees.runner).id, mark, tests: fileTests },
      kind,
    );
    if (control) controls.set(file, control);
  }
  return controls;
}

async function runControls(
  clone: Clone,
  trees: Trees,
  controls: Controls,
  { tree, patches }: Ground,
  place: string,
  how: How,
): Promise<TestRun> {
  const { fromTop } = scopeAt(how.target.scope);
  const workspace = await clone.workspace(place, tree);
  await putInto(workspace, patches);
  for (const [file, { text }] of controls) await workspace.write(fromTop(file), text);
  const runner = tree === trees.judged && patches !== trees.spliced ? trees.runner : how.runner;
  const only = [...controls.keys()];
  const run = ofFile(await runTests({ ...how, ...builtOn(tree, trees, how), runner, workspace, only }), only);
  how.signal.throwIfAborted();
  await workspace.dispose();
  return run;
}

/** What did not fail, or was not even heard of: a file that does not load, a run without an end. */
function alive(controls: Controls, identities: TestIdentity[], run: TestRun): Survivor[] {
  return [...controls].flatMap(([file, { mutated, canaries }]): Survivor[] => {
    if (!isHeard(run, file)) return canaries.length > 0 ? [{ id: `${file} > (control)`, file, silent: true }] : [];
    const cases = run.cases.filter((test) => test.file === file);
    const failed = cases.filter(({ status }) => status === 'failed' || status === 'error');
    const changed = identities.filter((test) => test.file === file && mutated.some((names) => isNamed(test, names)));
    const passed = canaries.filter((names) => !failed.some((test) => isNamed(test, names)));
    const ids = [
      ...changed.map(({ id }) => id).filter((id) => !failed.some((test) => test.id === id)),
      ...passed.map((names) => [file, ...names].join(' > ')),
    ];
    return ids.map((id) => ({ id, file, silent: false }));
  });
}

const isHeard = (run: TestRun, file: string): boolean =>
  run.outcome === 'ok' && hangingIn(run).length === 0 && !run.errors.some((error) => error.file === file);

/** Whether a test's last names are these, also with parameters or a number behind them. */
function isNamed({ names }: TestIdentity, last: string[]): boolean {
  const above = names.length - last.length;
  const [title = '', expected = ''] = [names.at(-1), last.at(-1)];
  if (above < 0 || !title.startsWith(expected)) return false;
  const more = title.slice(expected.length);
  const isVariant = more === '' || more.startsWith('[') || more.startsWith(' #');
  return isVariant && last.every((name, at) => at === last.length - 1 || name === names[above + at]);
}
