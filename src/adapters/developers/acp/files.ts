import { relative } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';
import { PathRefused } from '../../../ports/errors.ts';
import type { Assignment } from '../../../ports/outside/developer.ts';
import type { Sight } from '../../../ports/outside/sight.ts';
import { marksIn } from '../../../schema/code/redaction.ts';
import { faultCodes, type Params } from './wire.ts';

/** Looking for secrets in more would keep everybody else waiting. */
const largest = 512 * 1024;

/** The files of the workspace as an agent may ask for them: what is hidden, outside or a secret is not shown. */
export function agentFiles({ workspace, shell, breach }: Assignment, sight: Sight) {
  const top = `${shell.mount_at}/${shell.cwd}`;

  return {
    read: (params: Params) =>
      guarded(async () => {
        const path = inside(top, params.path);
        const bytes = await workspace.read(path);
        if (bytes === null) throw new RequestError(-32002, `there is no file ${path}`);
        if (bytes.includes(0)) throw new RequestError(faultCodes.bad_params, `${path} is no text`);
        if (bytes.length > largest) throw new RequestError(faultCodes.bad_params, `${path} is too large to be sent`);
        return { content: linesOf(sight.text(new TextDecoder().decode(bytes)), params) };
      }),

    write: (params: Params) =>
      guarded(async () => {
        const path = inside(top, params.path);
        const { content } = params;
        if (typeof content !== 'string') throw new RequestError(faultCodes.bad_params, 'content must be text');
        const rule = await breach(path, content);
        if (rule !== null)
          throw new RequestError(faultCodes.bad_params, `${path} is protected (${rule}): use a new file`);
        const there = marksIn(content).length > 0 ? await workspace.read(path) : null;
        const previous = new TextDecoder().decode(there ?? new Uint8Array());
        if (marksIn(content).some((mark) => !previous.includes(mark)))
          throw new RequestError(
            faultCodes.bad_params,
            `${path}: [redacted:…] stands where a secret is: edit around it`,
          );
        await workspace.write(path, content);
        return null;
      }),
  };
}

function inside(top: string, path: unknown): string {
  if (typeof path !== 'string' || path === '') throw new RequestError(faultCodes.bad_params, 'path must be text');
  const rest = path.startsWith('/') ? relative(top, path) : path;
  if (rest === '..' || rest.startsWith('../'))
    throw new RequestError(faultCodes.bad_params, `${path} is not in ${top}`);
  return rest;
}

/** From a line on, counted from 1, and as many as asked for. */
function linesOf(content: string, { line, limit }: Params): string {
  if (typeof line !== 'number' && typeof limit !== 'number') return content;
  const from = typeof line === 'number' ? Math.max(0, line - 1) : 0;
  const lines = content.split('\n');
  return lines.slice(from, typeof limit === 'number' ? from + Math.max(0, limit) : lines.length).join('\n');
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PathRefused) throw new RequestError(faultCodes.bad_params, error.message);
    throw error;
  }
}
