import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says in `dist/build.json` which commit was built, so that two builds of one version can be told apart. */
export function stamp(root, dist) {
  const file = join(dist, 'build.json');
  const build = existsSync(join(root, '.git')) ? commitOf(root) : null;
  if (build) writeFileSync(file, `${JSON.stringify(build)}\n`);
  else rmSync(file, { force: true });
}

function commitOf(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const [commit, date] = git('log', '-1', '--format=%h %cs').split(' ');
    const isChanged = git('status', '--porcelain', '--', 'src', 'bin', 'agents', 'package.json') !== '';
    return { commit: isChanged ? `${commit}+` : commit, date };
  } catch {
    return null; // No commit yet, or a repository that git refuses to read.
  }
}
