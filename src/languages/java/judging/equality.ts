import type { Equality } from '../../judging/surrounding.ts';
import { javaCode } from '../code/style.ts';

export const equality: Equality = {
  code: javaCode,
  says: () => [
    /\b(?:boolean|int|fun|def|Boolean)\s+(?:equals|compareTo|hashCode)\s*\(/g,
    /\bextends\s+(?:Array|String|Number|Boolean|Map|Set|Date|RegExp|Promise|BigInt)\b/g,
  ],
};
