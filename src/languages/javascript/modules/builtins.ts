const names =
  'assert|assert/strict|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|' +
  'dns/promises|domain|events|fs|fs/promises|http|http2|https|inspector|inspector/promises|module|net|os|path|path/posix|' +
  'path/win32|perf_hooks|process|punycode|querystring|readline|readline/promises|repl|stream|stream/consumers|' +
  'stream/promises|stream/web|string_decoder|sys|timers|timers/promises|tls|trace_events|tty|url|util|util/types|v8|vm|' +
  'wasi|worker_threads|zlib';
/** What a host offers without a package: editors, shells, other runtimes. */
const hosts = 'vscode|electron|bun|atom|obsidian|deno';
const builtins = new Set(`${names}|${hosts}`.split('|'));

/** Whether a module is there without any package. */
export function isBuiltin(specifier: string): boolean {
  return /^[a-z]+:/.test(specifier) || builtins.has(specifier) || /^(?:_|internal\/)/.test(specifier);
}
