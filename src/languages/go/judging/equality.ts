import type { Equality } from '../../judging/surrounding.ts';
import { goCode } from '../code/style.ts';

export const equality: Equality = {
  code: goCode,
  says: () => [/^func\s*\([^()\n]+\)\s*(?:Equals?|Is|Compare|Cmp|Less)\s*\(/gm],
};
