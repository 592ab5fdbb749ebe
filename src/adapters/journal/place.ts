import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PathRefused, Unfit } from '../../ports/errors.ts';

/** A repository could otherwise point its `.pawl` anywhere and have files written there. */
export function refuseLinks(state_dir: string): void {
  for (const path of [dirname(state_dir), state_dir, join(state_dir, 'journal.db')]) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new PathRefused(`${path} is a symbolic link: state is only kept inside the target`);
    }
  }
}

/** Makes the state folder, which ignores itself through the file beside it; a person's own such file is left alone. */
export function preparePlace(state_dir: string): void {
  try {
    mkdirSync(state_dir, { recursive: true, mode: 0o700 });
    const ignore = join(dirname(state_dir), '.gitignore');
    if (!existsSync(ignore)) writeFileSync(ignore, '.gitignore\nstate/\n');
    else if (!ignoresState(readFileSync(ignore, 'utf8'))) writeFileSync(join(state_dir, '.gitignore'), '*\n');
  } catch (error) {
    throw new Unfit(`${state_dir} cannot be made: ${(error as Error).message}`, 'state_unusable');
  }
}

function ignoresState(text: string): boolean {
  return text.split(/\r?\n/).some((line) => ['state/', 'state', '/state/', '/state', '*'].includes(line.trim()));
}
