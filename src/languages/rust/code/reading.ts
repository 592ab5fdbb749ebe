import type { Reading } from '../../../ports/outside/reading.ts';

export const reading: Reading = {
  shows: /^\s*(?:pub )?fn \w+|^use \w+::/m,
  draft: 'draft.rs',
  imports: /^\s*(?:pub\s+)?use\s+([^;]+)|^\s*extern\s+crate\s+(\w+)/,
  tests: /^\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)/,
  mark: /#\[(?:\w+::)?test\b/,
  offers: /^\s*pub\s+(?:async\s+|const\s+|unsafe\s+)*(?:fn|struct|enum|trait|type)\s+(\w+)/,
  declarations: [
    ['function', /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|const\s+|unsafe\s+)*fn\s+(\w+)/],
    ['type', /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union|type|mod)\s+(\w+)/],
    ['impl', /^\s*impl\b(?:<[^>]*>)?\s*([\w:<>, ]+)/],
  ],
};
