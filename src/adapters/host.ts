import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Host } from '../ports/outside/toolchain.ts';
import { spawn } from './spawn.ts';
import { which } from './which.ts';

/** This machine, as an environment shows it. */
export function hostOf(env: Host['env']): Host {
  return {
    env,
    which: (name) => which(name, env.PATH),
    exists: existsSync,
    entries: (folder) => (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []),
    read: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
    real: (path) => (existsSync(path) ? realpathSync(path) : path),

    async ask(program, args, more = {}) {
      const file = which(program, env.PATH);
      if (file === null) return null;
      const variables = { PATH: env.PATH ?? '', HOME: env.HOME, ...more };
      const answer = await spawn([file, ...args], {
        cwd: '/',
        env: Object.fromEntries(
          Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        ),
        timeout_ms: 5000,
        output_limit: 64 * 1024,
      });
      return answer.exit_code === 0 ? answer.stdout.toString() : null;
    },
  };
}
