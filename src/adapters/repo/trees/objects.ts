import type { Writable } from 'node:stream';
import { RepoError } from '../../../ports/errors.ts';
import type { Git, GitCall } from '../git.ts';
import { gitLimits } from '../limits.ts';

export interface GitObject {
  oid: string;
  type: string;
  content: Buffer;
}

/** An object by its hash, or by `hash^{tree}`; null where git has none of that name. */
export type Objects = (name: string) => Promise<GitObject | null>;

interface Question {
  answer(object: GitObject | null): void;
  fail(error: Error): void;
}

/** How long git waits for another question before it is let go; it also ends with this process, however that ends. */
const idle_ms = 10_000;
/** Bytes. */
export const largestObject = 512 * 1024 * 1024;

/** Asks one git for all objects of a place, instead of one for each. It does not keep this process alive. */
export function objectsOf(git: Git, place: GitCall): Objects {
  let reader: ReturnType<typeof openReader> | null = null;
  return (name) => {
    if (/[\s\0]/.test(name)) throw new RepoError('git_failed', `${JSON.stringify(name)} is not the name of an object`);
    if (reader === null || reader.isOver()) reader = openReader(git, place);
    return reader.ask(name);
  };
}

function openReader(git: Git, place: GitCall) {
  const questions: Question[] = [];
  const stop = new AbortController();
  let names: Writable | null = null;
  let unsent = '';
  let over = false;
  let idle: NodeJS.Timeout | undefined;
  const end = (error: Error) => {
    over = true;
    clearTimeout(idle);
    stop.abort();
    for (const question of questions.splice(0)) question.fail(error);
  };
  const take = batchParser(
    (object) => questions.shift()?.answer(object),
    (error) => end(error),
  );

  git(['cat-file', '--batch'], {
    ...place,
    signal: stop.signal,
    serve(stdin, stdout) {
      names = stdin;
      stdin.write(unsent);
      stdout.on('data', take);
    },
  }).then(
    () => end(new RepoError('git_failed', 'git cat-file --batch ended before it had answered')),
    (error: Error) => end(error),
  );

  const ask = (name: string): Promise<GitObject | null> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle);
      // This timer, and nothing else of ours, keeps the process alive until the answer is there.
      const limit = setTimeout(() => {
        const took = `took longer than ${gitLimits.content_ms / 1000} s in ${place.dir} and was stopped`;
        end(new RepoError('git_timeout', `git cat-file --batch ${took}`));
      }, gitLimits.content_ms);
      const settled = () => {
        clearTimeout(limit);
        if (questions.length > 0 || over) return;
        idle = setTimeout(() => {
          over = true;
          names?.end();
        }, idle_ms).unref();
      };
      questions.push({
        answer: (object) => {
          settled();
          resolve(object);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      });
      if (names === null) unsent += `${name}\n`;
      else names.write(`${name}\n`);
    });
  return { ask, isOver: () => over };
}

/** Reads `oid type size`, the content and a line's end for each object; `name missing` for one that is not there. */
function batchParser(
  onObject: (object: GitObject | null) => void,
  fail: (error: Error) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = 1;
  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < needed) return;
    let rest = Buffer.concat(chunks);
    for (;;) {
      const end = rest.indexOf(0x0a);
      if (end < 0) {
        needed = rest.length + 1;
        break;
      }
      const [oid = '', type = '', digits = ''] = rest.toString('latin1', 0, end).split(' ');
      const size = /^\d+$/.test(digits) ? Number(digits) : -1;
      if (size > largestObject)
        return fail(new RepoError('git_failed', `object ${oid} has ${size} bytes: too many to read`));
      needed = size < 0 ? end + 1 : end + 1 + size + 1;
      if (rest.length < needed) break;
      onObject(size < 0 ? null : { oid, type, content: rest.subarray(end + 1, end + 1 + size) });
      rest = rest.subarray(needed);
      needed = 1;
    }
    chunks = [rest];
    length = rest.length;
  };
}
