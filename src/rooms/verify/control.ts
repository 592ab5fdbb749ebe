import { type Control, controlFor } from '../../languages/control/control.ts';
import { type Execution, runTests } from '../../languages/run-tests.ts';
import { prefixOf } from '../../languages/scope.ts';
import type { Clone } from '../../ports/repo.ts';
import type { TestRun } from '../../schema/test-run.ts';
import { fileOf } from './observe.ts';

export interface Controlled {
  result: 'passed' | 'failed' | 'none';
  /** What passed although it could not. */
  passed: string[];
}

/**
 * Whether tests can fail at all: their files are run once more with other expected values and a test that must fail.
 * What proves the change is looked at always; of the tests that passed before, those that `kept` names, and only what
 * they would show on base counts against the change.
 */
export async function runControl(
  clone: Clone,
  trees: { base: string; judged: string },
  tests: { proving: string[]; kept: string[] },
  how: Omit<Execution, 'workspace' | 'only'>,
  mark: string,
): Promise<Controlled> {
  const controls = await controlsFor(clone, trees.judged, [...tests.proving, ...tests.kept], how, mark);
  if (controls.size === 0) return { result: 'none', passed: [] };

  const all = [...tests.proving, ...tests.kept];
  const suspects = await survivorsOn(trees.judged, controls);
  // A test that fails on base cannot be compared with it: what it shows counts as it is.
  const doubted = suspects.filter((id) => !tests.proving.includes(id));
  const expected = doubted.length > 0 ? await expectedOnBase(doubted) : new Set<string>();
  const passed = suspects.filter((id) => !expected.has(id));
  if (passed.length > 0) return { result: 'failed', passed };
  const proven = tests.proving.map(fileOf).filter((file) => controls.has(file) && !expected.has(silent(file)));
  return { result: proven.length > 0 ? 'passed' : 'none', passed: [] };

  /** What survives on base as well says nothing about the change. */
  async function expectedOnBase(doubted: string[]): Promise<Set<string>> {
    const files = new Set(doubted.map(fileOf));
    const same = new Map([...controls].filter(([file]) => files.has(file)));
    return new Set(await survivorsOn(trees.base, same));
  }

  /** With the canaries alone where the other values do not compile. */
  async function survivorsOn(tree: string, some: Map<string, Control>): Promise<string[]> {
    const run = await runOn(tree, some);
    const refused = run.errors.some(({ file }) => typeof some.get(file ?? '')?.fallback === 'string');
    if (!refused) return survivors(some, all, run);
    const plain = new Map(
      [...some].map(([file, one]) => [file, one.fallback === null ? one : { ...one, text: one.fallback, mutated: [] }]),
    );
    return survivors(plain, all, await runOn(tree, plain));
  }

  async function runOn(tree: string, some: Map<string, Control>): Promise<TestRun> {
    const workspace = await clone.workspace('control', tree);
    for (const [file, { text }] of some) await workspace.write(`${prefixOf(how.target.scope)}${file}`, text);
    const run = await runTests({ ...how, workspace, only: [...some.keys()] });
    how.signal.throwIfAborted();
    await workspace.dispose();
    return run;
  }
}

async function controlsFor(
  clone: Clone,
  tree: string,
  ids: string[],
  { target, runner }: Pick<Execution, 'target' | 'runner'>,
  mark: string,
): Promise<Map<string, Control>> {
  const controls = new Map<string, Control>();
  for (const file of new Set(ids.map(fileOf))) {
    const own = ids.filter((id) => fileOf(id) === file);
    const text = file === '' ? null : await clone.read(tree, `${prefixOf(target.scope)}${file}`);
    const control = text === null ? null : await controlFor({ path: file, text, runner: runner.id, mark, tests: own });
    if (control) controls.set(file, control);
  }
  return controls;
}

/** What ought to have failed and did not, or was not even heard of: a file that does not load, a run without an end. */
function survivors(controls: Map<string, Control>, ids: string[], run: TestRun): string[] {
  return [...controls].flatMap(([file, { mutated, canaries }]) => {
    const cases = run.cases.filter((test) => test.file === file);
    if (run.outcome !== 'ok' || run.errors.some((error) => error.file === file)) return [silent(file)];
    const failed = cases.filter(({ status }) => status === 'failed' || status === 'error');
    const changed = ids.filter((id) => fileOf(id) === file && mutated.some((name) => isNamed(id, name)));
    const alive = canaries.filter((name) => !failed.some((test) => isNamed(test.id, name)));
    return [
      ...changed.filter((id) => !failed.some((test) => test.id === id)),
      ...alive.map((name) => `${file} > ${name}`),
    ];
  });
}

const silent = (file: string): string => `${file} > (control)`;

/** The last part of an id, also with parameters or a number behind it. */
const isNamed = (id: string, name: string): boolean =>
  id.endsWith(` > ${name}`) || id.includes(` > ${name}[`) || id.includes(` > ${name} #`);
