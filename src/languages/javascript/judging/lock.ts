import { stableText } from '../../../code/stable-text.ts';
import type { Lock } from '../../judging/protection/shape.ts';
import { parseJson, record, text } from '../../reports/values.ts';

/** Packages of the same tree are folders of their own, and links to those. */
export const npmLock: Lock = {
  name: /^(?:package-lock|npm-shrinkwrap)\.json$/,
  foreign(source) {
    const lock = record(parseJson(source));
    if (lock.packages === undefined) return null;
    const { packages, dependencies, ...others } = lock;
    const installed = Object.entries(record(packages)).filter(
      ([path, one]) => /(?:^|\/)node_modules\//.test(path) && record(one).link !== true,
    );
    const named = Object.entries(record(dependencies)).filter(([, one]) => !/^file:/.test(text(record(one).version)));
    return stableText([others, Object.fromEntries(installed), Object.fromEntries(named)]);
  },
};
