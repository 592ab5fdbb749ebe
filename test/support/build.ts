import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the package as an installation has it, freshly built. */
    installed: string;
  }
}

/**
 * Builds dist where the sources are newer and copies what the package ships to a folder of its own, so that a build
 * that happens meanwhile takes nothing away from a test that runs.
 */
export default function setup(project: TestProject): () => void {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'setup.js')], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}${built.stdout}`);
  // Compiled once here, or else for every command that uses Go.
  spawnSync('go', ['build', 'testing', 'fmt', 'time', 'strings', 'os', 'errors', 'strconv']);
  const installed = mkdtempSync(join(tmpdir(), 'pawl-installed-'));
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  for (const name of [...files, 'package.json', 'examples']) copy(name, installed);
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  project.provide('installed', installed);
  return () => rmSync(installed, { recursive: true, force: true });
}

function copy(name: string, installed: string): void {
  if (existsSync(join(root, name))) cpSync(join(root, name), join(installed, name), { recursive: true });
}
