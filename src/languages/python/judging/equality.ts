import type { Equality } from '../../judging/surrounding.ts';
import { pythonCode } from '../code/style.ts';

const methods = /^[ \t]*def\s+__(?:eq|ne|lt|le|gt|ge|cmp|bool|contains|hash|r?sub)__\s*\(/gm;
/** An example in the documentation compares what is printed. */
const printing = /^[ \t]*def\s+__(?:repr|str|format)__\s*\(/gm;
const disguises =
  /^[ \t]*class\s+\w+\s*\((?![^)]*Enum)[^)]*\b(?:str|int|float|complex|bytes|list|tuple|dict|set|frozenset|bool)\b[^)]*\)|^[ \t]*\w+\s*=\s*(?:Base)?Exception[ \t]*$/gm;

export const equality: Equality = {
  code: pythonCode,
  indented: true,
  says: (text) => [methods, disguises, ...(text.includes('>>> ') ? [printing] : [])],
};
