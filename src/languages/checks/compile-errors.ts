import type { TestError, TestRun } from '../../schema/judge/test-run.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import { languageOfRunner } from '../registry.ts';

export interface Compiled {
  syntax_errors: Verdict['syntax_errors'];
  /** Imports that lead nowhere, names that are nowhere defined, types that do not fit. */
  import_errors: Verdict['import_errors'];
  /** The run's other errors. */
  others: TestError[];
}

/** Tells what a compiler refused from the other errors of a run. Languages that are not compiled have only others. */
export function compileErrors({ runner, errors }: Pick<TestRun, 'runner' | 'errors'>): Compiled {
  const sorted: Compiled = { syntax_errors: [], import_errors: [], others: [] };
  const { naming } = languageOfRunner(runner)?.runners?.compiler ?? {};
  for (const error of errors) {
    const { type, file, line, message } = error;
    const isNamed = naming !== undefined && /^(?:Syntax|Import|Name|Type)Error$/.test(type);
    if (!isNamed || file === null || line === null) sorted.others.push(error);
    else if (type === 'SyntaxError') sorted.syntax_errors.push({ file, line, column: columnOf(error), message });
    else sorted.import_errors.push({ file, line, name: nameIn(message, naming), message });
  }
  return sorted;
}

function columnOf({ stack }: TestError): number {
  return Math.max(1, Number(/^[^\n]*?:\d+:(\d+): /.exec(stack)?.[1] ?? 1));
}

/** The symbol or type that a compiler's message is about, or the first words of it. */
function nameIn(message: string, naming: RegExp[]): string {
  for (const pattern of naming) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name.slice(0, 200);
  }
  return message.slice(0, 60);
}
