import { Unfit } from '../../../ports/errors.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { outcome } from '../outcome.ts';
import { disguise } from '../place/disguise.ts';
import { openExchange, removeStaleExchanges } from '../place/exchange.ts';
import { checkPlace } from '../place/place.ts';
import { tryOut } from '../try-out.ts';
import { type Ending, execute } from './command.ts';
import { remoteDir } from './remote.ts';
import { finishScript, runScript, setupScript } from './scripts.ts';
import { openService } from './service.ts';
import { packed, unpacked } from './upload.ts';

interface E2bOptions {
  /** A template with the toolchain; `defaultTemplate` unless told. */
  image?: string | undefined;
  /** How much more a command may leave in its work; 4096 unless told. */
  disk_mb?: number;
  network: 'none' | 'host';
  env: Record<string, string | undefined>;
  equipment: readonly Equipment[];
}

const defaultTemplate = 'base';

/**
 * Commands in virtual machines of E2B, one for each: the work and what is shown with it goes there, the work and the
 * results come back. How much memory and how many processes there are is the template's to say.
 */
export function e2b(options: E2bOptions): Sandbox {
  const service = openService({ ...options, template: options.image ?? defaultTemplate });
  let fit = false;

  const run = async (request: SandboxCommand, signal: AbortSignal): Promise<SandboxResult> => {
    checkPlace(request.mount_at);
    const { command, restore, ...places } = disguise(request, remoteDir);
    if (command.talk) throw new Unfit('e2b cannot hold a conversation with a command: use bubblewrap or container');
    const exchange = openExchange(command.provide, null);
    exchange.collect(command.collect, 0);
    try {
      if (signal.aborted) return result({ ended: 'cancel' });
      if (!passable(command)) return result({ ended: 'exit', exit_code: 126 });
      const upload = await packed(command, exchange, options.equipment);
      const remote = await service.open(allowance + command.timeout_ms, command.network);
      try {
        const scripts = {
          setup: setupScript(command, places, upload, options.equipment),
          run: runScript(command, options.equipment),
          finish: finishScript(command, places, upload),
        };
        await remote.put(upload.files, scripts, signal);
        await remote.script('setup', signal);
        const ending = await execute(remote, command, signal);
        if (ending.ended === 'cancel' || ending.lost) return restore(result(ending));
        const spare_bytes = (options.disk_mb ?? 4096) * mebibyte;
        const home = { exchange, spare_bytes, work_bytes: upload.work_bytes };
        return restore({ ...result(ending), ...(await unpacked(remote, command, home, signal)) });
      } catch (error) {
        if (signal.aborted) return result({ ended: 'cancel' });
        throw error;
      } finally {
        await remote.end();
      }
    } finally {
      await exchange.close();
    }
  };

  return {
    kind: 'e2b',
    run,
    unfit: async () => {
      if (fit) return null;
      await removeStaleExchanges();
      const reason = service.unfit ?? (await tryOut(run));
      fit = reason === null;
      return reason;
    },
  };
}

const mebibyte = 1024 * 1024;
/** What the way there and back may take; the service ends by itself what we could not. */
const allowance = 15 * 60 * 1000;

function result(ending: Partial<Ending> & Pick<Ending, 'ended'>): SandboxResult {
  const { stdout = '', stderr = '', duration_ms = 0, exit_code = null } = ending;
  const ended = ending.lost
    ? { ended: 'crash' as const, exit_code: null, signal: null }
    : outcome({ ended: ending.ended, exit_code, signal: null, error: null });
  return { ...ended, stdout, stderr, files: {}, duration_ms };
}

/** A shell cannot be told of a zero byte. */
function passable({ argv, env, cwd }: SandboxCommand): boolean {
  return ![...argv, cwd, ...Object.entries(env).flat()].some((text) => text.includes('\0'));
}
