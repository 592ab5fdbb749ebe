import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryState } from '../../src/config/paths.ts';

/** Where Pawl keeps journal, blobs, reports and lessons of a repository, by its main work tree. */
export function stateOf(machine: string, target: string): string {
  return repositoryState(machine, realpathSync(join(target, '.git')));
}
