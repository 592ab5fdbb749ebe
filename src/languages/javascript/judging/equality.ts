import type { Equality } from '../../judging/surrounding.ts';
import { scriptCode } from '../code/style.ts';

export const equality: Equality = {
  code: scriptCode,
  says: () => [
    /\[\s*Symbol\.(?:toPrimitive|toStringTag|hasInstance)\s*\]|\b(?:valueOf|toJSON|asymmetricMatch|equals)\s*(?:\([^()]*\)\s*\{|[:=]\s*(?:function\b|\(?[\w, ]*\)?\s*=>))/g,
    /\bextends\s+(?:Array|String|Number|Boolean|Map|Set|Date|RegExp|Promise|BigInt)\b/g,
  ],
};
