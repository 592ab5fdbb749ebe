import { isForeign } from './places.ts';

/** What a runner printed, without its lines about tests that passed: they say nothing of a failure. */
export const withoutPasses = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !/^\s*(?:ok \d|[✓✔√] |--- PASS|PASS\b|test .* \.\.\. ok$)/.test(line))
    .join('\n');

/** A stack without the frames of other people's packages. */
export const ownFrames = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => !isForeign(line))
    .join('\n');
