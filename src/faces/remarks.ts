import type { Finding } from '../schema/judge/finding.ts';
import type { Verdict } from '../schema/judge/verdict.ts';

/** What a verdict says besides failures, as people read it. */
export interface Remark {
  text: string;
  /** It fails the verdict; other remarks only weigh in it. */
  decides: boolean;
  /** The warning that it is in the verdict. */
  warning: string;
}

const deciding: ReadonlySet<string> = new Set<Finding['kind']>(['rule', 'untested']);

/**
 * The remarks of a verdict without the tags that programs read, what it rests on first. `named`: failing tests that are
 * named with their errors; a remark that only names them again goes without the names.
 */
export function remarksIn({ warnings, findings }: Verdict, named: readonly string[]): Remark[] {
  const remarks = warnings.map((warning, at): Remark & { test?: string | undefined } => {
    const finding = findings?.[at];
    if (!finding) return { text: warning, decides: false, warning };
    return { text: plainText(finding), decides: deciding.has(finding.kind), warning, test: finding.test };
  });
  const rules = remarks.filter(({ decides, test }) => decides && test !== undefined);
  const reasons = new Set(rules.map(({ text, test }) => withoutTest(text, test)));
  const isNamed = rules.every(({ test = '' }) => named.includes(test));
  const wording = remarks.flatMap(({ test, ...remark }) => {
    if (!isNamed || reasons.size !== 1 || !remark.decides || test === undefined) return [remark];
    return rules[0]?.warning === remark.warning ? [{ ...remark, text: withoutTest(remark.text, test) }] : [];
  });
  return [...wording.filter(({ decides }) => decides), ...wording.filter(({ decides }) => !decides)];
}

const withoutTest = (text: string, test = ''): string =>
  text.endsWith(`: ${test}`) ? text.slice(0, -test.length - 2) : text;

const speakers: Partial<Record<Finding['kind'], string>> = {
  tester: 'the tester: ',
  test_engineer: 'the test engineer: ',
  needs_dependency: 'a new dependency: ',
};

const plainText = ({ kind, text }: Finding): string => `${speakers[kind] ?? ''}${text}`;
