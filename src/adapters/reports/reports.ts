import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PathRefused, Unfit } from '../../ports/errors.ts';
import type { Reports } from '../../ports/state/reports.ts';
import { writeDurably } from '../durable-file.ts';

/** `<dir>/<run>/<name>`. */
export function fileReports({ dir }: { dir: string }): Reports {
  const pathOf = (run: string, name: string) => join(dir, plainName(run), plainName(name));

  return {
    path: pathOf,
    async write(run, name, content) {
      const file = pathOf(run, name);
      await writeDurably(file, content);
      return file;
    },
    async remove(run) {
      const folder = join(dir, plainName(run));
      const names = await readdir(folder).catch((): string[] => []);
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
      await rm(folder, { recursive: true, force: true });
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async read(run, name) {
      const file = pathOf(run, name);
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return null;
        throw new Unfit(`${file} cannot be read: ${message}`, 'state_unusable');
      }
    },
  };
}

function plainName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) return name;
  throw new PathRefused(`${JSON.stringify(name)} is not a plain file name`);
}
