import { matchesAny } from '../../../code/globs.ts';
import { addedDependencies, siblingsIn } from '../../../languages/judging/protection/manifests.ts';
import { commandIn } from '../../../languages/runs/command.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import type { Execution } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { Finding } from '../../../schema/judge/finding.ts';
import type { BareVerdict } from '../../../schema/judge/verdict.ts';
import type { JudgeTree } from '../trees/judge-tree.ts';
import { emptyVerdict } from '../verdict.ts';

/** What a manifest asks for and base's did not. */
interface Need {
  file: string;
  names: string[];
}

/** The manifests of a change that ask for more than base's did. */
export async function neededBy(clone: Clone, base: string, { tree, changes }: JudgeTree): Promise<Need[]> {
  const needed: Need[] = [];
  for (const { path, status } of changes) {
    if (status === 'deleted') continue;
    const text = await clone.read(tree, path);
    const dependencies = addedDependencies(path, await clone.read(base, path), text);
    const own =
      text === null || dependencies.length === 0 ? [] : await siblingsIn(path, text, await filesIn(clone, tree, ''));
    const names = dependencies.filter((name) => !own.includes(name));
    if (names.length > 0) needed.push({ file: path, names });
  }
  return needed;
}

/** New dependencies come in by leave alone: a command of the user's own, and an unlocked manifest. */
export function lacksLeave(needed: Need[], { policy }: Pick<Execution, 'policy'>): BareVerdict | null {
  const unlocked = needed.every(({ file }) => matchesAny(file, policy.unlock));
  if (policy.tests.install.length > 0 && unlocked) return null;
  const integrity = needed.map(({ file, names }) => ({ file, rule: `needs_dependency: ${names.join(', ')}` }));
  return { ...emptyVerdict, stopped_at: 'dependencies', integrity, findings: needed.map(needs) };
}

export const needs = ({ file, names }: Need): Finding => ({
  kind: 'needs_dependency',
  file,
  text: `${names.join(', ')} (${file})`,
});

/** Scripts of packages are not run, whichever package manager it is. */
const withoutScripts = {
  npm_config_ignore_scripts: 'true',
  YARN_ENABLE_SCRIPTS: '0',
  PNPM_CONFIG_IGNORE_SCRIPTS: 'true',
  PIP_ONLY_BINARY: ':all:',
  CI: 'true',
};

/** Installs what a tree asks for, with the network open for that alone. Gives the folder that holds it. */
export async function install(
  clone: Clone,
  tree: string,
  { sandbox, target, policy, signal }: Pick<Execution, 'sandbox' | 'target' | 'policy' | 'signal'>,
): Promise<{ dir: string } | { verdict: BareVerdict }> {
  const workspace = await clone.workspace('install', tree);
  const place = commandIn(workspace, target, policy);
  const timeout_ms = policy.limits.full_seconds * 1000;
  const argv = policy.tests.install;
  const env = { ...place.env, ...withoutScripts };
  const ended = await sandbox.run({ ...place, layered: [], argv, env, network: 'host', timeout_ms }, signal);
  signal.throwIfAborted();
  if (ended.ended === 'exit' && ended.exit_code === 0) return { dir: workspace.dir };
  const last = `${ended.stdout}${ended.stderr}`.trim().split('\n').at(-1);
  const how = ended.exit_code === null ? ended.ended : `exit code ${ended.exit_code}`;
  const message = `the dependencies could not be installed: ${last || `no reason given (${how})`}`;
  return {
    verdict: {
      ...emptyVerdict,
      stopped_at: 'dependencies',
      runtime_errors: [{ message, file: null, line: null }],
      findings: [{ kind: 'not_installed', text: message }],
    },
  };
}
