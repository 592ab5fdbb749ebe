import type { Reading } from '../../../ports/outside/reading.ts';

export const reading: Reading = {
  shows: /^package \w+$/m,
  draft: 'draft.go',
  imports: /^\s*import\s+(?:[\w.]+\s+)?"([^"]+)"|^\s+(?:[\w.]+\s+)?"([\w./-]+)"\s*$/,
  tests: /^func\s+((?:Test|Benchmark|Example|Fuzz)\w*)\s*\(|\bt\.Run\s*\(\s*"([^"]*)"/,
  offers: /^(?:func(?:\s+\([^)]*\))?|type)\s+([A-Z]\w*)/,
  declarations: [
    ['function', /^func\s+(?:\([^)]*\)\s*)?(\w+)/],
    ['type', /^type\s+(\w+)/],
  ],
};
