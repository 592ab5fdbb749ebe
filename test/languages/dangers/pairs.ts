import { goPairs } from './pairs/go.ts';
import { javaPairs } from './pairs/java.ts';
import { javascriptPairs } from './pairs/javascript.ts';
import { pythonPairs } from './pairs/python.ts';
import { rustPairs } from './pairs/rust.ts';

/** Dangerous code, with `<-` on the line where it is found, and code that does the same job safely. */
export interface Pair {
  path: string;
  danger: string;
  bad: string;
  safe: string;
}

export const pairs: Pair[] = [...javascriptPairs, ...pythonPairs, ...goPairs, ...rustPairs, ...javaPairs];
