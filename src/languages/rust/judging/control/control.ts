import { applied, type Edit } from '../../../../code/lexemes/literals.ts';
import type { Control, ControlMaker, ControlRequest } from '../../../judging/control/shape.ts';
import { type RustItem, rustFile } from '../../code/items.ts';
import { type Canaries, canariesFor } from './canaries.ts';
import { type RustTest, testsIn } from './functions.ts';
import { otherValues } from './values.ts';

export const rustControl: ControlMaker = {
  runners: /^cargo$/,
  control: async (request: ControlRequest): Promise<Control | null> => {
    const file = rustFile(request.text);
    const tests = testsIn(file);
    const program = tests.length === 0 ? ownProgram(request, file) : null;
    if (program) return program;
    const canaries = canariesFor(file, request);
    const edits = tests.map((test) => failing(test, request.mark));
    const mutated = tests.filter((_, at) => (edits[at]?.length ?? 0) > 0).map(({ path }) => path);
    return { ...placed(request.text, edits.flat(), canaries), mutated };
  },
};

function placed(text: string, edits: Edit[], { names, edits: canaryEdits }: Canaries): Omit<Control, 'mutated'> {
  return { text: applied(text, [...edits, ...canaryEdits]), canaries: names, fallback: applied(text, canaryEdits) };
}

/** By another expected value; where none can be changed, at its end. */
function failing({ item, body }: RustTest, mark: string): Edit[] {
  const edits = otherValues(body);
  if (edits.length > 0 || !item.body) return edits;
  const { start, end } = item.body;
  const head = item.tokens.filter((token) => token.end <= start).map(({ text }) => text);
  const isPlain = !head.includes('->') && !body.some(({ text }) => text === 'return');
  const open = body.length > 0 && !/^[;}]$/.test(body.at(-1)?.text ?? '') ? ';' : '';
  if (isPlain) return [{ start: end, end, text: `\n${open} panic!("${mark}");\n` }];
  const guard = `Guard${mark}`;
  const drop = `fn drop(&mut self) { if !::std::thread::panicking() { ::std::panic!("${mark}") } }`;
  const text = ` struct ${guard}; impl Drop for ${guard} { ${drop} } let _guard_${mark} = ${guard};`;
  return [{ start, end: start, text }];
}

/** A test program with a harness of its own is one test: it must not end well. */
function ownProgram({ path, text, tests }: ControlRequest, file: RustItem): Control | null {
  const main = file.items.find(({ kind, name }) => kind === 'fn' && name === 'main');
  if (!main?.body || !/(?:^|\/)(?:tests|benches)\//.test(path)) return null;
  const { start } = main.body;
  const changed = applied(text, [{ start, end: start, text: ' assert_eq!(1 + 1, 3);' }]);
  return { text: changed, mutated: tests, canaries: [], fallback: null };
}
