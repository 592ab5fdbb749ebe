import { createReadStream } from 'node:fs';
import type { PawlError } from '../../ports/errors.ts';
import { usage } from './errors.ts';

const maxRequestBytes = 1_000_000;

/** The request from exactly one place: the argument, `--file`, or standard input for `-`. */
export async function readRequest(
  words: string[],
  file: string | undefined,
  stdin: AsyncIterable<Uint8Array | string>,
  issue?: string,
): Promise<string> {
  const argument = words.length === 0 ? undefined : words.join(' ');
  if (argument !== undefined && file !== undefined) throw usage('pass the request as text or with --file, not both');
  if (file !== undefined) return checked(await fromFile(file), `the file ${file}`);
  if (argument === undefined && issue !== undefined) return '';
  if (argument === undefined)
    throw usage('no request: pass it as text, with --file SPEC.md, with --issue N, or as - to read standard input');
  if (argument !== '-') return checked(argument, 'the request');
  return checked(await readText(stdin, 'standard input'), 'standard input');
}

/** The data for an agent, as text: from a file, or from standard input for `-`. */
export async function readInput(file: string, stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  if (file !== '-') return checked(await fromFile(file), `the file ${file}`);
  return checked(await readText(stdin, 'standard input'), 'standard input');
}

async function fromFile(file: string): Promise<string> {
  try {
    return await readText(createReadStream(file), `the file ${file}`);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw unreadable(file, error);
  }
}

export const unreadable = (file: string, error: { code?: unknown; message: string }): PawlError =>
  usage(`cannot read the file ${file}: ${reasons[String(error.code)] ?? error.message}`);

const reasons: Record<string, string> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

async function readText(source: AsyncIterable<Uint8Array | string>, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxRequestBytes) throw usage(`${name} is over 1 MB: a request is at most ${maxRequestBytes} bytes`);
    chunks.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof TypeError) throw usage(`${name} is not valid UTF-8 text`);
    throw error;
  }
}

function checked(text: string, name: string): string {
  const request = text.trim();
  if (request === '') throw usage(`${name} is empty`);
  return request;
}
