import { type Control, type ControlKind, controlFor } from '../../../languages/control/control.ts';
import { type Execution, runTests } from '../../../languages/run-tests.ts';
import { prefixOf } from '../../../languages/scope.ts';
import type { Clone } from '../../../ports/repo.ts';
import type { TestRun } from '../../../schema/test-run.ts';
import { fileOf } from '../runs/observe.ts';
import { putInto, type Trees } from '../trees/trees.ts';

export interface Controlled {
  result: 'passed' | 'failed' | 'none';
  /** What passed although it could not. */
  passed: string[];
}

/** A tree, and files of it that tests are to see otherwise. */
interface Ground {
  tree: string;
  patches: ReadonlyMap<string, string>;
}

type Controls = Map<string, Control>;

/**
 * Whether tests can fail at all: their files are run once more with other expected values and a test that must fail,
 * added tests apart from base's. What proves the change is looked at always; of the tests that passed before, those that
 * `kept` names, and only what they would not show on base counts against the change. Where the change newly catches
 * something, failures inside of functions that tests hand out must reach the tests as well.
 */
export async function runControl(
  clone: Clone,
  trees: Trees,
  tests: { proving: string[]; kept: string[]; catches: boolean },
  how: Omit<Execution, 'workspace' | 'only'>,
  mark: string,
): Promise<Controlled> {
  const prefix = prefixOf(how.target.scope);
  const [own, apart] = [tests.proving.filter(trees.isOnBase), tests.proving.filter((id) => !trees.isOnBase(id))];
  const ground = { tree: trees.bare, patches: trees.spliced };
  const results = [
    await controlled([...own, ...tests.kept], ground),
    await controlled(apart, { tree: trees.judged, patches: new Map() }),
    ...(tests.catches ? [await controlled([...own, ...tests.kept], ground, 'callbacks')] : []),
  ];
  const passed = results.flatMap((result) => result.passed);
  if (passed.length > 0) return { result: 'failed', passed };
  const proven = new Set(results.flatMap((result) => result.proven));
  return { result: tests.proving.some((id) => proven.has(fileOf(id))) ? 'passed' : 'none', passed: [] };

  async function controlled(
    ids: string[],
    ground: Ground,
    kind: ControlKind = 'values',
  ): Promise<{ passed: string[]; proven: string[] }> {
    const controls = await controlsFor(ids, ground, kind);
    if (controls.size === 0) return { passed: [], proven: [] };
    const suspects = await survivors(controls, ids, ground);
    // A test that fails on base cannot be compared with it: what it shows counts as it is.
    const doubted = new Set(suspects.filter((id) => !tests.proving.includes(id)).map(fileOf));
    const expected =
      doubted.size === 0
        ? []
        : await survivorsOnBase(
            ids.filter((id) => doubted.has(fileOf(id))),
            kind,
          );
    const silenced = expected.filter((id) => id.endsWith(' > (control)')).map(fileOf);
    return {
      passed: suspects.filter((id) => !expected.includes(id)),
      proven: [...controls.keys()].filter((file) => !silenced.includes(file)),
    };
  }

  /** With base's own text: a file of the product that holds tests is another one now. */
  async function survivorsOnBase(ids: string[], kind: ControlKind): Promise<string[]> {
    const ground = { tree: trees.base, patches: new Map() };
    return survivors(await controlsFor(ids, ground, kind), ids, ground);
  }

  async function controlsFor(ids: string[], { tree, patches }: Ground, kind: ControlKind): Promise<Controls> {
    const controls: Controls = new Map();
    for (const file of new Set(ids.map(fileOf))) {
      const path = `${prefix}${file}`;
      const text = file === '' ? null : (patches.get(path) ?? (await clone.read(tree, path)));
      if (text === null) continue;
      const own = ids.filter((id) => fileOf(id) === file);
      const control = await controlFor({ path: file, text, runner: how.runner.id, mark, tests: own }, kind);
      if (control) controls.set(file, control);
    }
    return controls;
  }

  /** What ought to have failed and did not. Where the other values do not compile, the canaries alone must fail. */
  async function survivors(controls: Controls, ids: string[], ground: Ground): Promise<string[]> {
    const run = await runOn(controls, ground);
    const refused = [...controls].some(([file, { fallback }]) => fallback !== null && !isHeard(run, file));
    if (!refused) return alive(controls, ids, run);
    const plain: Controls = new Map(
      [...controls].map(([file, one]) => [
        file,
        one.fallback === null ? one : { ...one, text: one.fallback, mutated: [] },
      ]),
    );
    return alive(plain, ids, await runOn(plain, ground));
  }

  async function runOn(controls: Controls, { tree, patches }: Ground): Promise<TestRun> {
    const workspace = await clone.workspace('control', tree);
    await putInto(workspace, patches);
    for (const [file, { text }] of controls) await workspace.write(`${prefix}${file}`, text);
    const runner = tree === trees.judged && patches !== trees.spliced ? trees.runner : how.runner;
    const run = await runTests({ ...how, runner, workspace, only: [...controls.keys()] });
    how.signal.throwIfAborted();
    await workspace.dispose();
    return run;
  }
}

/** What did not fail, or was not even heard of: a file that does not load, a run without an end. */
function alive(controls: Controls, ids: string[], run: TestRun): string[] {
  return [...controls].flatMap(([file, { mutated, canaries }]) => {
    if (!isHeard(run, file)) return canaries.length > 0 ? [silent(file)] : [];
    const cases = run.cases.filter((test) => test.file === file);
    const failed = cases.filter(({ status }) => status === 'failed' || status === 'error');
    const changed = ids.filter((id) => fileOf(id) === file && mutated.some((name) => isNamed(id, name)));
    const passed = canaries.filter((name) => !failed.some((test) => isNamed(test.id, name)));
    return [
      ...changed.filter((id) => !failed.some((test) => test.id === id)),
      ...passed.map((name) => `${file} > ${name}`),
    ];
  });
}

const isHeard = (run: TestRun, file: string): boolean =>
  run.outcome === 'ok' && !run.errors.some((error) => error.file === file);

const silent = (file: string): string => `${file} > (control)`;

/** The last part of an id, also with parameters or a number behind it. */
const isNamed = (id: string, name: string): boolean =>
  id.endsWith(` > ${name}`) || id.includes(` > ${name}[`) || id.includes(` > ${name} #`);
