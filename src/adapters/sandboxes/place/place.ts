import { join, relative } from 'node:path';
import { ConfigError } from '../../../ports/errors.ts';

/** Over the system's programs or libraries, the work would run before rights are dropped. */
const programs = /^(\/usr(\/local)?)?\/(s?bin|lib(32|64|x32|exec)?)(\/[^/]+-linux-[^/]+)?$/;

/** Where no sandbox can hold the work. */
export function checkPlace(at: string): void {
  const whole = ['/', '/usr', '/usr/local', '/etc', '/tmp', '/tmp/home'];
  const inside = ['/proc', '/dev', '/sys', '/pawl'];
  const normal = at.startsWith('/') && join(at) === at && !at.endsWith('/');
  if (!normal || whole.includes(at) || programs.test(at) || inside.some((path) => below(path, at) !== null))
    throw new ConfigError(
      `the sandbox cannot mount a work folder at ${at}: move the repository elsewhere`,
      'sandbox_place',
    );
}

/** The rest of a path below a folder, '' for the folder itself, null for a path elsewhere. */
export function below(folder: string, path: string): string | null {
  const rest = relative(folder, path);
  return rest === '..' || rest.startsWith('../') ? null : rest;
}
