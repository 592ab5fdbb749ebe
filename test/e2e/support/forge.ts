import { execFileSync, spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { startGitea } from '../../adapters/forge/servers/gitea.ts';
import { startGithub } from '../../adapters/forge/servers/github.ts';
import { startGitlab } from '../../adapters/forge/servers/gitlab.ts';
import { type Branches, type Forged, type Project, projectWith } from '../../adapters/forge/servers/store.ts';
import { git } from './repo.ts';

export interface HostedForge extends Forged {
  /** The bare repository behind it. */
  bare: string;
  /** What the user's configuration says of it. */
  config: string;
  /** The address that is pushed to. */
  remote: string;
  env: { FORGE_TOKEN: string };
  /** Every push that arrived. */
  pushes: string[];
}

type ForgeKind = 'github' | 'gitea' | 'gitlab';

const apis = { github: '', gitea: '/api/v1', gitlab: '/api/v4' };
const starts = { github: startGithub, gitea: startGitea, gitlab: startGitlab };

/** A forge on loopback with a real bare repository behind it, which the target has as its origin. */
export async function hostForge(dir: string, target: string, kind: ForgeKind): Promise<HostedForge> {
  const bare = join(dir, `${kind}-${Math.random().toString(36).slice(2)}.git`);
  execFileSync('git', ['clone', '-q', '--bare', target, bare]);
  git(bare, 'config', 'http.receivepack', 'true');
  const pushes: string[] = [];
  const project: Project = projectWith({ branches: branchesOf(bare) });
  const start = starts[kind];
  const server = await start(project, (request, response) => overHttp(bare, pushes, request, response));
  const remote = `${server.url}/acme/adder.git`;
  git(target, 'remote', 'add', 'origin', remote);
  const { host } = new URL(server.url);
  const api = `${server.url}${apis[kind]}`;
  const config = `forges:\n  "${host}": { kind: ${kind}, api: "${api}", token_env: FORGE_TOKEN }\n`;
  return { ...server, bare, config, remote, env: { FORGE_TOKEN: project.token }, pushes };
}

function branchesOf(bare: string): Branches {
  const tip = (branch: string) => {
    try {
      return git(bare, 'rev-parse', '--verify', '-q', `refs/heads/${branch}`).trim();
    } catch {
      return null;
    }
  };
  return {
    tip,
    merge(base, head) {
      const [onto, sha] = [tip(base), tip(head)];
      if (onto === null || sha === null) return null;
      const tree = git(bare, 'merge-tree', '--write-tree', onto, sha).trim();
      const merged = git(bare, 'commit-tree', tree, '-p', onto, '-p', sha, '-m', `Merge ${head}`).trim();
      git(bare, 'update-ref', `refs/heads/${base}`, merged, onto);
      return merged;
    },
  };
}

/** Git's own server for smart HTTP, as a web server runs it. */
function overHttp(bare: string, pushes: string[], request: IncomingMessage, response: ServerResponse): boolean {
  const url = new URL(request.url ?? '/', 'http://here');
  const [, path] = /^\/acme\/adder\.git(\/.*)$/.exec(url.pathname) ?? [];
  if (path === undefined) return false;
  if (path === '/git-receive-pack') pushes.push(new Date().toISOString());
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: bare,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'someone',
      ...(request.headers['content-encoding'] && {
        HTTP_CONTENT_ENCODING: String(request.headers['content-encoding']),
      }),
      ...(request.headers['git-protocol'] && { GIT_PROTOCOL: String(request.headers['git-protocol']) }),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(chunks);
    const at = whole.indexOf('\r\n\r\n');
    const headers = whole.subarray(0, at).toString('latin1').split('\r\n');
    let status = 200;
    for (const line of headers) {
      const [name = '', ...value] = line.split(': ');
      if (name === 'Status') status = Number.parseInt(value.join(': '), 10);
      else response.setHeader(name, value.join(': '));
    }
    response.writeHead(status);
    response.end(whole.subarray(at + 4));
  });
  return true;
}
