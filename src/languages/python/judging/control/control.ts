import type { Control, ControlMaker, ControlRequest } from '../../../judging/control/shape.ts';
import { type PyStatement, type PyToken, pyStatements } from '../../code/python-tokens.ts';
import { pythonHelper } from './helper.ts';
import { applied, before, type Check, checkOf, guardedIn, type Test, testsIn, topOf } from './tests.ts';
import { changedValue, type Edit, strangeText } from './values.ts';

export const pythonControl: ControlMaker = {
  runners: /^(?:pytest|unittest)$/,
  control,
  callbacks: async (request) => (await import('./callbacks.ts')).callbackControl(request),
};

/**
 * Every test of the copy must fail. Assertions about other values do not end it, so that each of them is looked at:
 * see `pythonHelper`. Null for a file without tests in the way of `runner`.
 */
async function control({ text, runner, mark }: ControlRequest): Promise<Control | null> {
  const statements = await pyStatements(text);
  const tests = testsIn(statements);
  const [first] = tests;
  if (!first) return null;
  const helper = `control_${mark}`;
  const top = topOf(statements);
  const edits = [
    { start: top, end: top, text: pythonHelper(helper).trimStart() },
    ...tests.flatMap((test) => editsOf(test, helper)),
  ];
  const canary = canaryFor(runner, mark, first.path);
  return {
    text: `${applied(text, edits)}\n${canary.text}`,
    mutated: [...new Set(tests.map(({ name }) => name))].map((name) => [name]),
    canaries: [[canary.name]],
    fallback: null,
  };
}

function editsOf({ head, body }: Test, helper: string): Edit[] {
  const guarded = guardedIn(body);
  const checks = body.flatMap((statement) => {
    const check = statement.indent === null || guarded.has(statement) ? null : checkOf(statement);
    return check ? [{ statement, check }] : [];
  });
  const expected = expectedNames(
    head,
    body,
    checks.map(({ check }) => check),
  );
  const [start] = body;
  return [
    ...before(head, `@${helper}.test`),
    ...expected.flatMap(({ name, edit }) =>
      edit ? [edit] : start && start.indent !== null ? before(start, `${name} = ${helper}.other(${name})`) : [],
    ),
    ...checks.flatMap(({ statement, check }) =>
      softened(statement, changed(check, new Set(expected.map(({ name }) => name)), helper), helper),
    ),
  ];
}

/**
 * Names that hold nothing but what is expected: a parameter, or a variable with a value that is written out, of which
 * nothing else is made. The value of such a name is changed where it comes from, before the code under test runs.
 */
function expectedNames(head: PyStatement, body: PyStatement[], checks: Check[]): { name: string; edit: Edit | null }[] {
  const compared = checks.filter(({ is }) => is === 'equal' || is === 'pair').map(({ sides }) => sides);
  const names = new Set(
    compared.flat().flatMap((side) => (side.length === 1 && isName(side[0]) ? [side[0]?.text] : [])),
  );
  return [...names].flatMap((name): { name: string; edit: Edit | null }[] => {
    if (name === undefined) return [];
    const uses = compared.filter((sides) => sides.some((side) => side.length === 1 && side[0]?.text === name));
    const computed = uses.every((sides) =>
      sides.some((side) => side.some(({ kind }) => kind === 'Lpar') && !changedValue(side)),
    );
    const places = [head, ...body]
      .flatMap(({ tokens }) => tokens)
      .filter((token) => isName(token) && token.text === name);
    if (!computed || places.length !== uses.length + 1) return [];
    const isParameter = head.tokens.some((token) => isName(token) && token.text === name);
    if (isParameter) return [{ name, edit: null }];
    const source = body.find(({ tokens }) => tokens[0]?.text === name && tokens[1]?.kind === 'Equal');
    const edit = source ? changedValue(source.tokens.slice(2)) : null;
    return edit ? [{ name, edit }] : [];
  });
}

const isName = (token: PyToken | undefined): boolean => token?.kind === 'Name';

/** The edits that make an assertion wrong. */
function changed({ is, sides }: Check, expected: Set<string>, helper: string): Edit[] {
  const [left = [], right = []] = sides;
  const [from, to] = [left[0]?.start ?? 0, left.at(-1)?.end ?? 0];
  const around = (open: string, end: number): Edit[] => [
    { start: from, end: from, text: open },
    { start: end, end, text: ')' },
  ];
  if (is === 'true') return around('not (', to);
  if (is === 'in') {
    const strange = strangeText(left);
    return strange ? [strange] : around('not (', right.at(-1)?.end ?? to);
  }
  if (sides.some((side) => side.length === 1 && expected.has(side[0]?.text ?? ''))) return [];
  const edit = changedValue(right) ?? changedValue(left);
  if (edit) return [edit];
  const end = right.at(-1)?.end ?? to;
  if (is === 'pair') return around(`*${helper}.pair(`, end);
  const middle = { start: to, end: right[0]?.start ?? to, text: ', ' };
  return [...around(`${helper}.same(`, end), middle];
}

/** An assertion that goes on when it fails, and tells when it does not. */
function softened({ tokens, indent }: PyStatement, edits: Edit[], helper: string): Edit[] {
  const [start, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
  return [
    { start, end: start, text: `try:\n${indent} ` },
    ...edits,
    { start: end, end, text: `\n${indent} ${helper}.hold()\n${indent}except Exception: ${helper}.fail()` },
  ];
}

function canaryFor(runner: string, mark: string, like: string): { name: string; text: string } {
  const name = `test_canary_${mark}`;
  if (runner === 'pytest') {
    const marks = `[one for one in getattr(${like}, "pytestmark", []) if one.name not in ("parametrize", "usefixtures", "skip", "skipif", "xfail")]`;
    return {
      name,
      text: `\n\ndef ${name}():\n    raise AssertionError("canary")\n\n\ntry:\n    ${name}.pytestmark = ${marks}\nexcept (NameError, AttributeError):\n    pass\n`,
    };
  }
  return {
    name,
    text: `\n\nimport unittest as canary_${mark}\n\n\nclass Canary_${mark}(canary_${mark}.TestCase):\n    def ${name}(self):\n        self.fail("canary")\n`,
  };
}
