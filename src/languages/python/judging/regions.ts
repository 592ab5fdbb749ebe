import { applied, type Edit } from '../../../code/lexemes/literals.ts';
import type { Regions } from '../../judging/regions/shape.ts';
import { type Described, describedIn } from '../code/doctests.ts';
import { pyReader } from '../code/python-tokens.ts';

/** Examples in the texts that describe modules, classes and functions. */
export async function pythonRegions(): Promise<Regions> {
  const read = await pyReader();
  const described = (text: string) => describedIn(read(text));
  return {
    changed: (base, now) => {
      const after = described(now);
      return paired(described(base), after).flatMap(([one, other]) =>
        contains(other?.examples ?? [], one.examples) ? [] : [labelOf(one)],
      );
    },
    added: (base, now) =>
      paired(described(now), described(base)).flatMap(([one, other]) =>
        contains(other?.examples ?? [], one.examples) ? [] : [labelOf(one)],
      ),
    withBase: (base, now) =>
      applied(
        now,
        paired(described(now), described(base)).flatMap(([one, other]) => restored(one, other)),
      ),
    asking: () => [],
    testFiles: () => [],
  };
}

const labelOf = ({ name }: Described): string => `${name === '' ? '(module)' : name} > doctest`;

/** Each with the one of the same name and order in the other text. */
function paired(described: Described[], others: Described[]): [Described, Described | null][] {
  const counts = new Map<string, number>();
  return described.map((one) => {
    const order = counts.get(one.name) ?? 0;
    counts.set(one.name, order + 1);
    return [one, others.filter(({ name }) => name === one.name)[order] ?? null];
  });
}

/** Whether all of `wanted` are there, in their order. */
function contains(examples: string[], baseExamples: string[]): boolean {
  let at = 0;
  for (const example of examples) if (example === baseExamples[at]) at += 1;
  return at === baseExamples.length;
}

function restored(now: Described, base: Described | null): Edit[] {
  const baseText = base?.token && base.examples.length > 0 ? base.token.text : null;
  if (now.token) {
    const { start, end, text } = now.token;
    if (baseText !== null) return [{ start, end, text: baseText }];
    return now.examples.length > 0 ? [{ start, end, text: text.replace(/>>>/g, '...') }] : [];
  }
  if (baseText === null) return [];
  const behind = now.indent === null ? '; ' : `\n${now.indent}`;
  return [{ start: now.place, end: now.place, text: `${baseText}${behind}` }];
}
