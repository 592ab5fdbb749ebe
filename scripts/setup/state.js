import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isOld(version, needed) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/** True when npm's own record of what it installed holds every package of the lock file that no platform may leave out. */
export function installed(root) {
  const record = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (record === null) return false;
  const wanted = Object.entries(readJson(join(root, 'package-lock.json')).packages);
  return wanted.every(
    ([path, { version, optional, peer }]) =>
      path === '' || optional || peer || record.packages[path]?.version === version,
  );
}

/** The latest change to any of these files, and to anything in these folders (a removed file changes its folder). */
export function newest(paths) {
  return Math.max(
    ...paths.map((path) => {
      const found = statSync(path);
      if (!found.isDirectory()) return found.mtimeMs;
      return Math.max(found.mtimeMs, newest(readdirSync(path).map((name) => join(path, name))));
    }),
  );
}

export function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
