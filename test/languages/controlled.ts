import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Control, controlFor } from '../../src/languages/judging/control/control.ts';
import type { TestRun } from '../../src/schema/judge/test-run.ts';
import { project, tests } from './bare.ts';

export interface Controlled {
  /** The ids of tests that pass as they are. */
  passing: string[];
  /** By file: what did not fail although it must, or why the file says nothing. */
  survivors: Record<string, string[]>;
  controls: Map<string, Control>;
  run: TestRun;
}

/** Runs a project as it is, then with the controls of all files whose tests passed. */
export async function controlled(
  content: Record<string, string>,
  how: { env?: Record<string, string>; timeout_ms: number },
  { fallback = false, command = [] as string[] } = {},
): Promise<Controlled> {
  const { dir, runner, run } = await project(content, tests(command));
  const before = await run(how);
  const passed = before.cases.filter(({ status }) => status === 'passed');
  const controls = new Map<string, Control>();
  for (const file of new Set(passed.map((one) => one.file))) {
    const own = passed.filter((one) => one.file === file).map(({ names }) => names);
    const text = await readFile(join(dir, file), 'utf8');
    const control = await controlFor({ path: file, text, runner: runner.id, mark: 'k7f', tests: own });
    if (control) controls.set(file, control);
    if (control) await writeFile(join(dir, file), fallback ? (control.fallback ?? text) : control.text);
  }
  const after = await run({ ...how, only: [...controls.keys()] });
  const survivors = Object.fromEntries(
    [...controls].map(([file, { mutated, canaries }]) => {
      const failed = after.cases.filter((one) => one.file === file && /^(?:failed|error)$/.test(one.status));
      const must = passed.filter(({ names }) => !fallback && mutated.some((last) => endsWith(names, last)));
      const errors = after.errors.filter((error) => error.file === file).map(({ message }) => message);
      return [
        file,
        [
          ...errors,
          ...must
            .filter(({ id, file: own }) => own === file && !failed.some((one) => one.id === id))
            .map(({ names }) => names.join(' > ')),
          ...canaries
            .filter((last) => !failed.some(({ names }) => endsWith(names, last)))
            .map((last) => last.join(' > ')),
        ],
      ];
    }),
  );
  return { passing: passed.map(({ id }) => id), survivors, controls, run: after };
}

const endsWith = (names: string[], last: string[]): boolean => names.slice(-last.length).join('\n') === last.join('\n');
