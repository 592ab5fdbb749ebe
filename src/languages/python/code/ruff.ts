import { setFlagsFromString } from 'node:v8';

/**
 * Its code is translated once, simply: what V8 does to make it quicker costs a second of processor time and 100 MB,
 * and pays only in a process that reads thousands of files.
 */
export async function loadRuff(): Promise<typeof import('@astral-sh/ruff-wasm-nodejs')> {
  setFlagsFromString('--liftoff-only');
  setFlagsFromString('--wasm-lazy-compilation');
  const { default: ruff } = await import('@astral-sh/ruff-wasm-nodejs');
  return ruff;
}
