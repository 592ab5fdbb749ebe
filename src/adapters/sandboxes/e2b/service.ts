import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandExitError, Sandbox as Machine } from 'e2b';
import { PawlError, Unfit } from '../../../ports/errors.ts';
import { type Remote, uploadDir } from './remote.ts';

interface ServiceOptions {
  template: string;
  network: 'none' | 'host';
  env: Record<string, string | undefined>;
  load?: () => Promise<Library>;
}

interface Library {
  Sandbox: typeof Machine;
  CommandExitError: typeof CommandExitError;
}

interface Service {
  /** Why it cannot even be tried. */
  unfit: string | null;
  open(timeout_ms: number, network?: 'none' | 'host'): Promise<Remote>;
}

const keyVariable = 'E2B_API_KEY';

/** E2B through its own library, which is loaded when it is first used. */
export function openService({ template, network, env, load = () => import('e2b') }: ServiceOptions): Service {
  const apiKey = env[keyVariable]?.trim() ?? '';
  const unfit = apiKey === '' ? `the sandbox e2b needs ${keyVariable}, which is not set` : null;
  const addresses = {
    ...(env.E2B_DOMAIN ? { domain: env.E2B_DOMAIN } : {}),
    ...(env.E2B_API_URL ? { apiUrl: env.E2B_API_URL } : {}),
    ...(env.E2B_SANDBOX_URL ? { sandboxUrl: env.E2B_SANDBOX_URL } : {}),
  };
  const guarded = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PawlError) throw error;
      const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
      throw new Unfit(`E2B: ${doing}: ${reason.replaceAll(apiKey, '***')}`, 'sandbox_failed');
    }
  };

  return {
    unfit,
    open: (timeout_ms, access = network) =>
      guarded(`no sandbox of the template ${template}`, async () => {
        if (unfit !== null) throw new Unfit(unfit, 'no_credentials');
        const { Sandbox, CommandExitError: ExitError } = await installed(load);
        const allowed = { allowInternetAccess: access === 'host' };
        const machine = await Sandbox.create(template, {
          ...{ apiKey, ...addresses, debug: false, timeoutMs: timeout_ms },
          ...allowed,
        });
        return remoteOf(machine, guarded, (error) => (error instanceof ExitError ? error.exitCode : null));
      }),
  };
}

/** Most people never use it, so it is not installed with Pawl. */
async function installed(load: () => Promise<Library>): Promise<Library> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new Unfit(
      'the sandbox e2b needs its library beside Pawl: npm install e2b (npm install -g e2b if Pawl is global)',
    );
  }
}

type Guarded = <T>(doing: string, work: () => Promise<T>) => Promise<T>;

function remoteOf(machine: Machine, guarded: Guarded, exitOf: (error: unknown) => number | null): Remote {
  const root = { user: 'root', requestTimeoutMs: 10 * 60 * 1000 } as const;
  const starting = (name: string) => `exec /bin/sh ${uploadDir}/${name}`;

  const command: Remote['command'] = async (name, { stop, onStdout, onStderr }) => {
    const handle = await guarded('the command cannot be started', () =>
      machine.commands.run(starting(name), { background: true, user: 'user', timeoutMs: 0, onStdout, onStderr }),
    );
    const stopped = new Promise<null>((resolve) => {
      if (stop.aborted) resolve(null);
      stop.addEventListener('abort', () => resolve(null), { once: true });
    });
    const waited = handle.wait().then(
      ({ exitCode }) => exitCode,
      // A failure that is no exit code: whether it is the machine's or the line's, the service knows.
      async (error: unknown) => exitOf(error) ?? (stop.aborted ? null : await guarded('it does not answer', gone)),
    );
    const code = await Promise.race([waited, stopped]);
    if (stop.aborted) {
      await guarded('the command cannot be ended', () => handle.kill());
      await handle.disconnect();
    }
    return stop.aborted ? null : code;
  };

  const gone = async (): Promise<null> => {
    if (await machine.isRunning({ requestTimeoutMs: 10_000 }))
      throw new Unfit('E2B: the connection was lost while a command ran', 'sandbox_failed');
    return null;
  };

  return {
    command,
    put: (files, scripts, signal) =>
      guarded('the work cannot be sent', async () => {
        const sent = Object.entries(files).map(([name, file]) => ({
          path: `${uploadDir}/${name}`,
          data: Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream,
        }));
        const written = Object.entries(scripts).map(([name, data]) => ({ path: `${uploadDir}/${name}`, data }));
        await machine.files.write([...sent, ...written], { ...root, gzip: true, useOctetStream: true, signal });
      }),
    script: (name, signal) =>
      guarded(`the ${name} failed`, async () => {
        await machine.commands.run(starting(name), { ...root, timeoutMs: root.requestTimeoutMs, signal });
      }),
    fetch: (name, to, most, signal) =>
      guarded('the work cannot be fetched', async () => {
        const stream = await machine.files.read(`${uploadDir}/${name}`, { ...root, format: 'stream', signal });
        return save(stream as ReadableStream, to, most);
      }),
    end: () => guarded(`the sandbox ${machine.sandboxId} cannot be ended`, () => ended(machine)),
  };
}

/** Tried again, since what is not ended is paid for until the service ends it. */
async function ended(machine: Machine): Promise<void> {
  for (let retries = 3; ; retries -= 1) {
    try {
      await machine.kill({ requestTimeoutMs: 20_000 });
      return;
    } catch (error) {
      if (retries === 0) throw error;
      await sleep(500);
    }
  }
}

async function save(stream: ReadableStream, to: string, most: number): Promise<boolean> {
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) return;
      yield chunk;
    }
  };
  await pipeline(Readable.fromWeb(stream), counted, createWriteStream(to));
  return size <= most;
}
