import { applied, type Edit } from '../../code/lexemes/literals.ts';
import type { ScriptControl } from '../judging/control/shape.ts';

export function shellScript(text: string): ScriptControl {
  const start = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  const edits: Edit[] = [];
  for (const match of text.matchAll(/(?<=\s==?\s+)("[^"$`\\]*"|'[^']*'|\w+)(?=\s+\]|\s*(?:$|;|&&|\|\|))/gm))
    edits.push({ start: match.index, end: match.index + match[0].length, text: `${match[0]}~` });
  for (const match of text.matchAll(/(?<=\s-eq\s+)\d+\b/g))
    edits.push({ start: match.index, end: match.index + match[0].length, text: `${Number(match[0]) + 1}` });
  return {
    canary: `${text.slice(0, start)}exit 1\n${text.slice(start)}`,
    leaves: `${text}\nexit 1\n`,
    mutated: edits.length > 0 ? applied(text, edits) : null,
  };
}
