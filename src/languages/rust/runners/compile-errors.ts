import { stripEscapes } from '../../../code/text.ts';
import type { TestError } from '../../../schema/judge/test-run.ts';
import { compileError, type Refusal } from '../../checks/compile-error.ts';
import { plainError } from '../../reports/report.ts';
import { amount, list, record, text } from '../../reports/values.ts';

/** What the compiler's message refuses; nothing where it only warns. */
export function compileErrors(message: Record<string, unknown>, mount_at: string): TestError[] {
  const headline = text(message.message);
  if (!/^error/.test(text(message.level)) || /^aborting due to/.test(headline)) return [];
  const spans = list(message.spans).map(record);
  const span = spans.find((one) => one.is_primary === true) ?? spans[0];
  const code = text(record(message.code).code);
  const type = typeOf(code, headline);
  // `mismatched types` says little without what stands below it.
  const label = type === 'TypeError' && span ? text(span.label) || marked(span) : '';
  const summary = `${[headline, label].filter(Boolean).join(': ')}${code && ` [${code}]`}`;
  const more = text(message.rendered);
  if (!span) return [{ ...plainError('BuildError', summary), stack: more.slice(0, 4000) }];
  const place = {
    path: text(span.file_name),
    line: Math.trunc(amount(span.line_start)),
    column: Math.trunc(amount(span.column_start)),
  };
  return [compileError({ type, message: summary, ...place, more }, mount_at)];
}

/** What cargo says without a network about a crate that was never downloaded, with the cure. */
export function missingCrate(output: string): TestError | null {
  const plain = stripEscapes(output);
  if (!/\b(?:--offline|offline mode|CARGO_NET_OFFLINE)\b|net\.offline|no matching package named/.test(plain))
    return null;
  const reason = /^(?:error: )?((?:no matching package|failed to (?:download|get|select)|attempting)[^\n]*)/m.exec(
    plain,
  )?.[1];
  const message = 'a crate that this needs is not on this machine: run `cargo fetch` in the project, then try again';
  return {
    ...plainError('BuildError', reason === undefined ? message : `${message} (${reason})`),
    stack: plain.slice(-4000),
  };
}

/** The source that a span is about. */
function marked(span: Record<string, unknown>): string {
  const line = record(list(span.text)[0]);
  const source = text(line.text).slice(amount(line.highlight_start) - 1, amount(line.highlight_end) - 1);
  return source === '' ? '' : `\`${source}\``;
}

/** A library is compiled once for use and once for its tests, and fails twice. */
export function distinct(errors: TestError[]): TestError[] {
  return [...new Map(errors.map((error) => [`${error.file}:${error.line} ${error.message}`, error])).values()];
}

function typeOf(code: string, message: string): Refusal {
  if (code === '') return grammar.test(message) ? 'SyntaxError' : /^cannot find/.test(message) ? 'NameError' : other;
  return codes.find(([, numbers]) => numbers.includes(Number(code.replace(/^E/, ''))))?.[0] ?? other;
}

const other = 'BuildError';
/** The parser's own errors have no code. */
const grammar =
  /^(?:expected|unexpected|missing|mismatched|unclosed|unmatched|unknown|unterminated|incorrect|invalid|found|leading|this file contains|struct literals|comparison operators|unnecessary|`[^`]+` (?:is not|must|cannot))/;
const codes: [Refusal, number[]][] = [
  ['SyntaxError', [585, 586, 748, 753, 758, 762, 763, 765, 766]],
  ['ImportError', [432, 433, 460, 461, 463, 583, 603]],
  ['NameError', [405, 407, 411, 412, 422, 423, 424, 425, 426, 437, 438, 531, 532, 560, 574, 576, 599, 609, 610, 615]],
  ['TypeError', [23, 26, 27, 29, 40, 46, 50, 53, 54, 57, 60, 61, 63, 69, 70, 107, 271, 277, 282, 283, 308, 369]],
  ['TypeError', [600, 604, 605, 606, 607, 608, 614, 618, 620, 631]],
];
