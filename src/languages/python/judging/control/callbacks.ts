import type { Control, ControlRequest } from '../../../judging/control/shape.ts';
import { type PyStatement, pyStatements } from '../../code/python-tokens.ts';
import { applied, before, guardedIn, isCheck, type Test, testsIn, topOf } from './tests.ts';

/**
 * A copy in which the assertions that stand in a \`with\` block or in a function of the test fail when they are reached. A
 * test that passes all the same was not given its own failure: the code under test has caught it. A test that does not get
 * there fails at its end, as it must.
 */
export async function callbackControl({ text, mark }: ControlRequest): Promise<Control | null> {
  const statements = await pyStatements(text);
  const helper = `control_${mark}`;
  const callbacks = testsIn(statements)
    .map((test) => ({ test, checks: handedOut(test) }))
    .filter(({ checks }) => checks.length > 0);
  if (callbacks.length === 0) return null;
  const top = topOf(statements);
  const edits = [
    { start: top, end: top, text: helperText(helper) },
    ...callbacks.flatMap(({ test, checks }) => [
      ...before(test.head, `@${helper}.test`),
      ...checks.flatMap((check) => before(check, `${helper}.throw()`)),
    ]),
  ];
  return {
    text: applied(text, edits),
    mutated: callbacks.map(({ test }) => [test.name]),
    canaries: [],
    fallback: null,
  };
}

function handedOut({ body }: Test): PyStatement[] {
  const guarded = guardedIn(body);
  const checks: PyStatement[] = [];
  const around: number[] = [];
  for (const statement of body) {
    while ((around.at(-1) ?? -1) >= statement.level) around.pop();
    if (around.length > 0 && statement.indent !== null && !guarded.has(statement) && isCheck(statement))
      checks.push(statement);
    const [head] = statement.tokens.filter(({ kind }) => kind !== 'Async');
    if (head?.kind === 'With' || head?.kind === 'Def') around.push(statement.level);
  }
  return checks;
}

const helperText = (name: string): string => `def ${name}():
    import functools, inspect

    class Control:
        thrown = False

        @classmethod
        def throw(cls):
            cls.thrown = True
            raise AssertionError("as it must")

        @classmethod
        def end(cls):
            if not cls.thrown:
                raise AssertionError("as it must")

        @classmethod
        def test(cls, function):
            @functools.wraps(function)
            def run(*args, **named):
                cls.thrown = False
                function(*args, **named)
                cls.end()

            @functools.wraps(function)
            async def run_async(*args, **named):
                cls.thrown = False
                await function(*args, **named)
                cls.end()

            return run_async if inspect.iscoroutinefunction(function) else run

    return Control


${name} = ${name}()
`;
