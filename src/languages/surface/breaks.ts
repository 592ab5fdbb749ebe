import type { Parsers } from '../../schema/code/tree.ts';
import { languages } from '../registry.ts';
import type { Files } from '../runner.ts';
import type { Call, Offer, Surface } from './shape.ts';

/** Something that others may use and that is gone, or asks more of them. */
export interface Break {
  name: string;
  file: string;
  /** `parse is gone`. */
  text: string;
}

/**
 * What a change takes from those who use the product. `added` are the words of its added lines: what was only moved or
 * renamed behind an alias is still named there.
 */
export async function breaksIn(
  before: Files,
  now: Files,
  changed: string[],
  added: ReadonlySet<string>,
  parsers: Parsers,
): Promise<Break[]> {
  const breaks: Break[] = [];
  for await (const [old, current] of surfacesOf(before, now, changed, parsers)) {
    for (const [key, offer] of old) {
      const text = difference(offer, current.get(key), added);
      if (text !== null) breaks.push({ name: offer.name, file: offer.file, text });
    }
  }
  return breaks;
}

/** What others may use before and after, by language. */
async function* surfacesOf(
  before: Files,
  now: Files,
  changed: string[],
  parsers: Parsers,
): AsyncGenerator<[Surface, Surface]> {
  for (const { surface, owns } of languages()) {
    const own = new Set(changed.filter(owns));
    if (!surface || own.size === 0) continue;
    const [old, current] = [await surface(before, own, parsers), await surface(now, own, parsers)];
    if (old && current) yield [old, current];
  }
}

function difference({ name, calls }: Offer, now: Offer | undefined, added: ReadonlySet<string>): string | null {
  if (!now) return added.has(lastOf(name)) ? null : `${name} is gone`;
  if (calls === null || now.calls === null || calls.length === 0 || now.calls.length === 0) return null;
  const lost = calls.find(({ required }) => !now.calls?.some((call) => takes(call, required)));
  if (!lost) return null;
  const least = Math.min(...now.calls.map(({ required }) => required));
  return `${name} was called with ${lost.required} argument${lost.required === 1 ? '' : 's'} and now ${least > lost.required ? `needs ${least}` : 'no longer accepts such a call'}`;
}

const takes = ({ required, most }: Call, count: number): boolean => required <= count && count <= most;

export const lastOf = (name: string): string => name.split(/\.|::/).at(-1) ?? name;
