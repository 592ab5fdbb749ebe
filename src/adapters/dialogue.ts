import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Dialogue } from '../ports/outside/sandbox.ts';

/** Holds a conversation in lines over the two streams of a process; `tooMuch` is called for what no line may be. */
export function converse(
  { stdin, stdout }: { stdin: Writable | null; stdout: Readable | null },
  { begin, hear, line_limit }: Dialogue,
  tooMuch: () => void,
): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let size = 0;

  stdout?.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    take(first);
    for (const next of others) {
      if (size > line_limit) break;
      hear(parts.join(''));
      [parts, size] = [[], 0];
      take(next);
    }
    if (size <= line_limit) return;
    [parts, size] = [[], 0];
    tooMuch();
  });
  // A process that does not read what it is told, or has ended, is not a fault.
  stdin?.on('error', () => undefined);
  begin((line) => {
    if (!stdin?.writable) return;
    stdin.write(`${line}\n`);
    if (stdin.writableLength > line_limit) tooMuch();
  });

  function take(text: string): void {
    parts.push(text);
    size += text.length;
  }
}
