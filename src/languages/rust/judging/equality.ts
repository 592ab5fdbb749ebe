import type { Equality } from '../../judging/surrounding.ts';
import { rustCode } from '../code/style.ts';

export const equality: Equality = {
  code: rustCode,
  says: () => [/\bfn\s+(?:eq|ne|cmp|partial_cmp|lt|le|gt|ge)\s*\(\s*&(?:'\w+\s+)?self\b/g],
};
