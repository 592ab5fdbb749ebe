import { RepoError, Unfit } from '../../ports/errors.ts';
import { type SpawnOptions, type SpawnResult, spawn } from '../spawn.ts';
import { which } from '../which.ts';
import { diesWithParent } from '../with-parent.ts';
import { type GitLimits, gitLimits, limitOf } from './limits.ts';
import { overrides, reaching } from './overrides.ts';
import { reachingEnv } from './remote/reaching-env.ts';

export interface GitCall {
  /** Where git starts. Without `git_dir` it looks for a repository from here upwards. */
  dir: string;
  git_dir?: string;
  work_tree?: string;
  index?: string;
  /** Added to our own environment; undefined takes a variable out of it. */
  env?: Record<string, string | undefined>;
  /** Configuration beyond the overrides, as key and value. */
  config?: [string, string][];
  /**
   * Speaks to a remote, with the user's own settings for that. For git directories of ours alone: the configuration of
   * any other could name programs.
   */
  reaches?: true;
  stdin?: string | Uint8Array;
  /** Instead of `stdin`, for a git that answers one question after the other until `signal` or the end of its input. */
  serve?: SpawnOptions['serve'];
  signal?: AbortSignal;
  /** More standard output than this ends git; the caller then gets what there was with `cut` set. */
  cut_at?: number;
  timeout_ms?: number;
  /** Exit codes that are answers. Any other throws. */
  answers?: number[];
}

export interface GitAnswer {
  exit_code: number;
  stdout: Buffer;
  stderr: string;
  /** True when the output was cut or the time was up, where the caller allowed for that. */
  cut: boolean;
}

/**
 * Runs git. Throws `Unfit` without git, `RepoError` for an exit code that is not an answer (git_failed) and for one that
 * takes too long (git_timeout). It ends with this process, also when that is killed.
 */
export type Git = (args: string[], call: GitCall) => Promise<GitAnswer>;

const outputLimit = 512 * 1024 * 1024;

/** The one way to run git: an environment of our own, and no configuration that could make it run something else. */
export function gitRunner(env: Record<string, string | undefined>, limits: GitLimits = gitLimits): Git {
  const prefix = diesWithParent(env.PATH);
  let program: string | null = null;
  return async (args, call) => {
    program ??= which('git', env.PATH ?? '/usr/local/bin:/usr/bin:/bin');
    if (program === null) throw noGit();
    const limit = call.timeout_ms ?? limitOf(args, limits);
    const result = await spawn([...(await prefix()), program, '--no-pager', '-C', call.dir, ...args], {
      cwd: '/',
      env: defined({
        ...baseEnv(env),
        ...(call.reaches && reachingEnv(env)),
        ...placeEnv(call),
        ...configEnv(call),
        ...call.env,
      }),
      ...(call.serve ? { serve: call.serve } : { timeout_ms: limit }),
      ...(call.signal ? { signal: call.signal } : {}),
      output_limit: call.cut_at ?? outputLimit,
      ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
    });
    return answer(args, call, result, limit);
  };
}

function answer(args: string[], call: GitCall, result: SpawnResult, limit: number): GitAnswer {
  const stderr = result.stderr.toString('utf8');
  if (result.ended === 'not_started') throw failed(args, `could not be started: ${result.error?.message}`);
  const cut =
    (result.ended === 'output_limit' && call.cut_at !== undefined) ||
    (result.ended === 'timeout' && call.timeout_ms !== undefined);
  if (cut) return { exit_code: 0, stdout: result.stdout, stderr, cut };
  if (result.ended === 'timeout') throw tooSlow(args, call, limit);
  if (result.ended !== 'exit' || result.exit_code === null) {
    throw failed(args, `ended by ${result.signal ?? result.ended}`);
  }
  if (!(call.answers ?? [0]).includes(result.exit_code)) {
    throw failed(args, `exit ${result.exit_code}: ${firstLine(stderr)}`);
  }
  return { exit_code: result.exit_code, stdout: result.stdout, stderr, cut };
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] || 'no message';
}

function noGit(): Unfit {
  return new Unfit('git is not installed, or not on the PATH: install git 2.36 or newer', 'no_git');
}

function tooSlow(args: string[], call: GitCall, limit: number): RepoError {
  const command = `git ${args.slice(0, 3).join(' ')}`;
  const took = `took longer than ${limit / 1000} s in ${call.work_tree ?? call.dir} and was stopped`;
  return new RepoError('git_timeout', `${command} ${took}: look for named pipes there, or a slow disk`);
}

function failed(args: string[], how: string): RepoError {
  return new RepoError('git_failed', `git ${args.slice(0, 3).join(' ')} failed (${how})`);
}

function baseEnv(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return {
    PATH: env.PATH,
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    // No transport at all, whatever `protocol.<name>.allow` says: a missing object is an error, never a lazy fetch.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_COMMITTER_NAME: 'Pawl',
    GIT_COMMITTER_EMAIL: 'pawl@localhost',
  };
}

function placeEnv(call: GitCall): Record<string, string | undefined> {
  return { GIT_DIR: call.git_dir, GIT_WORK_TREE: call.work_tree, GIT_INDEX_FILE: call.index };
}

function defined(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Unlike `-c`, this can name keys with any character in them. */
function configEnv({ config: more = [], reaches }: GitCall): Record<string, string> {
  const config = [...overrides.filter(([key]) => !reaches || !reaching.has(key)), ...more];
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(config.length) };
  for (const [i, [key, value]] of config.entries()) {
    env[`GIT_CONFIG_KEY_${i}`] = key;
    env[`GIT_CONFIG_VALUE_${i}`] = value;
  }
  return env;
}
