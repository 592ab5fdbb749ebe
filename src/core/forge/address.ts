import type { ForgeAddress } from '../../schema/forge/pull.ts';
import { type Forges, forgeHost } from '../../schema/settings/forges.ts';
import { remoteOf } from './remote.ts';

const local: ForgeAddress = { kind: 'local', host: '', project: '' };

/** The forge behind a remote. Without a remote, or with one that is a folder, it is this machine. */
export function addressOf(url: string | null, forges: Forges): ForgeAddress | { unknown: string } {
  const remote = url === null ? 'folder' : remoteOf(url);
  if (remote === 'folder') return local;
  if (remote === null) return { unknown: 'the address of the remote names no project on a host' };
  return hosted(remote.host, remote.project, forges);
}

/** A project on a host that the user trusts, or why there is none. */
export function hosted(host: string, project: string, forges: Forges): ForgeAddress | { unknown: string } {
  const forge = forgeHost(host, forges);
  return forge ? { kind: forge.kind, host, project } : { unknown: `${host} is not a forge that Pawl knows` };
}
