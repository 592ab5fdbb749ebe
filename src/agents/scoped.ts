import type { Workspace } from '../ports/outside/repo.ts';

/** The workspace as seen from the scope: paths are named from there, and nothing above it can be named. */
export function scopedWorkspace(workspace: Workspace, scope: string): Workspace {
  if (scope === '') return workspace;
  const prefix = `${scope}/`;
  // An absolute path stays one, and is refused as such.
  const under = (path: string) => (path.startsWith('/') ? path : `${prefix}${path}`);
  const inside = (path: string) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []);
  return {
    ...workspace,
    read: (path) => workspace.read(under(path)),
    write: (path, content) => workspace.write(under(path), content),
    list: async () => (await workspace.list()).flatMap(inside),
    search: async (pattern, within) => {
      const rows = await workspace.search(pattern, within === null ? scope : under(within));
      return rows.flatMap((row) => inside(row.path).map((path) => ({ ...row, path })));
    },
  };
}
