import { languageOf, languages } from '../languages/registry.ts';
import type { Repair } from '../languages/repair/shape.ts';

/** Every language that can be repaired. */
export const repairs = (): Repair[] => languages().flatMap(({ repair }) => repair ?? []);

/** What is known about repairing a file; null where no template knows it. */
export function repairOf(path: string): Repair | null {
  const repair = languageOf(path)?.repair;
  return repair?.covers(path) ? repair : null;
}
