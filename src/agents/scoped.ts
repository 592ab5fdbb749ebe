import type { Workspace } from '../ports/repo.ts';

/** The workspace as seen from the scope: paths are named from there, and nothing above it can be named. */
export function scopedWorkspace(workspace: Workspace, scope: string): Workspace {
  if (scope === '') return workspace;
  const prefix = `${scope}/`;
  const inside = (path: string) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []);
  return {
    ...workspace,
    read: (path) => workspace.read(`${prefix}${path}`),
    write: (path, content) => workspace.write(`${prefix}${path}`, content),
    list: async () => (await workspace.list()).flatMap(inside),
    search: async (pattern, within) => {
      const rows = await workspace.search(pattern, within === null ? scope : `${prefix}${within}`);
      return rows.flatMap((row) => inside(row.path).map((path) => ({ ...row, path })));
    },
  };
}
