import { places } from '../../languages/registry.ts';
import { readAll } from '../../languages/related.ts';
import type { Offer } from '../../languages/repair/shape.ts';
import { repairOf, repairs } from '../templates.ts';
import type { Ground } from './ground.ts';

type Offers = (path: string, text: string) => Offer[];

/** More files than that are not read for a name. */
const most = 400;

/** Where the names come from that the errors say are not defined: the language itself, or the one file that has it. */
export async function offeredBy(wrong: string[], messages: string[], { files, isTest }: Ground): Promise<Offers> {
  const unknown = wrong.filter((name) => messages.some((message) => isUndefined(message, name)));
  if (unknown.length === 0) return () => [];
  const installed = new Set(places().flatMap((place) => place.installed ?? []));
  const code = files.paths.filter((path) => repairOf(path) !== null && !isTest(path)).slice(0, most);
  const texts = await readAll(
    files,
    code.filter((path) => !path.split('/').some((folder) => installed.has(folder))),
  );
  const definers = new Map<string, string[]>();
  for (const [path, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const name of (await repairOf(path)?.offers(path, text)) ?? [])
      if (unknown.includes(name)) definers.set(name, [...(definers.get(name) ?? []), path]);
  const paths = new Set(files.paths);

  return (path, text) => {
    const repair = repairOf(path);
    if (repair === null) return [];
    return unknown
      .filter((name) => new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$&')}(?![\\w$])`).test(text))
      .flatMap((name): Offer[] => {
        const standard = repair.standard(name);
        if (standard !== null) return [{ name, from: standard, kind: 'module' }];
        const own = (definers.get(name) ?? []).filter((from) => from !== path && repairOf(from) === repair);
        const [from] = own;
        if (from === undefined || own.length !== 1) return [];
        return [{ name, from: repair.reference(path, from, paths), kind: 'named' }];
      });
  };
}

const isUndefined = (message: string, name: string): boolean =>
  repairs().some(({ lacking }) => message.includes(lacking(name)));
