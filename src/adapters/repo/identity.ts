import type { Git, GitCall } from './git.ts';
import type { Signing } from './signing.ts';
import { userConfigEnv } from './user-config.ts';

export interface Identity {
  name: string;
  email: string;
  /** How the user signs commits; absent: not. */
  signing?: Signing;
}

/** Who commits: the user as their own configuration says, else Pawl. Reading configuration runs nothing. */
export async function readIdentity(
  git: Git,
  call: GitCall,
  env: Record<string, string | undefined>,
): Promise<Identity> {
  const read = await git(['config', '--includes', '-z', '--get-regexp', '^user\\.(name|email)$'], {
    ...call,
    env: { ...call.env, ...userConfigEnv(env) },
    answers: [0, 1],
  });
  const found: Record<string, string> = {};
  for (const record of read.stdout.toString('utf8').split('\0')) {
    const [key = '', value = ''] = record.split('\n');
    if (usable(value)) found[key] = value;
  }
  return { name: found['user.name'] ?? 'Pawl', email: found['user.email'] ?? 'pawl@localhost' };
}

export function identityEnv({ name, email }: Identity, at?: number): Record<string, string> {
  const date = at === undefined ? null : `@${Math.floor(at / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    ...(date === null ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
  };
}

/** Git refuses an identity of nothing but these characters. */
function usable(value: string): boolean {
  return /[^\s.,:;<>"\\']/.test(value);
}
