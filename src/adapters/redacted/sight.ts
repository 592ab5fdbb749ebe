import { type Redact, redactStrictly } from '../../code/redact.ts';
import { PathRefused } from '../../ports/errors.ts';
import type { Workspace } from '../../ports/outside/repo.ts';
import type { Sandbox } from '../../ports/outside/sandbox.ts';
import type { Sight } from '../../ports/outside/sight.ts';

export function sightOf(redact: Redact): Sight {
  return {
    text: redact,
    strict: (text) => redact(redactStrictly(text)),
    workspace: (workspace) => shownWorkspace(workspace, redact),
    sandbox: (sandbox) => shownSandbox(sandbox, redact),
  };
}

function shownSandbox(sandbox: Sandbox, redact: Redact): Sandbox {
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
 * file, since one line of a key does not look like one.
 */
function shownWorkspace(workspace: Workspace, redact: Redact): Workspace {
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
