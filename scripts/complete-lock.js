// Completes package-lock.json: `npm run lock`, after any change of packages. npm may leave out the optional packages
// that it did not install, those of other platforms, and `npm ci` then refuses the lock file everywhere.
import { readFileSync, writeFileSync } from 'node:fs';

const platform = /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|win32|wasm32)-(\w+)(?:-(\w+))?$/;
const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name, version]) => /^\d+\.\d+\.\d+\S*$/.test(version) && nearest(path, name)?.version !== version)
    .map(([name, version]) => [place(path, name), pinned(name, version, entry)]),
);

if (missing.length === 0) {
  console.log('package-lock.json is complete');
} else if (process.argv.includes('--check')) {
  console.error(`package-lock.json lacks ${missing.length} packages of other platforms: run npm run lock`);
  process.exitCode = 1;
} else {
  const entries = [...Object.entries(lock.packages), ...missing];
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages of other platforms added to package-lock.json`);
}

/** What a package finds under a name, Node's own way: in its node_modules, then in those of the folders above it. */
function nearest(path, name) {
  const own = lock.packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`];
  if (own !== undefined || path === '') return own;
  return nearest(path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, ''), name);
}

/** Beside the package that wants it, or inside it where another version is in the way. */
function place(path, name) {
  const beside = `${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name}`;
  return beside in lock.packages ? `${path}/node_modules/${name}` : beside;
}

/** The platform is in the name: `binding-linux-x64-musl`. */
function pinned(name, version, parent) {
  const [, os, cpu, abi = ''] = platform.exec(name) ?? [];
  if (os === undefined) throw new Error(`${name} does not name its platform: complete the lock file by hand`);
  const dev = parent.dev && { dev: true };
  if (os === 'wasm32') return { version, cpu: [os], ...dev, optional: true };
  const libc = os === 'linux' && { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] };
  return { version, cpu: [cpu], ...dev, ...libc, optional: true, os: [os] };
}
