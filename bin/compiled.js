import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deserialize, serialize, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/**
 * Loads scripts of one folder together with what V8 made of them at build time (`compiled.bin` there), which saves a
 * third of the processor time of a short command. V8 ignores what another version of it has made.
 */
export function scripts(folder) {
  translateSimply();
  const codes = codesIn(folder);
  const loaded = new Map();
  return { load, compiled: () => serialize(new Map([...loaded].map(([name, { script }]) => [name, codeOf(script)]))) };

  function load(name) {
    const file = join(folder, name);
    const known = loaded.get(name);
    if (known) return known.module.exports;
    const script = compile(folder, name, codes.get(name));
    const module = { exports: {} };
    loaded.set(name, { script, module });
    const others = createRequire(file);
    const require = (id) => (/^\.\/[^/]+\.cjs$/.test(id) ? load(id.slice(2)) : others(id));
    script
      .runInThisContext()
      .call(module.exports, module.exports, Object.assign(require, others), module, file, folder);
    return module.exports;
  }
}

/** One script, compiled as Node wraps those of its own. The place where it was built stays out of what is kept. */
export function compile(folder, name, code) {
  const text = readFileSync(join(folder, name), 'utf8');
  return new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: `pawl/${name}`,
    ...(code && { cachedData: code }),
  });
}

export const codeOf = (script) => script.createCachedData();

function codesIn(folder) {
  try {
    return deserialize(readFileSync(join(folder, 'compiled.bin')));
  } catch {
    return new Map(); // Not compiled ahead, or damaged: then now.
  }
}

/**
 * Parsers that come as WebAssembly are translated once, simply: what V8 does to make them quicker costs a second of
 * processor time and 100 MB, and pays only where thousands of files are read. Compiled code fits to these flags alone,
 * so they are set before any of it is read.
 */
export function translateSimply() {
  for (const flag of ['--liftoff-only', '--wasm-lazy-compilation', '--wasm-lazy-validation']) setFlagsFromString(flag);
}
