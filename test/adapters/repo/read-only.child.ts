import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { RepoError } from '../../../src/ports/errors.ts';

/** Tries all that writes to a repository, which cannot be written; tells how each ended. */
const [dir = '', state_dir = '', sha = ''] = process.argv.slice(2);
const repo = gitRepo({ waste: [], state_dir, env: process.env, point: () => undefined });
const target = await repo.inspect(dir);
const ends: Record<string, string> = {};
const tries: Record<string, () => Promise<unknown>> = {
  publish: () => repo.publish('r1', target, 'pawl/x', sha, null),
  advance: () => repo.advance('r1', target, { branch: 'main', from: target.head, to: sha }),
  keepRef: () => repo.keepRef(target, 'refs/pawl/backup/r1/main', target.head),
};
for (const [name, attempt] of Object.entries(tries)) {
  ends[name] = await attempt().then(
    (value) => JSON.stringify(value),
    (error: unknown) => (error instanceof RepoError ? `${error.reason}: ${error.message}` : `internal: ${error}`),
  );
}
const pushed = await repo.push('r1', target, { branch: 'pawl/x', sha });
process.stdout.write(JSON.stringify({ ...ends, pushed: 'remote' in pushed }));
