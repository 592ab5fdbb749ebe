import { type Finding, labelledKinds } from '../../schema/judge/finding.ts';
import type { BareVerdict, Verdict } from '../../schema/judge/verdict.ts';

/** What a verdict found, by kind. Verdicts of older journals have sentences only: those are read here and nowhere else. */
export const findingsOf = ({ findings, warnings }: Verdict): Finding[] => findings ?? warnings.map(findingFrom);

export const ofKind = (verdict: Verdict, kind: Finding['kind']): Finding[] =>
  findingsOf(verdict).filter((finding) => finding.kind === kind);

/** The sentence that users read. */
export const sentenceOf = ({ kind, text }: Finding): string => (labels.has(kind) ? `${kind}: ${text}` : text);

/** A verdict as it is printed and written down: with its findings in sentences, too. */
export const inWords = (verdict: BareVerdict): BareVerdict & Verdict => ({
  ...verdict,
  warnings: verdict.findings.map(sentenceOf),
});

/** At most `most` findings, in their order: some of each kind, and first of all those that decisions depend on. */
export function fewOf(findings: Finding[], most: number): Finding[] {
  const counts = new Map<string, number>();
  const ranked = findings.map(({ kind }, at) => {
    const turn = counts.get(kind) ?? 0;
    counts.set(kind, turn + 1);
    return { at, turn, weight: decisive.has(kind) ? 0 : 1 };
  });
  ranked.sort((one, other) => one.turn - other.turn || one.weight - other.weight || one.at - other.at);
  const chosen = new Set(ranked.slice(0, most).map(({ at }) => at));
  return findings.filter((_, at) => chosen.has(at));
}

/** The review and the test engineer act on these. */
const decisive = new Set<string>(['unproven', 'coverage', 'needs_dependency']);

const labels = new Set<string>(labelledKinds);

function findingFrom(sentence: string): Finding {
  const [start = '', label = ''] = /^(\w+): /.exec(sentence) ?? [];
  const kind = labelledKinds.find((candidate) => candidate === label);
  if (kind) return { kind, text: sentence.slice(start.length) };
  return { kind: /^rule \d/.test(sentence) ? 'rule' : 'other', text: sentence };
}
