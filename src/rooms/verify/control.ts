import { type Control, controlFor } from '../../code/control/control.ts';
import { prefixOf } from '../../languages/project.ts';
import { type Execution, runTests } from '../../languages/run-tests.ts';
import type { Clone } from '../../ports/repo.ts';
import type { TestRun } from '../../schema/test-run.ts';

/**
 * Whether the tests that prove the change can fail at all. Their files are run once more with other expected values and
 * a test that must fail. `failed` names what passed all the same.
 */
export async function runControl(
  clone: Clone,
  judged: string,
  proving: string[],
  how: Omit<Execution, 'workspace' | 'only'>,
  mark: string,
): Promise<{ result: 'passed' | 'failed' | 'none'; passed: string[] }> {
  const prefix = prefixOf(how.target.scope);
  const controls = new Map<string, Control>();
  for (const file of new Set(proving.map(fileOf))) {
    const text = file === '' ? null : await clone.read(judged, `${prefix}${file}`);
    const control = text === null ? null : await controlFor(file, text, how.runner.id, mark);
    if (control) controls.set(file, control);
  }
  if (controls.size === 0) return { result: 'none', passed: [] };

  const workspace = await clone.workspace('control', judged);
  for (const [file, { text }] of controls) await workspace.write(`${prefix}${file}`, text);
  const run = await runTests({ ...how, workspace, only: [...controls.keys()] });
  how.signal.throwIfAborted();
  await workspace.dispose();
  if (run.outcome !== 'ok') return { result: 'none', passed: [] };
  const passed = [...controls].flatMap(([file, control]) => suspects(file, control, proving, run));
  return { result: passed.length > 0 ? 'failed' : 'passed', passed };
}

/** What ought to have failed in a file and did not. A file that no longer loads shows nothing. */
function suspects(file: string, { mutated, canary }: Control, proving: string[], run: TestRun): string[] {
  if (run.errors.some((error) => error.file === file)) return [];
  const cases = run.cases.filter((test) => test.file === file);
  const failing = (id: string) => cases.some((test) => test.id === id && test.status !== 'passed');
  const changed = proving.filter((id) => fileOf(id) === file && mutated.some((name) => isNamed(id, name)));
  const died = canary === null || cases.some((test) => isNamed(test.id, canary) && test.status !== 'passed');
  return [...changed.filter((id) => !failing(id)), ...(died ? [] : [`${file} > ${canary}`])];
}

const fileOf = (id: string): string => (id.includes(' > ') ? (id.split(' > ')[0] ?? '') : '');
/** The last part of an id, also with parameters or a number behind it. */
const isNamed = (id: string, name: string): boolean =>
  id.endsWith(` > ${name}`) || id.includes(` > ${name}[`) || id.includes(` > ${name} #`);
