import type { Reading } from '../../../ports/outside/reading.ts';

export const reading: Reading = {
  shows: /^\s*(?:async )?def \w+\(.*:\s*$|^from [\w.]+ import /m,
  draft: 'draft.py',
  imports: /^\s*import\s+([\w.]+(?:\s*,\s*[\w.]+)*)|^\s*from\s+([\w.]+)\s+import\b/,
  tests: /^\s*(?:async\s+)?def\s+(test\w*)|^\s*class\s+(Test\w*)/,
  offers: /^(?:async\s+)?(?:def|class)\s+([A-Za-z]\w*)/,
  declarations: [
    ['function', /^\s*(?:async\s+)?def\s+(\w+)/],
    ['class', /^\s*class\s+(\w+)/],
  ],
  frames: (text) =>
    [...text.matchAll(/File "([^"\n]+)", line (\d+)/g)].map(([, path = '', line]) => ({ path, line: Number(line) })),
  indented: true,
};
