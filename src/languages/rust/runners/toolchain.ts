import { join } from 'node:path';
import type { Host, Toolchain } from '../../../ports/outside/toolchain.ts';
import { outsideUsr, partsIn } from '../../runs/toolchain.ts';

/**
 * Rust with the packages that are already on the machine, and not rustup's proxies: they choose a toolchain by files of a
 * home folder that is not there.
 */
export async function rustToolchain(host: Host): Promise<Toolchain[]> {
  const { RUSTUP_HOME, RUSTUP_TOOLCHAIN, CARGO_HOME, HOME } = host.env;
  // It would install what it misses.
  const environment = { RUSTUP_AUTO_INSTALL: '0', RUSTUP_HOME, RUSTUP_TOOLCHAIN, CARGO_HOME };
  const root = (await host.ask('rustc', ['--print', 'sysroot'], environment))?.trim();
  if (!root || !host.exists(join(root, 'bin', 'rustc'))) return [];
  const home = CARGO_HOME ?? (HOME === undefined ? undefined : join(HOME, '.cargo'));
  // Never the folder itself: it may hold a token.
  const packages = home === undefined ? [] : partsIn(host, home, ['registry', 'git']);
  return [
    {
      paths: [...outsideUsr(partsIn(host, root, ['bin', 'lib', 'libexec'])), ...packages],
      bin: join(root, 'bin'),
      env: { CARGO_NET_OFFLINE: 'true', ...(packages.length > 0 && home !== undefined ? { CARGO_HOME: home } : {}) },
    },
  ];
}
