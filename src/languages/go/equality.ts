import type { Equality } from '../surrounding.ts';
import { goCode } from './style.ts';

export const equality: Equality = {
  code: goCode,
  says: () => [/^func\s*\([^()\n]+\)\s*(?:Equals?|Is|Compare|Cmp|Less)\s*\(/gm],
};
