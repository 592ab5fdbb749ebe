import type { Protection } from '../../judging/protection/shape.ts';

export const protection: Protection = {
  patterns: [
    { rule: 'loaded by the runner on its own', globs: ['*.syso'] },
    { rule: 'build configuration', globs: ['go.work*'] },
    { rule: 'lock file', written: true, globs: ['go.sum'] },
  ],
};
