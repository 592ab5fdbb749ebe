import { PathRefused } from '../ports/errors.ts';
import type { Workspace } from '../ports/outside/repo.ts';

/** The workspace without the files that no model may see: they are not listed, found, read or written. */
export function hidingWorkspace(workspace: Workspace, isHidden: (path: string) => boolean): Workspace {
  const visiblePath = (path: string): string => {
    if (isHidden(plainPath(path))) throw new PathRefused(`${JSON.stringify(path)} is not shown: .pawlignore`);
    return path;
  };
  return {
    ...workspace,
    read: async (path) => workspace.read(visiblePath(path)),
    write: async (path, content) => workspace.write(visiblePath(path), content),
    list: async () => (await workspace.list()).filter((path) => !isHidden(path)),
    search: async (pattern, scope) => (await workspace.search(pattern, scope)).filter(({ path }) => !isHidden(path)),
  };
}

/** A path by its one name: the workspace also takes `a//b`, `a/./b` and `./a/b`. */
export function plainPath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
