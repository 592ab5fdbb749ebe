import type { Observation } from '../../../core/judge/pass-rule.ts';
import { type Execution, runTests } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath } from '../../../schema/code/path.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import { builtOn } from '../runs/candidate-build.ts';
import type { Trees } from '../trees/trees.ts';

/**
 * Base's tests run without the files that the change adds beside them. If some fail without such a file, one run with
 * all of them shows it. This proves nothing about the change, but tells a person what to unlock.
 */
export async function lackedBy(
  clone: Clone,
  trees: Trees,
  broken: Observation[],
  now: TestRun,
  how: Omit<Execution, 'workspace'>,
): Promise<Finding[]> {
  const lost = broken.filter(trees.isOnBase);
  if (trees.left_out.length === 0 || (lost.length === 0 && now.outcome === 'ok')) return [];
  const files = [...new Set(lost.map(({ file }) => file))];
  const only = now.outcome === 'ok' && !files.includes('') ? files : null;
  const workspace = await clone.workspace('judge', trees.judged);
  const run = await runTests({ ...how, ...builtOn(trees.judged, trees, how), runner: trees.runner, workspace, only });
  how.signal.throwIfAborted();
  if (run.outcome !== 'ok') return [];
  const passed = new Set(run.cases.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const loaded = new Set(run.cases.map(({ file }) => file));
  const helped = lost.find(({ id, of, file }) => passed.has(id) || (of === 'file' && loaded.has(file)));
  if (lost.length > 0 && !helped) return [];
  if (helped && trees.grown.includes(helped.file)) return [altered(helped)];
  return [lacking(namedFirst(trees.left_out, now), helped)];
}

/** Those that the failures name, or else all. */
function namedFirst(paths: RepoPath[], { cases, errors, output_tail }: TestRun): RepoPath[] {
  const messages = [...cases.flatMap(({ error }) => error ?? []), ...errors].map(({ message }) => message).join('\n');
  const named = paths.filter((path) => `${messages}\n${output_tail}`.includes(path.slice(path.lastIndexOf('/') + 1)));
  return named.length > 0 ? named : paths;
}

const altered = ({ id, file }: Observation): Finding => ({
  kind: 'protected',
  file,
  text: `${id} passes only because the change alters it: the version on base fails. If that is intended, a person can allow it with --unlock ${file}`,
});

function lacking(paths: RepoPath[], test: Observation | undefined): Finding {
  const [file = ''] = paths;
  const more = paths.length > 1 ? ` (and ${paths.length - 1} more that the change adds among them)` : '';
  const who = test && test.of === 'test' && test.file !== '' ? `${test.id} fails` : "base's tests fail";
  const text = `${who} without ${file}${more}, which base's tests do not see because the change adds it: a person can let them see it with --unlock ${file}`;
  return { kind: 'protected', file, text };
}
