import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { after, removeAfter } from './after.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundles = new Map<string, Promise<string>>();

export interface ChildOptions {
  env?: Record<string, string>;
  /** A program and its first arguments that starts the child, such as `['unshare', '-rm']`. */
  through?: string[];
}

/**
 * Starts a TypeScript file, named `*.child.ts` and given by its URL, as a process of its own, with pipes for its output
 * and a channel for messages. It is bundled once a test file, so `import.meta.url` inside it is not the source's.
 * Children still running when the test file ends are killed.
 */
export async function startChild(entry: URL, args: string[] = [], options: ChildOptions = {}): Promise<ChildProcess> {
  const file = fileURLToPath(entry);
  const bundle = bundles.get(file) ?? bundled(file);
  bundles.set(file, bundle);
  const [program = '', ...rest] = [...(options.through ?? []), process.execPath, await bundle, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  after('file', () => child.kill('SIGKILL'));
  return child;
}

/** How a child ended and all that it wrote. Call it before the child can have ended. */
export async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

/** The lines a child writes, as it writes them. */
export async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of child.stdout ?? []) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function bundled(file: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'pawl-child-'));
  removeAfter('file', outDir);
  after('file', () => bundles.delete(file));
  await symlink(join(root, 'node_modules'), join(outDir, 'node_modules'));
  await build({ config: false, cwd: root, entry: [file], outDir, clean: false, dts: false, logLevel: 'silent' });
  return join(outDir, basename(file).replace(/\.ts$/, '.mjs'));
}
