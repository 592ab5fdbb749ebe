import type { Finding } from '../../../schema/judge/finding.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Verdict } from '../../../schema/judge/verdict.ts';

/** What a pass leaves to be doubted, as findings. */
export const unreached = (file: string): Finding => ({
  kind: 'unreached',
  file,
  text: `${file}: the fixed tests need it, but nothing they use refers to it`,
});

/** A few names are enough: what the change does to one test, it does to all of them. */
export function unfailing(ids: string[]): Finding[] {
  const findings = ids
    .slice(0, 3)
    .map(
      (id): Finding => ({ kind: 'control', test: id, text: `${id} still passes when its expected value is changed` }),
    );
  return ids.length > 3 ? [...findings, { kind: 'control', text: `and ${ids.length - 3} more` }] : findings;
}

export const slowed =
  (run: TestRun) =>
  ({ test, before_ms, after_ms }: Verdict['slower'][number]): Finding => {
    const takes = `takes ${after_ms} ms instead of ${before_ms} ms`;
    const slow = run.cases.find(({ id }) => id === test);
    if (!slow) return { kind: 'slower', test, text: `${test} ${takes}` };
    const { file, line } = slow;
    const place = { file, ...(line !== null && { line }) };
    return {
      kind: 'slower',
      test,
      ...place,
      text: `${file}${line === null ? '' : `:${line}`}: ${slow.names.join(' > ')} ${takes}`,
    };
  };
