import { RepoError } from '../../ports/errors.ts';
import type { GitCall } from './git.ts';

/** What the user's own configuration says about signatures, by key. */
export type Signing = Record<string, string>;

/** What the user's own configuration says, if it says that commits are signed. */
export function signingIn(own: Record<string, string>): Signing | undefined {
  return /^(?:true|yes|on|1)$/i.test(own['commit.gpgsign'] ?? '') ? own : undefined;
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
