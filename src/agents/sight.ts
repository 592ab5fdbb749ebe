import { PathRefused } from '../ports/errors.ts';
import type { Workspace } from '../ports/repo.ts';
import type { Sandbox } from '../ports/sandbox.ts';

/** The workspace without the files that no model may see: they are not listed, found, read or written. */
export function hidingWorkspace(workspace: Workspace, isHidden: (path: string) => boolean): Workspace {
  const seen = (path: string): string => {
    if (isHidden(plainPath(path))) throw new PathRefused(`${JSON.stringify(path)} is not shown: .pawlignore`);
    return path;
  };
  return {
    ...workspace,
    read: async (path) => workspace.read(seen(path)),
    write: async (path, content) => workspace.write(seen(path), content),
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

/** What commands print, as it may be shown. */
export function shownSandbox(sandbox: Sandbox, redact: (text: string) => string): Sandbox {
  return {
    ...sandbox,
    async run(command, signal) {
      const result = await sandbox.run(command, signal);
      return { ...result, stdout: redact(result.stdout), stderr: redact(result.stderr) };
    },
  };
}

/**
 * The workspace as it may be shown: texts without secrets. A line of a search is shown as it stands in its redacted
 * file, since one line of a key does not look like one. Not for those who write back what they read.
 */
export function shownWorkspace(workspace: Workspace, redact: (text: string) => string): Workspace {
  const textOf = async (path: string): Promise<string[] | null> => {
    const bytes = await workspace.read(path).catch((error: unknown) => {
      if (error instanceof PathRefused) return null;
      throw error;
    });
    return bytes === null ? null : redact(new TextDecoder().decode(bytes)).split('\n');
  };
  return {
    ...workspace,
    async read(path) {
      const bytes = await workspace.read(path);
      if (bytes === null || bytes.includes(0)) return bytes;
      return new TextEncoder().encode(redact(new TextDecoder().decode(bytes)));
    },
    async search(pattern, scope) {
      const rows = await workspace.search(pattern, scope);
      const files = new Map<string, string[] | null>();
      for (const path of new Set(rows.map((row) => row.path))) files.set(path, await textOf(path));
      return rows.map((row) => {
        const line = files.get(row.path)?.[row.line - 1] ?? redact(row.text);
        return { ...row, text: line.replace(/\r$/, '').slice(0, 300) };
      });
    },
  };
}
