import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../../../app.ts';
import { PawlError, PlanRefused } from '../../../ports/errors.ts';
import type { Assets } from './assets.ts';
import { refusalOf } from './guard.ts';
import { createHub } from './hub.ts';
import { fault } from './respond.ts';
import { answered, type Served } from './routes.ts';
import { createTickets } from './tickets.ts';
import { createWorks } from './works.ts';

export interface ServeOptions {
  app: App;
  assets: Assets;
  /** Null: the last one if it is free, else any. */
  port: number | null;
  hello: { target: string; version: string };
  /** What went wrong besides: no request is the worse for it. */
  note: (line: string) => void;
  now?: () => number;
}

export interface Page {
  url: string;
  port: number;
  /** Stops the runs that the page works on, then the server. */
  close(): Promise<void>;
}

const [loopback, longestUrl] = ['127.0.0.1', 4096];

/** Serves the page of a repository on loopback until it is closed. */
export async function serve({ app, assets, port, hello, note, now = Date.now }: ServeOptions): Promise<Page> {
  const door = await app.door();
  const stop = new AbortController();
  const works = createWorks(note);
  const served: Served = {
    ...{ app, assets, hello, works, token: door.token, stop: stop.signal },
    ...{ hub: createHub(app), tickets: createTickets(now) },
  };
  let own = 0;
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000 }, (req, res) => {
    const request = { method: req.method ?? '', headers: req.headers, from: req.socket.remoteAddress ?? '' };
    const refusal = refusalOf(request, own);
    if (refusal) return fault(res, refusal.status, refusal.message);
    if ((req.url ?? '').length > longestUrl) return fault(res, 414, 'the address is too long');
    answered(served, req, res).catch((error: unknown) => {
      const plan = error instanceof PlanRefused ? { faults: error.faults } : {};
      const message = error instanceof PawlError ? error.message : 'something went wrong here';
      if (!(error instanceof PawlError)) note(`the page: ${error instanceof Error ? error.message : String(error)}`);
      if (res.headersSent) res.destroy();
      else fault(res, error instanceof PawlError ? 409 : 500, message, plan);
    });
  });
  own = await listening(server, port, door.port);
  if (own !== door.port) await app.door(own);
  served.hub.warm();
  return {
    url: `http://${loopback}:${own}/?token=${door.token}`,
    port: own,
    async close() {
      stop.abort();
      await works.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The port that was asked for, or it fails; else the last one, or any. */
async function listening(server: Server, requestedPort: number | null, last: number | null): Promise<number> {
  if (requestedPort === null && last !== null) {
    const port = await bound(server, last).catch(() => null);
    if (port !== null) return port;
  }
  return bound(server, requestedPort ?? 0).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'it is in use' : error.message;
    throw new PawlError(
      'port',
      `the page cannot be served on port ${requestedPort}: ${why}. Leave out --port to take any`,
      8,
    );
  });
}

function bound(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
