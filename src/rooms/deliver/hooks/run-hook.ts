import { clip } from '../../../core/clip.ts';
import { commandIn, dirsOf, needsOfShell } from '../../../languages/runs/command.ts';
import { readProject } from '../../../languages/runs/project.ts';
import type { HookName, Hooks, Staged, Workspace } from '../../../ports/outside/repo.ts';
import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import type { World } from '../../../ports/world.ts';
import type { Context } from '../../room.ts';

type Ports = Pick<World, 'repo' | 'sandbox'>;
type Commit = Omit<Staged, 'hooks'>;

/** How a hook ended. */
export interface HookRun {
  ended: 'passed' | 'failed' | 'timeout';
  /** Null: it did not end by itself. */
  exit_code: number | null;
  output: string;
  /** The words of the commit as it left them. */
  message: string;
  workspace: Workspace;
}

/** Hooks that are run now, each for at most so long. */
export interface DueHooks extends Hooks {
  names: [HookName, ...HookName[]];
  seconds: number;
}

/** The hooks that must run; null if the user has turned hooks off or none of these names exists. */
export async function hooksDue(
  { policy, target }: Context,
  repo: World['repo'],
  names: readonly HookName[],
): Promise<DueHooks | null> {
  // They run in a sandbox or not at all.
  if (!policy.hooks || policy.sandbox.kind === 'none') return null;
  const hooks = await repo.hooks(target);
  const [first, ...others] = hooks?.names.filter((name) => names.includes(name)) ?? [];
  return hooks && first ? { ...hooks, names: [first, ...others], seconds: policy.hooks.seconds } : null;
}

/** Runs one hook in the sandbox, in a repository of its own where the commit is about to be made. */
export async function runHook(
  { state, policy, target, signal }: Context,
  { repo, sandbox }: Ports,
  hooks: DueHooks,
  { name, args, message = '', stdin = '', commit }: HookCall,
): Promise<HookRun> {
  const workspace = await repo.staged(state.run, target, { ...commit, hooks: hooks.copied });
  const clone = await repo.clone(state.run, target);
  const project = await readProject(clone, commit.tree, target, policy);
  const base = commandIn(workspace, target, policy, target.top, dirsOf(project.runner));
  const places = [`${inDir}/message`, `${inDir}/stdin`, `${outDir}/message`];
  const result = await sandbox.run(
    {
      ...base,
      ...needsOfShell(project),
      cwd: '',
      argv: ['sh', `${inDir}/hook`, ...places, `${hooks.at}/${name}`, ...args],
      read_only: [...base.read_only, ...hooks.read_only],
      env: { ...base.env, ...hooks.env, ...gitEnv },
      provide: { hook: script, message, stdin },
      collect: ['message'],
      timeout_ms: hooks.seconds * 1000,
    },
    signal,
  );
  signal.throwIfAborted();
  const passed = result.ended === 'exit' && result.exit_code === 0;
  return {
    ended: passed ? 'passed' : result.ended === 'timeout' ? 'timeout' : 'failed',
    exit_code: result.exit_code,
    output: inShort(`${result.stdout}${result.stderr}`.trim()),
    message: (result.files.message ?? message).replaceAll(/[^\P{Cc}\n\t]/gu, '').trim(),
    workspace,
  };
}

/** The end says most of what went wrong, the beginning what was done. */
const inShort = (output: string): string =>
  output.length <= 2400
    ? clip(output, 3000)
    : `${clip(output.slice(0, 1000), 1200)}\n${clip(output.slice(-1200), 1800)}`;

interface HookCall {
  name: HookName;
  args: string[];
  message?: string;
  stdin?: string;
  commit: Commit;
}

/** The file with the message, by the name that git gives it. */
export const messageFile = '.git/COMMIT_EDITMSG';

const gitEnv = {
  GIT_INDEX_FILE: '.git/index',
  GIT_EDITOR: ':',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};

/**
 * After a hook that passes, the folder holds what is staged, as git would commit it. After one that fails it holds what
 * the hook made of the files: those who format files leave it to the user to stage them.
 */
const script = `message=$1 stdin=$2 result=$3 hook=$4; shift 4
git update-index -q --refresh >/dev/null 2>&1
cat "$message" >${messageFile}
"$hook" "$@" <"$stdin"
code=$?
cat ${messageFile} >"$result" 2>/dev/null
[ $code -ne 0 ] || git checkout-index -q -a -f
git clean -fdq >/dev/null 2>&1
exit $code
`;
