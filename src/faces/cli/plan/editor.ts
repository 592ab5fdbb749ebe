import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edit } from '../io.ts';

/** Lets the person's own editor change a text in a file of its own, which is removed afterwards. */
export const editorOf =
  (env: Record<string, string | undefined>): Edit =>
  async (text, name) => {
    const editor = env.VISUAL || env.EDITOR || 'vi';
    const folder = await mkdtemp(join(tmpdir(), 'pawl-edit-'));
    const file = join(folder, name);
    try {
      await writeFile(file, text, { mode: 0o600 });
      const failed = await opened(editor, file);
      return failed === null ? { text: await readFile(file, 'utf8') } : { failed };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

/** Null once it was closed in good order. As for git, it is a command of the shell: it may have arguments. */
async function opened(editor: string, file: string): Promise<string | null> {
  // Ctrl-C is the editor's while it is open.
  const listeners = process.listeners('SIGINT');
  const ignore = (): void => undefined;
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  try {
    return await new Promise((resolve) => {
      const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code, signal) => resolve(code === 0 ? null : `${editor} ended with ${signal ?? code}`));
    });
  } finally {
    process.off('SIGINT', ignore);
    for (const listener of listeners) process.on('SIGINT', listener);
  }
}
