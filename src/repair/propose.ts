import type { Edit } from '../languages/repair/edits.ts';
import type { Proposal, Repairable } from '../languages/repair/shape.ts';
import { applied, type Candidate } from './candidate.ts';
import { patternsIn } from './natural.ts';
import { literalsIn } from './places/evidence.ts';
import type { Suspects } from './places/localise.ts';

/** Values that any code may have, whatever its tests expect. */
const common = new Set(['0', '1', '', ' ']);

/** Everything that the templates can think of, the likeliest first: each text once, and none that a test expects. */
export function propose({ sources, evidence, suspicion }: Suspects): Candidate[] {
  const candidates: Candidate[] = [];
  for (const source of sources) {
    const seen = new Set<string>();
    const breaksPattern = patternsIn(source.text);
    for (const proposal of source.propose(evidence)) {
      const place = suspicion(source.path, proposal.line);
      if (place === null || (!proposal.reckoned && bringsExpected(source, proposal.edits, evidence.literals))) continue;
      const text = applied(source.text, proposal.edits);
      const difference = differenceOf(source.text, text, proposal.edits);
      if (text === source.text || seen.has(difference)) continue;
      seen.add(difference);
      const unused = leavesUnused(source, proposal, text) ? unusedCost : 0;
      const odd = breaksPattern(proposal.edits) ? oddCost : 0;
      const score = proposal.weight + place - unused - odd;
      candidates.push({ ...proposal, path: source.path, score });
    }
  }
  // Equal scores keep the order of the files and of the places in them.
  return candidates.sort((a, b) => b.score - a.score);
}

/**
 * The same for the same text, however it was made. Texts themselves are slow in a set: V8 tells those of more than 16 KB
 * apart by their length alone, and what templates make of a file hardly differs in it.
 */
function differenceOf(before: string, after: string, edits: readonly Edit[]): string {
  let from = Math.min(...edits.map(({ start }) => start));
  while (from < after.length && before[from] === after[from]) from += 1;
  const shorter = Math.min(before.length, after.length) - from;
  let tail = Math.min(before.length - Math.max(...edits.map(({ end }) => end)), shorter);
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return `${from} ${tail} ${after.slice(from, after.length - tail)}`;
}

/** Code that names something and then never uses it is rarely meant. */
const unusedCost = 0.3;
/** So is a line that is unlike those which it was like. */
const oddCost = 0.2;

/** Whether a name of the function around an edit is left with a single mention. */
function leavesUnused({ text, spans }: Repairable, { edits, line }: Proposal, after: string): boolean {
  const gone = new Set(edits.flatMap((edit) => namesIn(text.slice(edit.start, edit.end))));
  for (const edit of edits) for (const name of namesIn(edit.text)) gone.delete(name);
  if (gone.size === 0) return false;
  const span = spans
    .filter(({ from, to }) => from <= line && line <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from))[0];
  const lines = after.split('\n');
  const more = lines.length - text.split('\n').length;
  const around = span ? lines.slice(span.from - 1, span.to + more).join('\n') : after;
  const names = namesIn(around);
  return [...gone].some((name) => names.filter((other) => other === name).length === 1);
}

const namesIn = (text: string): string[] => text.match(/(?<![.\w$])[A-Za-z_$][\w$]*/g) ?? [];

/** Whether an edit brings in a value that a failing test writes down: that would be its answer, not its reason. */
function bringsExpected({ text }: Repairable, edits: readonly Edit[], expected: ReadonlySet<string>): boolean {
  const before = literalsIn(edits.map((edit) => text.slice(edit.start, edit.end)));
  const after = literalsIn(edits.map((edit) => edit.text));
  return [...after].some((literal) => !before.has(literal) && !common.has(literal) && expected.has(literal));
}
