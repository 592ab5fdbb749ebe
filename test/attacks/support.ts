import { accessSync, constants, existsSync } from 'node:fs';

/** Null when this process is an ordinary user's now, or why it is not. */
export function becomeOrdinary(): string | null {
  if (process.getuid?.() === 0) {
    process.setgroups?.([]);
    process.setgid?.(1000);
    process.setuid?.(1000);
  }
  try {
    accessSync(import.meta.filename, constants.R_OK);
    accessSync(process.execPath, constants.X_OK);
    return null;
  } catch (error) {
    return `the checkout or node cannot be read by one (${(error as Error).message})`;
  }
}

/** Null when there is the python3 that the attacks are written in. */
export function python3(): string | null {
  return existsSync('/usr/bin/python3') ? null : 'there is no /usr/bin/python3';
}
