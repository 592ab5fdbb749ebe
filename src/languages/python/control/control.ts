import { type PyStatement, type PyToken, pyStatements } from '../../../code/python-tokens.ts';
import type { Control, ControlMaker, ControlRequest } from '../../control/shape.ts';
import { pythonHelper } from './helper.ts';
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
    mutated: [...new Set(tests.map(({ name }) => name))],
    canaries: [canary.name],
    fallback: null,
  };
}

export interface Test {
  name: string;
  /** With the classes around it. */
  path: string;
  head: PyStatement;
  body: PyStatement[];
}

/** Functions named as tests are, directly in the file or in a class. */
export function testsIn(statements: PyStatement[]): Test[] {
  const tests: Test[] = [];
  const around: { kind: string; name: string; level: number }[] = [];
  let decorators: string[] = [];
  statements.forEach((head, at) => {
    while ((around.at(-1)?.level ?? -1) >= head.level) around.pop();
    const [first, ...rest] = head.tokens;
    if (first?.kind === 'At') decorators.push(rest.map((token) => token.text).join(''));
    const [definition, named] = head.tokens.filter((token) => token.kind !== 'Async');
    const name = named?.text ?? '';
    if (definition?.kind === 'Def' && /^test/.test(name) && head.indent !== null) {
      const own = !decorators.some((text) => /fixture/.test(text)) && around.every(({ kind }) => kind === 'Class');
      const end = statements.findIndex((other, later) => later > at && other.level <= head.level);
      const body = statements.slice(at + 1, end === -1 ? undefined : end);
      const path = [...around.map((outer) => outer.name), name].join('.');
      if (own) tests.push({ name, path, head, body });
    }
    if (first?.kind !== 'At') decorators = [];
    if (definition?.kind === 'Def' || definition?.kind === 'Class')
      around.push({ kind: definition.kind, name, level: head.level });
  });
  return tests;
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

/** Puts a line before a statement. */
export function before(statement: PyStatement, text: string): Edit[] {
  const start = statement.tokens[0]?.start ?? 0;
  return [{ start, end: start, text: `${text}\n${statement.indent}` }];
}

export const isCheck = (statement: PyStatement): boolean =>
  statement.tokens[0]?.kind === 'Assert' || checkOf(statement) !== null;

/** What may be expected to go wrong: blocks that catch. */
export function guardedIn(body: PyStatement[]): Set<PyStatement> {
  const guarded = new Set<PyStatement>();
  let level = Number.POSITIVE_INFINITY;
  for (const statement of body) {
    if (statement.level <= level) level = Number.POSITIVE_INFINITY;
    else guarded.add(statement);
    const catches =
      statement.tokens[0]?.kind === 'Try' ||
      (statement.tokens.some(({ kind }) => kind === 'With') &&
        statement.tokens.some(({ text }) => /raises|suppress|warns|fails/i.test(text)));
    if (catches && level === Number.POSITIVE_INFINITY) level = statement.level;
  }
  return guarded;
}

/** An assertion and what it is about. */
interface Check {
  is: 'equal' | 'pair' | 'in' | 'true';
  /** Two for `equal`, `pair` and `in`. */
  sides: PyToken[][];
}

const joining = /^(?:And|Or|Not|If|Else|Lambda|In|Is|Less|Greater|LessEqual|GreaterEqual|NotEqual|EqEqual|ColonEqual)$/;
const equalities = /^assert(?:Equals?|AlmostEquals?|Is|(?:List|Tuple|Dict|Set|MultiLine|Sequence|Count)Equal)$/;

function checkOf({ tokens }: PyStatement): Check | null {
  const [first, dot, method, open] = tokens;
  if (first?.kind === 'Assert') {
    const [asserted = []] = partsOf(tokens.slice(1), 0, (token) => token.kind === 'Comma');
    const joins = asserted.filter((token) => token.depth === 0 && joining.test(token.kind));
    const [only] = joins;
    const is = joins.length !== 1 ? 'true' : only?.kind === 'EqEqual' ? 'equal' : only?.kind === 'In' ? 'in' : 'true';
    return { is, sides: is === 'true' ? [asserted] : partsOf(asserted, 0, (token) => token === only) };
  }
  const call = first?.text === 'self' && dot?.kind === 'Dot' && open?.kind === 'Lpar' && tokens.at(-1)?.kind === 'Rpar';
  if (!call || !method || tokens.slice(4, -1).some((token) => token.depth === 0)) return null;
  const sides = partsOf(tokens.slice(4, -1), 1, (token) => token.kind === 'Comma').filter(
    (side) => side.length > 0 && !(side[0]?.kind === 'Name' && side[1]?.kind === 'Equal'),
  );
  if (sides.some(([start]) => start?.kind === 'Star' || start?.kind === 'DoubleStar')) return null;
  if (equalities.test(method.text) && sides.length >= 2) return { is: 'pair', sides: sides.slice(0, 2) };
  return /^assert(?:True|False)$/.test(method.text) && sides[0] ? { is: 'true', sides: [sides[0]] } : null;
}

function partsOf(tokens: PyToken[], depth: number, ends: (token: PyToken) => boolean): PyToken[][] {
  const parts: PyToken[][] = [[]];
  for (const token of tokens) {
    if (token.depth === depth && ends(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
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
  const written = changedValue(right) ?? changedValue(left);
  if (written) return [written];
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

/** Behind what must come first in a file. */
export function topOf(statements: PyStatement[]): number {
  const first = statements.find(({ tokens: [one, two], indent }, at) => {
    const isText = at === 0 && one?.kind === 'String';
    return indent !== null && !isText && !(one?.kind === 'From' && two?.text === '__future__');
  });
  return first?.tokens[0]?.start ?? 0;
}

/** Edits at one place stay in their order. */
export function applied(text: string, edits: Edit[]): string {
  let [result, at] = ['', 0];
  for (const edit of edits
    .map((one, order) => ({ ...one, order }))
    .sort((a, b) => a.start - b.start || a.order - b.order)) {
    result += text.slice(at, edit.start) + edit.text;
    at = Math.max(at, edit.end);
  }
  return result + text.slice(at);
}

/** It bears the marks of a test, so that it is chosen where that is. */
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
