import type { Verdict } from '../../schema/judge/verdict.ts';
import { faultsOf } from './faults.ts';

/** The faults as JUnit XML: one failed case each; what passed is only counted. */
export function junitOf(verdict: Verdict): string {
  const faults = faultsOf(verdict);
  const cases = faults.map(
    ({ rule, name, message, file, line }) =>
      `  <testcase classname="pawl.${rule}" name="${written(name)}"${file === null ? '' : ` file="${written(file)}" line="${line ?? 1}"`}><failure message="${written(message)}"/></testcase>`,
  );
  const total = Math.max(verdict.tests.total, faults.length);
  const seconds = (verdict.duration_ms / 1000).toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="pawl verify" tests="${total}" failures="${faults.length}" skipped="${verdict.tests.skipped}" time="${seconds}">\n${cases.join('\n')}\n</testsuite>\n`;
}

const names: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };

/** XML has no way to write most control characters: they are left out. */
function written(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[<>&"']/g, (char) => names[char] ?? char);
}
