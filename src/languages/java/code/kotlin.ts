import { definition, linesOf } from '../../../code/structure/definitions.ts';
import type { StructureRules } from '../../../code/structure/shape.ts';

const patterns = [
  /^\s*(?:(?:public|private|protected|sealed|data|open|internal|abstract|enum|annotation|inner|value)\s+)*(?:class|interface|object)\s+(\w+)/,
  /^\s*(?:(?:public|private|protected|internal|override|open|suspend|inline|operator|abstract)\s+)*fun\s+(?:<[^>]*>\s*)?(\w+)/,
];
/** Longer lines are generated, and would take long to match. */
const longestLine = 240;

/** No grammar of Kotlin is installed: its definitions are told by their lines, and nothing else of it is known. */
export const kotlinStructure: StructureRules = {
  name: 'kotlin',
  owns: /\.kts?$/i,
  assignmentBinds: false,
  dangers: [],
  read: async (sources) => sources.map(() => null),
  definitions: async (sources) =>
    sources.map(({ text }) => {
      const lines = linesOf(text);
      return text.split('\n').flatMap((line, at) => {
        const name =
          line.length > longestLine ? undefined : patterns.map((one) => one.exec(line)?.[1]).find((one) => one);
        if (name === undefined) return [];
        const start = lines[at] ?? 0;
        return [definition(text, lines, name, { start, name: start + line.indexOf(name), end: start + line.length })];
      });
    }),
};
