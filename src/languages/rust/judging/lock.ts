import { stableText } from '../../../code/stable-text.ts';
import { isTable, parseToml } from '../../../code/toml.ts';
import type { Lock } from '../../judging/protection/shape.ts';

/** Packages of the same tree have no source. The format's version follows the oldest compiler that one of them wants. */
export const cargoLock: Lock = {
  name: /^Cargo\.lock$/,
  foreign(text) {
    const lock = parseToml(text);
    if (!lock || !Array.isArray(lock.package)) return null;
    const { package: packages, version: _format, ...others } = lock;
    const foreign = packages.filter((one) => isTable(one) && one.source !== undefined);
    return stableText([others, foreign]);
  },
};
