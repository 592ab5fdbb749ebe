import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn } from '../../spawn.ts';
import { which } from '../../which.ts';
import type { Toolchain } from './toolchain.ts';

type Env = Record<string, string | undefined>;

type Finder = () => Promise<(Toolchain | null)[]>;

/** Go, Rust and Java, each with the packages that are already on the machine, so that builds work without a network. */
export function compilers(env: Env): Record<'go' | 'rust' | 'java', Finder> {
  return {
    go: async () => [await goToolchain(env)],
    rust: async () => [await rustToolchain(env)],
    java: async () => javaToolchains(env),
  };
}

async function goToolchain(env: Env): Promise<Toolchain | null> {
  const answer = await ask(env, 'go', ['env', 'GOROOT', 'GOMODCACHE', 'GOCACHE']);
  const [root, modules, builds] = answer ?? [];
  if (!root || !existsSync(join(root, 'bin', 'go'))) return null;
  const caches = Object.entries({ GOMODCACHE: modules, PAWL_GOCACHE: builds }).filter(
    (cache): cache is [string, string] => cache[1] !== undefined && existsSync(cache[1]),
  );
  return {
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
  };
}

/** Behind rustup's proxies: they choose a toolchain by files of a home folder that is not there. */
async function rustToolchain(env: Env): Promise<Toolchain | null> {
  const [root] = (await ask(env, 'rustc', ['--print', 'sysroot'])) ?? [];
  if (!root || !existsSync(join(root, 'bin', 'rustc'))) return null;
  const home = env.CARGO_HOME ?? (env.HOME === undefined ? undefined : join(env.HOME, '.cargo'));
  // Never the folder itself: it may hold a token.
  const packages = home === undefined ? [] : [join(home, 'registry'), join(home, 'git')].filter(existsSync);
  return {
    paths: [...outsideUsr(['bin', 'lib', 'libexec'].map((part) => join(root, part)).filter(existsSync)), ...packages],
    bin: join(root, 'bin'),
    env: { CARGO_NET_OFFLINE: 'true', ...(packages.length > 0 && home !== undefined ? { CARGO_HOME: home } : {}) },
  };
}

/** Debian keeps the settings of both in /etc. The user's own Maven settings stay out: they hold passwords. */
function javaToolchains(env: Env): Toolchain[] {
  const java = which('java', env.PATH);
  if (java === null) return [];
  const home = dirname(dirname(realpathSync(java)));
  const settings = readdirSync('/etc').filter((name) => /^java-\d+-/.test(name) || name === 'maven');
  const paths = [
    ...outsideUsr(['bin', 'lib', 'conf', 'jmods', 'release'].map((part) => join(home, part)).filter(existsSync)),
    ...settings.map((name) => join('/etc', name)),
  ];
  const found: Toolchain[] = [{ paths, bin: join(home, 'bin'), env: { JAVA_HOME: home } }];
  const maven = which('mvn', env.PATH);
  const packages = env.HOME === undefined ? null : join(env.HOME, '.m2', 'repository');
  if (maven === null || packages === null) return found;
  const place = dirname(dirname(realpathSync(maven)));
  const parts = ['bin', 'boot', 'conf', 'lib'].map((part) => join(place, part)).filter(existsSync);
  const local = existsSync(packages);
  return [
    ...found,
    {
      paths: [...outsideUsr(parts), ...(local ? [packages] : [])],
      bin: join(place, 'bin'),
      env: local ? { MAVEN_OPTS: `-Dmaven.repo.local=${packages}` } : {},
    },
  ];
}

/** Go would leave notes about its use in the user's configuration folder, rustup would install what it misses. */
const defaults = { XDG_CONFIG_HOME: '/dev/null', RUSTUP_AUTO_INSTALL: '0' };

/** The lines that a program of the search path answers; null where there is none, or it fails. */
async function ask(env: Env, program: string, args: string[]): Promise<string[] | null> {
  const file = which(program, env.PATH);
  if (file === null) return null;
  const known = ['HOME', 'PATH', 'RUSTUP_HOME', 'RUSTUP_TOOLCHAIN', 'CARGO_HOME', 'GOPATH', 'GOMODCACHE', 'GOCACHE'];
  const asked = await spawn([file, ...args], {
    cwd: '/',
    env: {
      ...defaults,
      ...Object.fromEntries(known.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    },
    timeout_ms: 5000,
    output_limit: 64 * 1024,
  });
  return asked.exit_code === 0 ? asked.stdout.toString().trim().split('\n') : null;
}

function outsideUsr(paths: string[]): string[] {
  return paths.filter((path) => !path.startsWith('/usr/'));
}
