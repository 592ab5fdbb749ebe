import type { Listing } from '../../judging/protection/shape.ts';
import { cmakeParts } from './cmake.ts';
import { makeParts } from './make.ts';
import { mesonParts } from './meson.ts';
import type { Part } from './shape.ts';

/** Build files that list the sources of the product among what decides about its tests. */
export const listings: readonly Listing[] = [
  { name: /^cmakelists\.txt$/, onlyAdds: (base, now) => addsSources(cmakeParts(base), cmakeParts(now)) },
  { name: /^meson\.build$/, onlyAdds: (base, now) => addsSources(mesonParts(base), mesonParts(now)) },
  { name: /^(?:gnu)?makefile$/, onlyAdds: (base, now) => addsSources(makeParts(base), makeParts(now)) },
];

function addsSources(base: Part[] | null, now: Part[] | null): boolean {
  if (base === null || now === null || base.length !== now.length) return false;
  return base.every(({ text, sources }, at) => {
    const after = now[at];
    return text === after?.text && sources.every((one) => after.sources.includes(one));
  });
}
