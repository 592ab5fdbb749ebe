import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Dialogue,
  inDir,
  outDir,
  type Sandbox,
  type SandboxCommand,
  type SandboxResult,
} from '../../ports/outside/sandbox.ts';
import type { Equipment } from '../../ports/outside/toolchain.ts';
import { once } from '../once.ts';
import { spawn } from '../spawn.ts';
import { orStuck, outcome, output } from './outcome.ts';
import { openExchange, removeStaleExchanges } from './place/exchange.ts';
import { searchPath, systemFolders } from './place/layers.ts';
import { linksIn } from './place/links.ts';
import { translator } from './place/translate.ts';
import { toolchainEnv, toolchainsOf } from './toolchains/toolchains.ts';
import { mustHaveLooked, watchStall } from './watch/watch.ts';

type Translate = (text: string) => string;

interface NoneOptions {
  env: Record<string, string | undefined>;
  equipment: readonly Equipment[];
}

/** No isolation: commands run on the host, in the work folder itself, with paths told as if it were in its place. */
export function none(options: NoneOptions): Sandbox {
  const toolchains = toolchainsOf(options.env, options.equipment);
  const swept = once(removeStaleExchanges);

  const run = async (command: SandboxCommand, signal: AbortSignal): Promise<SandboxResult> => {
    await swept();
    const exchange = openExchange(command.provide, null);
    const { toHost, fromHost } = translator([
      { inside: command.mount_at, host: command.work_dir },
      { inside: inDir, host: exchange.in },
      { inside: outDir, host: exchange.out },
    ]);
    const collected = (): Record<string, string> => {
      const files = exchange.collect(command.collect, command.file_limit);
      return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, fromHost(content)]));
    };
    const stall = watchStall(exchange.out, command, collected);
    const links = linksIn(command.work_dir, command, options.equipment);
    try {
      links.make();
      // What is provided may name the places, too: a reporter that writes to `outDir`.
      for (const [name, content] of Object.entries(command.provide)) {
        writeFileSync(join(exchange.in, name), toHost(content));
      }
      const [home, tmp] = [join(exchange.dir, 'home'), join(exchange.dir, 'tmp')];
      for (const folder of [home, tmp]) mkdirSync(folder);
      const tools = await toolchains(command.needs);
      const programs = [...tools.map(({ bin }) => bin), ...(options.env.PATH?.split(':') ?? systemFolders)];
      const path = searchPath(command.layered, programs, options.equipment);
      const ours = { PATH: path, HOME: home, TMPDIR: tmp, LANG: 'C.UTF-8' };
      const env = { ...ours, ...toolchainEnv(tools), ...command.env };
      const started_at = Date.now();
      const spawned = await spawn(command.argv.map(toHost), {
        cwd: join(command.work_dir, command.cwd),
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, toHost(value)])),
        timeout_ms: command.timeout_ms,
        output_limit: command.output_limit,
        on_overflow: command.on_overflow ?? 'end',
        ...(command.talk && { talk: translated(command.talk, toHost, fromHost) }),
        signal: stall ? AbortSignal.any([signal, stall.signal]) : signal,
        onStart: (pid) => stall?.watch(pid),
      });
      mustHaveLooked(stall ? [stall] : []);
      const { stdout, stderr, ...cut } = output(spawned);
      return {
        ...orStuck(outcome(spawned), stall, signal),
        started_at,
        stdout: fromHost(stdout),
        stderr: fromHost(stderr),
        ...cut,
        files: collected(),
        duration_ms: spawned.duration_ms,
      };
    } finally {
      stall?.stop();
      await links.close().finally(() => exchange.close());
    }
  };

  return { kind: 'none', run, unfit: async () => null };
}

function translated({ begin, hear, line_limit }: Dialogue, toHost: Translate, fromHost: Translate): Dialogue {
  return {
    begin: (say) => begin((line) => say(toHost(line))),
    hear: (line) => hear(fromHost(line)),
    line_limit,
  };
}
