import { type Command, InvalidArgumentError } from 'commander';
import { type Cli, withApp } from '../../cli.ts';
import { packageVersion } from '../../version.ts';
import { example } from '../setup/example.ts';

interface UiFlags {
  port?: number;
  open: boolean;
}

export function registerUi(program: Command, cli: Cli): void {
  program
    .command('ui')
    .description('serve a page on this machine that shows the runs live and takes answers')
    .option('--port <n>', 'the port to serve on (default: the last one if it is free, else any)', portNumber)
    .option('--no-open', 'do not open a browser')
    .addHelpText('after', example('pawl ui'))
    .action((options: UiFlags, command: Command) =>
      withApp(cli, command, async ({ app, io, out, json }) => {
        const { serve } = await import('../../../ui/server/serve.ts');
        const { builtAssets } = await import('../../../ui/server/assets.ts');
        const target = command.optsWithGlobals<{ target?: string }>().target ?? process.cwd();
        const page = await serve({
          ...{ app, assets: builtAssets(), port: options.port ?? null },
          hello: { target, version: packageVersion() },
          note: (line) => out.error(`pawl: note: ${line}`),
        });
        if (json) out.json({ url: page.url, port: page.port });
        else out.line(`${page.url}\nPress Ctrl-C to stop.`);
        const opens = options.open && !json && io.isTTY;
        if (opens) void app.show(page.url).catch(() => out.error('pawl: note: open this address in your browser'));
        await stopped(io.onStop, () => io.exit?.(0));
        await page.close();
        return 0;
      }),
    );
}

/** Resolves at the first Ctrl-C; a second one leaves at once. */
function stopped(onStop: ((listener: () => void) => () => void) | undefined, leave: () => void): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    onStop?.(() => {
      if (stopping) leave();
      stopping = true;
      resolve();
    });
  });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a port between 1 and 65535.');
}
