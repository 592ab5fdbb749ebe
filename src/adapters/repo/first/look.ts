import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { newlines, type SecretLine, secretFile, secretLines } from '../../../code/secrets/files.ts';
import type { SecretPlace } from '../../../schema/settings/init.ts';
import { pathToBytes } from '../path-text.ts';

/** What forges refuse, and nobody means to put into a first commit. */
const largest = 100 * 1024 * 1024;
const chunk = 1024 * 1024;
const overlap = 16 * 1024;
/** So many places are named of one file. */
const mostOfOne = 5;

export interface Looked {
  bytes: number;
  refused: SecretPlace[];
}

/** Why a file must not be committed, by its name, its size and what is in it. Links are not followed: git keeps their words. */
export async function lookAt(top: string, path: string): Promise<Looked> {
  const place = Buffer.concat([Buffer.from(`${top}/`), pathToBytes(path)]);
  const stats = await lstat(place).catch(gone);
  if (stats === null) return { bytes: 0, refused: [] };
  const target = stats.isSymbolicLink() ? (await readlink(place, 'buffer')).toString('latin1') : '';
  const what = secretFile(path) ?? secretLines(target)[0]?.name ?? null;
  if (what === null && !stats.isFile()) return { bytes: 0, refused: [] };
  if (what !== null) return { bytes: stats.size, refused: [{ file: path, line: 1, what }] };
  if (stats.size > largest) {
    const size = `${Math.round(stats.size / 1024 / 1024)} MB in one file`;
    return { bytes: stats.size, refused: [{ file: path, line: 1, what: size }] };
  }
  const lines = await secretsOf(place);
  return {
    bytes: stats.size,
    refused: lines.slice(0, mostOfOne).map(({ line, name }) => ({ file: path, line, what: name })),
  };
}

/** A private key in DER: a sequence whose first member is its version. */
function isBinaryKey(bytes: Buffer): boolean {
  const head = bytes[0] === 0x30 ? (bytes[1] === 0x82 ? 4 : bytes[1] === 0x81 ? 3 : 2) : -1;
  const [type, length, version] = bytes.subarray(head, head + 3);
  return head > 0 && type === 0x02 && length === 0x01 && (version === 0 || version === 1);
}

/** Part by part, each with the end of the one before: a secret is never cut in two. */
async function secretsOf(place: Buffer): Promise<SecretLine[]> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const lines: SecretLine[] = [];
    const buffer = Buffer.alloc(chunk);
    let [before, line] = ['', 1];
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunk);
      if (bytesRead === 0) return lines;
      if (before === '' && isBinaryKey(buffer.subarray(0, bytesRead))) lines.push({ line: 1, name: 'a private key' });
      // Every other byte of UTF-16 is a zero in what secrets are made of.
      const text = before + buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '');
      for (const secret of secretLines(text, line))
        if (!lines.some((other) => other.line === secret.line)) lines.push(secret);
      before = text.slice(-overlap);
      line += newlines(text.slice(0, text.length - before.length));
    }
  } finally {
    await file.close();
  }
}

function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
