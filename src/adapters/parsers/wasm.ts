import { setFlagsFromString } from 'node:v8';

/**
 * Parsers that come as WebAssembly are translated once, simply: what V8 does to make them quicker costs a second of
 * processor time and 100 MB, and pays only where thousands of files are read. Said before the first one is loaded.
 */
export function translateSimply(): void {
  setFlagsFromString('--liftoff-only');
  setFlagsFromString('--wasm-lazy-compilation');
  setFlagsFromString('--wasm-lazy-validation');
}
