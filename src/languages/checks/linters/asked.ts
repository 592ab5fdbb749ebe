import type { Files } from '../../runner.ts';

const checking =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.?[Mm]akefile|GNUmakefile|[Jj]ustfile|Taskfile\.ya?ml)$/;

/** Whether the files that people and servers check a tree with ask for a linter that needs no configuration. */
export async function isAsked(files: Files, command: RegExp): Promise<boolean> {
  for (const path of files.paths.filter((one) => checking.test(one)).slice(0, 20))
    if (command.test((await files.read(path)) ?? '')) return true;
  return false;
}
