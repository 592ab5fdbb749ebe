/** Lets git see the user's own configuration besides the repository's. */
export function userConfigEnv(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const { HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL } = env;
  return { HOME: HOME ?? '/nonexistent', XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL };
}
