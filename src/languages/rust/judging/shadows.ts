import { bareCode } from '../../../code/bare-code.ts';
import type { FindShadows, Shadow } from '../../judging/shadow.ts';
import { readAll } from '../../related.ts';
import { rustCode } from '../code/style.ts';

const asserting =
  /\bmacro_rules!\s*(assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|panic|matches|unreachable|todo|unimplemented)\b/;

/** Two files for one module do not compile; what a crate can hide are macros, and a crate around existing sources. */
export const rustShadows: FindShadows = async ({ added, base, candidate }) => {
  const sources = await readAll(
    candidate,
    added.filter((path) => path.endsWith('.rs')),
  );
  return added.flatMap((file): Shadow[] => {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    if (/\/Cargo\.toml$/.test(file) && base.paths.some((path) => path.startsWith(folder) && path.endsWith('.rs')))
      return [{ file, rule: 'takes existing sources into a crate of their own' }];
    const macro = asserting.exec(bareCode(sources.get(file) ?? '', rustCode).code)?.[1];
    return macro === undefined ? [] : [{ file, rule: `redeclares ${macro}!` }];
  });
};
