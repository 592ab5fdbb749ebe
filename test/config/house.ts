import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadSettings } from '../../src/config/load.ts';
import { PawlError } from '../../src/ports/errors.ts';
import type { Flags } from '../../src/schema/settings/flags.ts';

/** A home folder, a repository and a file for `--config`, in a temp folder of their own. */
export function house() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-config-')));
  const paths = {
    home: join(root, 'home'),
    top: join(root, 'repo'),
    target: join(root, 'repo/packages/one'),
    user: join(root, 'home/.config/pawl/config.yaml'),
    repository: join(root, 'repo/.pawl/config.yaml'),
    scope: join(root, 'repo/packages/one/.pawl/config.yaml'),
    chosen: join(root, 'chosen.yaml'),
  };
  for (const folder of [paths.home, paths.target]) mkdirSync(folder, { recursive: true });
  return {
    root,
    ...paths,
    write(path: string, content: string | Uint8Array) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    },
    load(options: { flags?: Flags; config_file?: string; target?: string | null; env?: Record<string, string> } = {}) {
      const target = options.target === undefined ? paths.top : options.target;
      return loadSettings({
        target,
        top: target === null ? null : paths.top,
        flags: options.flags ?? {},
        env: { HOME: paths.home, ...options.env },
        ...(options.config_file === undefined ? {} : { config_file: options.config_file }),
      });
    },
    /** Every file below the root with its content. */
    listing(): Record<string, string> {
      const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return Object.fromEntries(
        files.map((file) => join(file.parentPath, file.name)).map((path) => [path, readFileSync(path, 'latin1')]),
      );
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type House = ReturnType<typeof house>;

/** The exit code and message of the `PawlError` that a call ends with. */
export async function refusal(call: () => Promise<unknown> | unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (error instanceof PawlError) return `${error.exitCode} ${error.message}`;
    throw error;
  }
  return 'no error';
}
