import { PathRefused } from '../../ports/errors.ts';

/** A name that git takes for a git directory here or on another system, and never lets into a tree. */
export function isDotGit(name: string): boolean {
  return /^(?:\.git|git~1)[ .]*(?:$|[\\:])/i.test(name);
}

/** A name that git does not let into a tree for a link. */
export function isDotGitmodules(name: string): boolean {
  return /^(?:\.gitmodules|gitmod~[1-4]|gi[7eba]{0,4}~[0-9]+)[ .]*(?:$|:)/i.test(name);
}

/** The parts of a path relative to a workspace. Throws `PathRefused` for one that leads anywhere else. */
export function safeParts(path: string): string[] {
  const refuse = (why: string) => new PathRefused(`${JSON.stringify(path)} ${why}`);
  if (path.includes('\0')) throw refuse('holds a NUL character');
  if (path.startsWith('/')) throw refuse('is absolute: give a path relative to the top of the repository');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw refuse('is outside the repository');
  if (parts.some(isDotGit)) throw refuse('is inside a git directory');
  if (parts.some((part) => Buffer.byteLength(part) > 255) || path.length > 3500) throw refuse('is too long');
  return parts;
}

/** A run's or a workspace's name, fit to be the name of a folder. */
export function plainName(name: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(name)) return name;
  throw new PathRefused(`${JSON.stringify(name)} cannot be the name of a folder`);
}
