import { RepoError } from '../../ports/errors.ts';
import type { Git, GitCall } from './git.ts';
import { userConfigEnv } from './user-config.ts';

/** What the user's own configuration says about signatures, by key. */
export type Signing = Record<string, string>;

/** Keys that decide how a commit is signed. A repository's own configuration could name any program for it. */
const pattern = '^(commit\\.gpgsign|user\\.signingkey|gpg\\..*)$';

/** Reads the user's own configuration only, from a git directory of ours. Undefined: commits are not signed. */
export async function readSigning(
  git: Git,
  privateDir: string,
  env: Record<string, string | undefined>,
): Promise<Signing | undefined> {
  const asked = await git(['config', '--global', '--includes', '-z', '--get-regexp', pattern], {
    dir: privateDir,
    git_dir: privateDir,
    env: userConfigEnv(env),
    answers: [0, 1, 128],
  });
  const found: Signing = {};
  for (const record of asked.stdout.toString('utf8').split('\0')) {
    const at = record.indexOf('\n');
    const [key, value] = at < 0 ? [record, 'true'] : [record.slice(0, at), record.slice(at + 1)];
    if (key !== '') found[key.toLowerCase()] = value;
  }
  return /^(?:true|yes|on|1)$/i.test(found['commit.gpgsign'] ?? '') ? found : undefined;
}

/** What a program needs to reach the user's keys. */
const passed = [
  'GNUPGHOME',
  'GPG_AGENT_INFO',
  'SSH_AUTH_SOCK',
  'XDG_RUNTIME_DIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
];

export function signingCall(signing: Signing | undefined, env: Record<string, string | undefined>) {
  const call: Pick<GitCall, 'config' | 'env'> = {};
  const failed = (error: unknown): never => {
    if (!(error instanceof RepoError) || signing === undefined) throw error;
    const cure = 'check that `git commit -S` works in your shell, or set commit.gpgSign to false';
    throw new RepoError('git_failed', `the commit could not be signed (${error.message}): ${cure}`);
  };
  if (signing === undefined) return { args: [], call, failed };
  const config = Object.entries(signing).filter(([key]) => key.startsWith('gpg.'));
  const programs = ['gpg.program', 'gpg.ssh.program', 'gpg.x509.program', 'gpg.ssh.defaultkeycommand'];
  // What the user did not set is git's own choice again, not the `false` that keeps everything else from signing.
  const usual: [string, string][] = [
    ['gpg.program', 'gpg'],
    ['gpg.ssh.program', 'ssh-keygen'],
    ['gpg.x509.program', 'gpgsm'],
    ['gpg.ssh.defaultkeycommand', ''],
  ];
  const chosen = usual.map(([key, program]): [string, string] => [key, signing[key] ?? program]);
  const others = config.filter(([key]) => !programs.includes(key));
  const key = signing['user.signingkey'];
  return {
    args: [`-S${key ?? ''}`],
    call: {
      config: [...others, ...chosen] as [string, string][],
      env: { HOME: env.HOME, ...Object.fromEntries(passed.map((name) => [name, env[name]])) },
    },
    failed,
  };
}
