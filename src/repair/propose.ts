import type { Edit } from '../languages/repair/edits.ts';
import type { Repairable } from '../languages/repair/shape.ts';
import { applied, type Candidate } from './candidate.ts';
import { literalsIn } from './evidence.ts';
import type { Suspects } from './localise.ts';

/** Values that any code may have, whatever its tests expect. */
const common = new Set(['0', '1', '', ' ']);

/** Everything that the templates can think of, the likeliest first: each text once, and none that a test expects. */
export function propose({ sources, evidence, suspicion }: Suspects): Candidate[] {
  const found: Candidate[] = [];
  for (const source of sources) {
    const seen = new Set([source.text]);
    for (const proposal of source.propose(evidence)) {
      const place = suspicion(source.path, proposal.line);
      if (place === null || (!proposal.reckoned && bringsExpected(source, proposal.edits, evidence.literals))) continue;
      const text = applied(source.text, proposal.edits);
      if (seen.has(text)) continue;
      seen.add(text);
      found.push({ ...proposal, path: source.path, score: proposal.weight + place });
    }
  }
  // Equal scores keep the order of the files and of the places in them.
  return found.sort((a, b) => b.score - a.score);
}

/** Whether an edit brings in a value that a failing test writes down: that would be its answer, not its reason. */
function bringsExpected({ text }: Repairable, edits: readonly Edit[], expected: ReadonlySet<string>): boolean {
  const before = literalsIn(edits.map((edit) => text.slice(edit.start, edit.end)));
  const after = literalsIn(edits.map((edit) => edit.text));
  return [...after].some((literal) => !before.has(literal) && !common.has(literal) && expected.has(literal));
}
