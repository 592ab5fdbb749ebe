import { userConfigEnv } from '../user-config.ts';

/** What a user's shell may say about how remotes are reached. */
const passed = [
  'SSH_AUTH_SOCK',
  'SSH_ASKPASS',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_ASKPASS',
  'GIT_SSL_CAINFO',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'no_proxy',
  'NO_PROXY',
  'USER',
  'LOGNAME',
] as const;

/** Transports that start nothing but ssh; `ext::` and helpers of other names would run what the address says. */
const transports = 'file:git:http:https:ssh';

/** The environment of a git that speaks to a remote. Nobody can answer a question there, so ssh asks none. */
export function reachingEnv(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return {
    ...userConfigEnv(env),
    ...Object.fromEntries(passed.map((name) => [name, env[name]])),
    GIT_CONFIG_NOSYSTEM: env.GIT_CONFIG_NOSYSTEM,
    GIT_ALLOW_PROTOCOL: transports,
    GIT_PROTOCOL_FROM_USER: '0',
    SSH_ASKPASS_REQUIRE: env.SSH_ASKPASS === undefined ? 'never' : undefined,
  };
}
