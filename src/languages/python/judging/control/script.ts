import { applied, type Edit } from '../../../../code/lexemes/literals.ts';
import type { ScriptControl } from '../../../judging/control/shape.ts';
import { type PyStatement, pyStatements } from '../../code/python-tokens.ts';
import { changedValue } from './values.ts';

export async function pythonScript(text: string, mark: string): Promise<ScriptControl> {
  const statements = await pyStatements(text);
  const loads = statements.findLastIndex(
    ({ tokens: [head], indent }) => indent === '' && (head?.kind === 'Import' || head?.kind === 'From'),
  );
  // What the script imports last may be the product: it is loaded then, and has had its chance.
  const at = statements.slice(loads + 1).find(({ indent }) => indent === '')?.tokens[0]?.start ?? text.length;
  // Before the last thing that the script does itself: what it loads on the way must not have ended it by then.
  const acts = ({ tokens: [head], indent }: PyStatement) =>
    indent === '' && !/^(?:Def|Class|At|Else|Elif|Except|Finally)$/.test(head?.kind ?? '');
  const late = Math.max(at, statements.findLast(acts)?.tokens[0]?.start ?? 0);
  const placed = (line: string, at: number) =>
    applied(text, [{ start: at, end: at, text: at === text.length ? `\n${line}` : line }]);
  const edits = statements.flatMap((statement, index) => changesIn(statement, statements.slice(index + 1, index + 4)));
  return {
    canary: placed(`assert 1 == 2, "${mark}"\n`, at),
    leaves: placed('import sys\nsys.exit(1)\n', late),
    mutated: edits.length > 0 ? applied(text, edits) : null,
  };
}

/** `assert f() == 3`, and `if f() != 3:` before something that ends the program. */
function changesIn({ tokens }: PyStatement, next: PyStatement[]): Edit[] {
  const [head, ...rest] = tokens;
  const ends = next.some((one) => one.tokens.some(({ text }) => /^(?:exit|_exit|raise|fail\w*)$/.test(text)));
  const operator = head?.kind === 'Assert' ? 'EqEqual' : head?.kind === 'If' && ends ? 'NotEqual' : null;
  const stop = rest.findIndex(({ kind, depth }) => depth === 0 && /^(?:Comma|Colon)$/.test(kind));
  const condition = stop === -1 ? rest : rest.slice(0, stop);
  const at = condition.findIndex(({ kind, depth }) => kind === operator && depth === 0);
  if (operator === null || at === -1) return [];
  const edit = changedValue(condition.slice(at + 1)) ?? changedValue(condition.slice(0, at));
  return edit ? [edit] : [];
}
