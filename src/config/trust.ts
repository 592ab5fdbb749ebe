import type { ConfigFile, Limits } from '../schema/settings/config.ts';
import { fault } from './fault.ts';
import { isMapping, type Parsed } from './yaml.ts';

/**
 * What a repository's own file must not set: endpoints, credentials, commands that run outside the sandbox, its walls,
 * and what loosens the judge. Each with the flag that sets it too.
 */
const refused: readonly (readonly [key: string, flag: string])[] = [
  ['providers', '--config'],
  ['tiers', '--config'],
  ['roles', '--config'],
  ['sandbox', '--config'],
  ['notify', '--config'],
  ['embedding', '--config'],
  ['memory', '--config'],
  ['forges', '--config'],
  ['hooks', '--no-verify'],
  ['tests.bind', '--config'],
  ['tests.install', '--config'],
  ['tests.tolerate', '--tolerate'],
];

export function refuseUntrusted(file: string, parsed: Parsed, userConfig: string): void {
  const where = (path: string[]) => `${file}:${parsed.lineOf(path)}`;
  for (const [key, flag] of refused) {
    const path = key.split('.');
    if (!has(parsed.value, path)) continue;
    throw fault(`\`${key}\` cannot be set by the repository (${where(path)}): put it in ${userConfig} or pass ${flag}`);
  }
  if (has(parsed.value, ['unlock'])) {
    throw fault(`\`unlock\` cannot be set by the repository (${where(['unlock'])}): pass --unlock`);
  }
}

/** A repository may lower a limit, not raise it. `trusted`: what the other layers say, the strongest first. */
export function refuseRaisedLimits(
  values: ConfigFile,
  trusted: Partial<Limits>[],
  where: (path: string[]) => string,
  userConfig: string,
): void {
  for (const [key, value] of Object.entries(values.limits ?? {})) {
    const allowed = Math.max(...trusted.map((limits) => limits[key as keyof Limits] ?? 0));
    if (value === undefined || value <= allowed) continue;
    throw fault(
      `\`limits.${key}\` is ${value} (${where(['limits', key])}): a repository may only lower it, to at most ${allowed}; raise it in ${userConfig} or pass --config`,
    );
  }
}

function has(value: unknown, [first, ...rest]: string[]): boolean {
  if (first === undefined) return true;
  return isMapping(value) && Object.hasOwn(value, first) && has(value[first], rest);
}
