import { join } from 'node:path';
import type { Host, Toolchain } from '../../../ports/outside/toolchain.ts';
import { outsideUsr } from '../../runs/toolchain.ts';

/** Go with the packages that are already on the machine, so that builds work without a network. */
export async function goToolchain(host: Host): Promise<Toolchain[]> {
  const { GOPATH, GOMODCACHE, GOCACHE } = host.env;
  // It would leave notes about its use in the user's configuration folder.
  const environment = { XDG_CONFIG_HOME: '/dev/null', GOPATH, GOMODCACHE, GOCACHE };
  const answer = await host.ask('go', ['env', 'GOROOT', 'GOMODCACHE', 'GOCACHE'], environment);
  const [root, modules, builds] = answer?.trim().split('\n') ?? [];
  if (!root || !host.exists(join(root, 'bin', 'go'))) return [];
  const caches = Object.entries({ GOMODCACHE: modules, PAWL_GOCACHE: builds }).filter(
    (cache): cache is [string, string] => cache[1] !== undefined && host.exists(cache[1]),
  );
  return [
    {
      // Go cannot work with a build cache that it may not write to, so it is told of the host's by another name.
      paths: [...outsideUsr([root]), ...caches.map(([, path]) => path)],
      bin: join(root, 'bin'),
      env: {
        GOROOT: root,
        GOPROXY: 'off',
        GOTOOLCHAIN: 'local',
        GOFLAGS: '-buildvcs=false',
        ...Object.fromEntries(caches),
      },
    },
  ];
}
