import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export const testKey = 'e2b_0123456789abcdef0123456789abcdef01234567';

interface Machine {
  id: string;
  /** What is below /home, /pawl and /tmp of it, and its users. */
  dir: string;
  asked: Record<string, unknown>;
  running: Map<number, ChildProcess>;
  /** The lines on which it tells how its commands go. */
  streams: Set<ServerResponse>;
}

/** E2B's own API on loopback, as far as the library calls it; each machine is made of folders and namespaces. */
export interface Service {
  env: Record<string, string>;
  machines: Map<string, Machine>;
  /** What was asked of it: `POST /v2/sandboxes`, with the body of what made a machine. */
  log: { call: string; body?: Record<string, unknown> }[];
  /** Answers instead of the service; null for what it is to answer itself. */
  interfere: (call: string) => { status: number; message: string } | null;
  close(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const machines = new Map<string, Machine>();
  const log: Service['log'] = [];
  const root = mkdtempSync(join(tmpdir(), 'pawl-e2b-'));

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://service');
    const call = `${request.method} ${url.pathname}`;
    log.push({ call });
    const wrong = service.interfere(call);
    if (wrong !== null) return json(response, wrong.status, { code: wrong.status, message: wrong.message });
    if (call === 'POST /v2/sandboxes') {
      if (request.headers['x-api-key'] !== testKey)
        return json(response, 401, { code: 401, message: 'Invalid API key' });
      const asked = JSON.parse((await bytesOf(request)).toString()) as Record<string, unknown>;
      log.push({ call: 'made', body: asked });
      const machine = make(root, asked);
      machines.set(machine.id, machine);
      const { templateID } = asked;
      return json(response, 201, { sandboxID: machine.id, templateID, clientID: 'one', envdVersion: '0.5.7' });
    }
    const machine = machines.get(String(request.headers['e2b-sandbox-id'] ?? url.pathname.split('/')[2]));
    if (machine === undefined) return json(response, 404, { code: 404, message: 'no such sandbox' });
    if (call.startsWith('DELETE /sandboxes/')) {
      unmake(machine, machines);
      return void response.writeHead(204).end();
    }
    if (call === 'GET /health') return void response.writeHead(204).end();
    if (call === 'POST /files') return receive(machine, url, request, response);
    if (call === 'GET /files') return send(machine, url, response);
    if (call === 'POST /process.Process/Start') return start(machine, request, response);
    if (call === 'POST /process.Process/SendSignal') {
      const { process: selected } = JSON.parse((await bytesOf(request)).toString()) as { process: { pid: number } };
      machine.running.get(selected.pid)?.kill('SIGKILL');
      return json(response, 200, {});
    }
    return json(response, 501, { code: 'unimplemented', message: call });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      if (response.headersSent) response.destroy(error);
      else json(response, 500, { code: 500, message: error.message });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: Service = {
    env: { E2B_API_KEY: testKey, E2B_API_URL: address, E2B_SANDBOX_URL: address },
    machines,
    log,
    interfere: () => null,
    close: async () => {
      for (const machine of machines.values()) unmake(machine, machines);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
  return service;
}

const places = ['home', 'pawl', 'tmp', 'root'];

function make(root: string, asked: Record<string, unknown>): Machine {
  const id = `i${randomBytes(8).toString('hex')}`;
  const dir = join(root, id);
  for (const place of places) mkdirSync(join(dir, place), { recursive: true });
  chmodSync(join(dir, 'tmp'), 0o1777);
  const own = `${process.getuid?.() === 0 ? 1000 : process.getuid?.()}:${process.getuid?.() === 0 ? 1000 : process.getgid?.()}`;
  writeFileSync(join(dir, 'passwd'), `root:x:0:0::/root:/bin/sh\nuser:x:${own}::/home/user:/bin/bash\n`);
  writeFileSync(join(dir, 'group'), `root:x:0:\nuser:x:${own.split(':')[1]}:\n`);
  return { id, dir, asked, running: new Map(), streams: new Set() };
}

function unmake(machine: Machine, machines: Map<string, Machine>): void {
  for (const child of machine.running.values()) child.kill('SIGKILL');
  machines.delete(machine.id);
  rmSync(machine.dir, { recursive: true, force: true });
}

/** A path of the machine, on the host. */
function inside(machine: Machine, path: string | null): string {
  if (path === null || !places.some((place) => path.startsWith(`/${place}/`))) throw new Error(`not in it: ${path}`);
  return join(machine.dir, path);
}

async function receive(machine: Machine, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = url.searchParams.get('path');
  const file = inside(machine, path);
  mkdirSync(dirname(file), { recursive: true });
  if (request.headers['content-encoding'] === 'gzip') await pipeline(request, createGunzip(), createWriteStream(file));
  else await pipeline(request, createWriteStream(file));
  json(response, 200, [{ name: path, type: 'file', path }]);
}

async function send(machine: Machine, url: URL, response: ServerResponse): Promise<void> {
  const file = inside(machine, url.searchParams.get('path'));
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': statSync(file).size });
  await pipeline(createReadStream(file), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

interface Start {
  process: { cmd: string; args: string[]; envs?: Record<string, string> };
}

/** A stream of Connect: five bytes before each message, two for its flags and length. */
async function start(machine: Machine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = JSON.parse((await bytesOf(request)).subarray(5).toString()) as Start;
  const login = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
  const child = startInside(machine, message.process, login.startsWith('root:'));
  const pid = child.pid ?? 0;
  machine.running.set(pid, child);
  response.writeHead(200, { 'content-type': 'application/connect+json' });
  machine.streams.add(response);
  const tell = (flags: number, body: unknown): boolean => response.write(frame(flags, body));
  tell(0, { event: { start: { pid } } });
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', (chunk: Buffer) => {
      if (tell(0, { event: { data: { [stream]: chunk.toString('base64') } } })) return;
      child[stream]?.pause();
      response.once('drain', () => child[stream]?.resume());
    });
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  machine.running.delete(pid);
  machine.streams.delete(response);
  const exitCode = child.exitCode ?? -1;
  tell(0, { event: { end: { exitCode, exited: child.exitCode !== null, status: `exit status ${exitCode}` } } });
  tell(2, {});
  response.end();
}

function startInside(machine: Machine, { cmd, args, envs }: Start['process'], root: boolean): ChildProcess {
  const bind = (place: string) => ['--bind', join(machine.dir, place), `/${place}`];
  const ids = ['passwd', 'group'].flatMap((file) => ['--ro-bind', join(machine.dir, file), `/etc/${file}`]);
  const user = process.getuid?.() === 0 && !root ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : [];
  const node = dirname(dirname(process.execPath));
  const tools = node === '/usr' ? [] : ['--ro-bind', node, node];
  const env = { PATH: `${node}/bin:/usr/bin:/bin`, HOME: '/home/user', USER: 'user', E2B_SANDBOX: 'true', ...envs };
  const network = machine.asked.allow_internet_access === false ? ['--unshare-net'] : [];
  const walls = [
    '--dev-bind',
    '/',
    '/',
    ...places.flatMap(bind),
    ...tools,
    ...ids,
    '--proc',
    '/proc',
    '--unshare-pid',
    ...network,
  ];
  return spawn('bwrap', [...walls, '--die-with-parent', '--', ...user, cmd, ...args], {
    env,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function frame(flags: number, body: unknown): Buffer {
  const content = Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
