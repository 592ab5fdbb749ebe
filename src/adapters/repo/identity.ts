import type { Git, GitCall } from './git.ts';
import { type Signing, signingIn } from './signing.ts';
import { userConfigEnv } from './user-config.ts';

export interface Identity {
  name: string;
  email: string;
  /** How the user signs commits; absent: not. */
  signing?: Signing;
}

/** Who commits, and how they sign: the user as git itself would name them, else Pawl. Reading it runs nothing. */
export async function readIdentity(
  git: Git,
  call: GitCall,
  env: Record<string, string | undefined>,
): Promise<Identity> {
  const pattern = '^(user\\.(name|email|signingkey)|commit\\.gpgsign|gpg\\..*)$';
  const answer = await git(['config', '--includes', '--show-scope', '-z', '--get-regexp', pattern], {
    ...call,
    env: { ...call.env, ...userConfigEnv(env) },
    answers: [0, 1],
  });
  const settings: Record<string, string> = {};
  const own: Record<string, string> = {};
  const fields = answer.stdout.toString('utf8').split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [key = '', ...rest] = (fields[at + 1] ?? '').split('\n');
    const value = rest.length === 0 ? 'true' : rest.join('\n');
    if (usable(value)) settings[key] = value;
    // A repository could name any program to sign with.
    if (fields[at] === 'global') own[key.toLowerCase()] = value;
  }
  const signing = signingIn(own);
  return {
    name: ifUsable(env.GIT_AUTHOR_NAME) ?? settings['user.name'] ?? 'Pawl',
    email: ifUsable(env.GIT_AUTHOR_EMAIL) ?? settings['user.email'] ?? 'pawl@localhost',
    ...(signing && { signing }),
  };
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

const ifUsable = (value: string | undefined): string | undefined => (value && usable(value) ? value : undefined);

/** Git refuses an identity of nothing but these characters. */
function usable(value: string): boolean {
  return /[^\s.,:;<>"\\']/.test(value);
}
