import type { TestError, TestRun } from '../schema/test-run.ts';
import type { Verdict } from '../schema/verdict.ts';
import { placedError, relativePath } from './places.ts';

/** `BuildError` is whatever else a compiler refuses. */
export type Refusal = 'SyntaxError' | 'ImportError' | 'NameError' | 'TypeError' | 'BuildError';

export interface CompilerMessage {
  type: Refusal;
  message: string;
  path: string;
  line: number;
  column: number;
  /** What else the compiler says about it. */
  more?: string;
}

/** What a compiler refused, as an error of the run. Its stack begins with `file:line:column: message`. */
export function compileError({ type, path, line, column, ...told }: CompilerMessage, mount_at: string): TestError {
  const file = relativePath(path, mount_at);
  const stack = `${file}:${line}:${column}: ${told.message}${told.more ? `\n${told.more}` : ''}`;
  return { ...placedError({ type, message: told.message, stack }, mount_at, { file, line }), file, line };
}

export interface Compiled {
  syntax_errors: Verdict['syntax_errors'];
  /** Imports that lead nowhere, names that are nowhere defined, types that do not fit. */
  import_errors: Verdict['import_errors'];
  /** The run's other errors. */
  others: TestError[];
}

/** Tells what a compiler refused from the other errors of a run. Languages that are not compiled have only others. */
export function compileErrors({ runner, errors }: Pick<TestRun, 'runner' | 'errors'>): Compiled {
  const found: Compiled = { syntax_errors: [], import_errors: [], others: [] };
  for (const error of errors) {
    const { type, file, line, message } = error;
    const known = /^(?:go|cargo|maven)$/.test(runner) && /^(?:Syntax|Import|Name|Type)Error$/.test(type);
    if (!known || file === null || line === null) found.others.push(error);
    else if (type === 'SyntaxError') found.syntax_errors.push({ file, line, column: columnOf(error), message });
    else found.import_errors.push({ file, line, name: nameIn(message), message });
  }
  return found;
}

function columnOf({ stack }: TestError): number {
  return Math.max(1, Number(/^[^\n]*?:\d+:(\d+): /.exec(stack)?.[1] ?? 1));
}

/** The symbol or type that a compiler's message is about, or the first words of it. */
function nameIn(message: string): string {
  for (const pattern of naming) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name.slice(0, 200);
  }
  return message.slice(0, 60);
}

const naming = [
  // Go
  /^undefined: (\S+)/,
  /^(\S+) undefined\b/,
  /^"([^"]+)" imported/,
  /\b(?:provides|find|providing) package ([^\s:;]+)/,
  /^package (\S+) is not in/,
  /^could not import (\S+)/,
  /^name (\S+) not exported/,
  /\b(?:import of package|use of internal package) "?([^\s"]+)/,
  /^cannot use (.+?) \(/,
  /\bin call to (\S+)/,
  // Java: `cannot find symbol: method half(int)`
  /^cannot find symbol: \w+ ([\w$.]+)/,
  /^package (\S+) does not exist/,
  /^incompatible types: (.+?) (?:cannot|is not)/,
  /^(?:method|constructor) (\S+) in /,
  /^no suitable (?:method|constructor) found for ([\w$]+)/,
  /^[Uu]nresolved reference:? '?([\w$]+)/,
  // Rust
  /`([^`]+)`/,
];
