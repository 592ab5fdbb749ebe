import { type Action, text } from '../../action.ts';
import { pattern } from '../../output/pattern.ts';
import { cut, guarded } from '../observing.ts';
import { searchAction } from '../search.ts';
import { sourcesOf } from './files-meant.ts';
import { brief, inputAt, type Parts } from './parts.ts';

const mostWork = 20_000_000;
const mostHits = 200;

/** The search of files, which also looks into what the agent was given and into its drafts. */
export function standardSearch(parts: Parts): Action {
  const inFiles = searchAction(parts.workspace);
  return {
    spec: inFiles.spec,
    run: (input, signal) =>
      guarded(async () => {
        const scope = text(input, 'scope');
        if (!isData(scope, parts)) return inFiles.run(input, signal);
        const { hits, cut_short, refused } = await matchingLines(text(input, 'query'), scope, parts, signal);
        if (refused) return { observation: `Refused: ${refused}` };
        const rows = hits.map(({ name, line, text: lineText }) => `${name}:${line}: ${brief(lineText, 300)}`);
        const note = cut_short ? '\n(cut: there is too much to look at, ask for less)' : '';
        return { observation: `${rows.length > 0 ? cut(rows.join('\n')) : 'No match.'}${note}` };
      }),
  };
}

export const isData = (scope: string, { input, drafts }: Parts): boolean =>
  drafts.has(scope) || inputAt(scope, input) !== undefined;

interface Matches {
  hits: { name: string; line: number; text: string }[];
  /** There may be more. */
  cut_short: boolean;
  refused: string | null;
}

/** The lines of data that match, with bounded work. */
export async function matchingLines(query: string, scope: string, parts: Parts, signal: AbortSignal): Promise<Matches> {
  const expression = pattern(query);
  if ('refused' in expression) return { hits: [], cut_short: false, refused: expression.refused };
  const hits: Matches['hits'] = [];
  let remaining = mostWork / expression.size;
  for (const { name, text: content } of (await sourcesOf(scope, parts, signal)).sources) {
    for (const [index, line] of content.split(/\r?\n/).entries()) {
      remaining -= line.length + 1;
      if (remaining < 0 || hits.length === mostHits) return { hits, cut_short: true, refused: null };
      if (expression.test(line)) hits.push({ name, line: index + 1, text: line });
    }
  }
  return { hits, cut_short: false, refused: null };
}
