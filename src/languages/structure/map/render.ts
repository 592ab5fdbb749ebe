import { pathLine } from '../../../code/text.ts';
import type { Definition } from '../../../schema/code/file-facts.ts';
import type { RankedFile } from './rank.ts';

/** Tokens as a bound: no tokenizer makes many more of code. */
export const tokensOf = (text: string): number => Math.ceil(new TextEncoder().encode(text).length / 4);

/** `path:` and the signatures of what counts most in it, as much as fits into the budget; '' when nothing does. */
export function renderMap(files: RankedFile[], budget: number): string {
  const chosen = new Map<string, Definition[]>();
  let remaining = budget;
  for (const { path, def } of candidates(files)) {
    const cost = tokensOf(`${lineOf(def)}\n`) + (chosen.has(path) ? 0 : tokensOf(`${path}:\n`));
    if (cost > remaining) break;
    remaining -= cost;
    const definitions = chosen.get(path);
    if (definitions) definitions.push(def);
    else chosen.set(path, [def]);
  }
  return files.flatMap(({ path }) => block(path, chosen.get(path))).join('\n');
}

/** No file takes the whole map. */
const mostOfOne = 12;

function candidates(files: RankedFile[]): { path: string; def: Definition }[] {
  return files
    .flatMap(({ path, defs }) =>
      defs
        .toSorted((a, b) => b.relevance - a.relevance || b.score - a.score || a.def.line - b.def.line)
        .slice(0, mostOfOne)
        .map(({ def, score }) => ({ path, def, score })),
    )
    .sort((a, b) => b.score - a.score);
}

function block(path: string, defs: Definition[] | undefined): string[] {
  if (!defs) return [];
  return [`${pathLine(path)}:`, ...defs.toSorted((a, b) => a.line - b.line).map(lineOf)];
}

const lineOf = ({ line, depth, signature }: Definition): string => `${'  '.repeat(depth + 1)}${line} ${signature}`;
