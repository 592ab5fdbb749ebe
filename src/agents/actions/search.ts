import type { Workspace } from '../../ports/outside/repo.ts';
import { type Action, text, tool } from '../action.ts';
import { pattern } from '../output/pattern.ts';
import { globPattern, withoutBraces } from './glob.ts';
import { cut, guarded } from './observing.ts';
import { posix } from './posix.ts';
import { ranked } from './ranked.ts';

const string = { type: 'string' };
/** Names for the whole repository. */
export const everywhere: ReadonlySet<string> = new Set(['', '.', './', 'full_codebase']);

export function searchAction(workspace: Pick<Workspace, 'search' | 'list'>): Action {
  return {
    looks: true,
    spec: tool('search', 'Search file contents (regex) under a path or glob.', { query: string, scope: string }, [
      'scope',
    ]),
    run: (input) =>
      guarded(async () => {
        const query = text(input, 'query');
        const expression = posix(query);
        if (query === '') return refused('the query is empty.');
        if (expression === null || expression.includes('\0')) return refused(unsearchable);
        const scope = text(input, 'scope');
        const scopes = everywhere.has(scope) ? [null] : withoutBraces(scope);
        const rows = (await Promise.all(scopes.map((each) => workspace.search(expression, each)))).flat();
        if (rows.length > 0) return { observation: cut(ranked(rows)) };
        if (!everywhere.has(scope) && !(await isThere(scope, workspace)))
          return refused(`there is no file, folder or glob ${scope}.`);
        return { observation: `No match${await doubts(query, expression)}.` };
      }),
  };
}

const refused = (why: string) => ({ observation: `Refused: ${why}` });
const unsearchable = 'search knows POSIX extended expressions: no flags, no looking ahead or behind, no NUL.';

/** What the workspace cannot read as an expression it takes for plain text: whoever meant one is told. */
async function doubts(query: string, expression: string): Promise<string> {
  const compiled = pattern(query);
  if ('refused' in compiled) return `: the query is no regular expression (${compiled.refused}), and not there as text`;
  const unclear = expression === query ? null : pattern(expression);
  return unclear && 'refused' in unclear ? `: ${query} cannot be searched for in this form` : '';
}

async function isThere(scope: string, workspace: Pick<Workspace, 'list'>): Promise<boolean> {
  const path = scope.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const all = await workspace.list();
  if (all.some((file) => file === path || file.startsWith(`${path}/`))) return true;
  const fits = globPattern(path);
  return fits !== null && all.some(fits);
}
