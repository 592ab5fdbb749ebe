import { applied, type Edit } from '../../../../code/lexemes/literals.ts';
import type { Control, ControlMaker, ControlRequest } from '../../../judging/control/shape.ts';
import { canariesFor } from './canaries.ts';
import { type GoTest, readGoFile } from './functions.ts';
import { otherValues } from './values.ts';

export const goControl: ControlMaker = {
  runners: /^go$/,
  control: async ({ text, mark }: ControlRequest): Promise<Control | null> => {
    const file = readGoFile(text);
    if (!file || file.tests.length === 0) return null;
    const canaries = canariesFor(file, mark);
    // On the line of the package clause, so that no line moves.
    const imported = { start: file.head, end: file.head, text: `; import testing_${mark} "testing"` };
    const placed = (edits: Edit[]) => `${applied(text, [imported, ...edits])}\n${canaries.text}`;
    return {
      text: placed(file.tests.flatMap((test) => failing(test, mark))),
      mutated: file.tests.filter((test) => failing(test, mark).length > 0).map(({ name }) => [name]),
      canaries: canaries.names.map((name) => [name]),
      fallback: placed([]),
    };
  },
};

/** By another expected value; where none can be changed, by the test's own word, and it goes on. */
function failing(test: GoTest, mark: string): Edit[] {
  const edits = otherValues(test);
  if (edits.length > 0 || test.t === null) return edits;
  return [{ start: test.start, end: test.start, text: ` ${test.t}.Error("${mark}");` }];
}
