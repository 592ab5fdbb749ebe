/** What programs outside the usual folders need to run. */
export interface Toolchain {
  /** Host paths to show at their own place, read-only. */
  paths: string[];
  /** A folder for PATH. */
  bin: string;
  /** What its programs have to be told. */
  env?: Record<string, string>;
}

export function toolchainEnv(toolchains: Toolchain[]): Record<string, string> {
  return Object.assign({}, ...toolchains.map(({ env }) => env ?? {}));
}
