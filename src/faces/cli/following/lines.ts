import { ConfigError } from '../../../ports/errors.ts';

const longest = 16_000_000;

/** The lines of a file, in bounded memory. Throws where one is too long or no UTF-8, with its number. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield text([...pieces, chunk.subarray(from, end)], number);
      number += 1;
      [pieces, size, from] = [[], 0, end + 1];
    }
    pieces.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > longest)
      throw new ConfigError(`line ${number}: it is longer than ${longest} bytes; nothing was imported`, 'bad_import');
  }
  if (size > 0) yield text(pieces, number);
}

function text(pieces: Uint8Array[], number: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new ConfigError(`line ${number}: it is not UTF-8; nothing was imported`, 'bad_import');
  }
}
