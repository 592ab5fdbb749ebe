import type { Reading } from '../../../ports/outside/reading.ts';

export const reading: Reading = {
  shows: /^\s*(?:public|private|protected) (?:static |final )*[\w<>[\]]+ \w+/m,
  draft: 'Draft.java',
  imports: /^\s*import\s+(?:static\s+)?([\w.*]+)/,
  tests: /^\s*(?:(?:public|private|protected)\s+)?void\s+(\w+)\s*\(/,
  mark: /@(?:Parameterized|Repeated)?Test\b/,
  offers:
    /^\s*public\s+(?:(?:abstract|final|static|sealed|synchronized)\s+)*(?:(?:class|interface|enum|record)\s+|[\w<>[\],.?]+\s+(?=\w+\s*\())(\w+)/,
  declarations: [
    [
      'class',
      /^\s*(?:(?:public|protected|private|abstract|final|static|sealed)\s+)*(?:class|interface|enum|record)\s+(\w+)/,
    ],
    [
      'method',
      /^\s+(?:(?:public|protected|private|abstract|final|static|synchronized|override)\s+)*(?!(?:return|new|else|throw)\b)[\w<>[\],.?]+\s+(\w+)\s*\([^;]*\)\s*(?:throws\s+[\w., ]+)?\{\s*$/,
    ],
    ['function', /^\s*(?:(?:public|private|override|suspend)\s+)*fun\s+(\w+)/],
  ],
};
