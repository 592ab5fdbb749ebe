import { applied, type Edit } from '../../../../code/lexemes/literals.ts';
import type { Control, ControlMaker, ControlRequest } from '../../../judging/control/shape.ts';
import { canariesFor, frameworkOf } from './canaries.ts';
import { type JavaTest, readJavaFile } from './classes.ts';
import { otherValues } from './values.ts';

/** Runners that run the methods of the class itself. */
const knownRunners =
  /^(?:BlockJUnit4ClassRunner|JUnit4|Parameterized|MockitoJUnitRunner(?:\.\w+)?|Spring(?:JUnit4Class)?Runner|RobolectricTestRunner)$/;

export const javaControl: ControlMaker = {
  runners: /^maven$/,
  control: async ({ text, mark }: ControlRequest): Promise<Control | null> => {
    const file = readJavaFile(text);
    const testClass = file.classes.find(({ tests, head }) => tests.length > 0 && !head.includes('abstract')) ?? null;
    const framework = testClass && frameworkOf(file, testClass.parents);
    const runner = /@RunWith\(([\w.]+)\.class/.exec(testClass?.head.join('') ?? '')?.[1] ?? 'JUnit4';
    if (!testClass || !framework || !knownRunners.test(runner)) return null;
    const like = testClass.tests[0]?.path.at(-1) ?? 'test';
    const canaries = canariesFor(file, framework, like, mark);
    const added = { start: testClass.end, end: testClass.end, text: canaries.text };
    return {
      text: applied(text, [...testClass.tests.flatMap((test) => failing(test, mark)), added]),
      mutated: testClass.tests.map(({ path }) => path),
      canaries: canaries.names.map((name) => [name]),
      fallback: applied(text, [added]),
    };
  },
};

/** By another expected value; where none can be changed, at its end. */
function failing({ start, end, body }: JavaTest, mark: string): Edit[] {
  const edits = otherValues(body);
  if (edits.length > 0) return edits;
  return [
    { start, end: start, text: ' try {' },
    { start: end, end, text: ` } finally { if (true) throw new AssertionError("${mark}"); } ` },
  ];
}
