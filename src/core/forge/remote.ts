/** Where a remote is: a host and the path of a project there, or a folder of this machine. */
export type Remote = { host: string; project: string } | 'folder' | null;

const usualPorts: Record<string, string> = { https: '443', http: '80', ssh: '22', git: '9418' };

/** Hosts that stand for another one: where SSH is let through on the port of HTTPS. */
const doors: Record<string, string> = { 'ssh.github.com': 'github.com', 'altssh.gitlab.com': 'gitlab.com' };

/**
 * Reads the address of a remote. Null if it does not name a project on a host. A hostile repository may use an odd
 * address to have a token sent elsewhere, so anything unusual is null.
 */
export function remoteOf(address: string): Remote {
  if (address === '' || /[\s\p{Cc}\\]/u.test(address)) return null;
  if (/^(?:\/|\.{1,2}(?:\/|$)|~\/|file:\/\/)/.test(address)) return 'folder';
  const url = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@?#]*@)?([^/:@]+)(?::(\d{1,5}))?\/(.*)$/i.exec(address);
  if (url) {
    const [, scheme = '', host = '', port, path = ''] = url;
    return placed(scheme.toLowerCase(), host, port, path);
  }
  const short = /^(?:[A-Za-z0-9._-]+@)?([^/:@[\]]+):(?!\/\/)\/?(.*)$/.exec(address);
  if (short) return placed('ssh', short[1] ?? '', undefined, short[2] ?? '');
  return /^[^:@]+$/.test(address) && !address.startsWith('-') ? 'folder' : null;
}

/** A port of SSH says nothing about where the API is. */
function placed(scheme: string, host: string, port: string | undefined, path: string): Remote {
  if (!Object.hasOwn(usualPorts, scheme)) return null;
  const name = host.toLowerCase();
  const project = projectOf(path);
  if (!isHost(name) || project === null) return null;
  const isWeb = scheme === 'https' || scheme === 'http';
  const suffix = isWeb && port !== undefined && port !== usualPorts[scheme] ? `:${port}` : '';
  return { host: `${doors[name] ?? name}${suffix}`, project };
}

/** `owner/name`, with the groups between; null for what no forge calls a project. */
export function projectOf(path: string): string | null {
  const plain = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
  const parts = plain.split('/');
  return parts.length >= 2 && parts.every((part) => /^(?!\.{1,2}$)[A-Za-z0-9_.~-]+$/.test(part)) ? plain : null;
}

export const isHost = (host: string): boolean =>
  host.length <= 253 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/.test(host);
