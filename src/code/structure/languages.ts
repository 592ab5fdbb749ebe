import { goStructure } from './go.ts';
import { javaStructure } from './java.ts';
import { javascriptStructure } from './javascript.ts';
import { kotlinStructure } from './kotlin.ts';
import { pythonStructure } from './python.ts';
import { rustStructure } from './rust.ts';
import type { StructureRules } from './shape.ts';

const structures: StructureRules[] = [
  pythonStructure,
  javascriptStructure,
  goStructure,
  rustStructure,
  javaStructure,
  kotlinStructure,
];

/** By the file's name; null where its structure cannot be read. */
export function structureOf(path: string): StructureRules | null {
  return structures.find(({ owns }) => owns.test(path)) ?? null;
}
