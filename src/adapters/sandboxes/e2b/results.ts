import type { SandboxCommand, SandboxResult } from '../../../ports/outside/sandbox.ts';
import type { Exchange } from '../place/exchange.ts';

/** What the script `finish` left of a command's files and of its output, where that may be cut. */
export function resultsIn(exchange: Exchange, command: SandboxCommand): Partial<SandboxResult> {
  const names = command.collect.map((name) => `file-${name}`);
  const texts = exchange.collect(names, command.file_limit);
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name.slice('file-'.length), text]));
  if (command.on_overflow !== 'cut') return { files };
  const [stdout, stderr] = [streamIn('stdout'), streamIn('stderr')];
  const cut_bytes = stdout.cut + stderr.cut;
  return { files, stdout: stdout.text, stderr: stderr.text, ...(cut_bytes > 0 ? { cut_bytes } : {}) };

  function streamIn(stream: string): { text: string; cut: number } {
    const part = (name: string, limit = command.output_limit): string =>
      exchange.collect([`${stream}-${name}`], limit)[`${stream}-${name}`] ?? '';
    const [head, tail] = [part('head'), part('tail')];
    const cut = Number.parseInt(part('cut', 20), 10) || 0;
    return { text: cut > 0 ? `${head}\n[${cut} bytes cut]\n${tail}` : head + tail, cut };
  }
}
