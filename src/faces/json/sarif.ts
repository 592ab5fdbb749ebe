import type { ReviewPoint } from '../../schema/judge/review.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import { faultsOf } from './faults.ts';

/** The faults as SARIF 2.1.0, for code scanning, with the points of a review where there is one. */
export function sarifOf(verdict: Verdict, points: ReviewPoint[] = []): Record<string, unknown> {
  const faults = faultsOf(verdict).map(({ rule, name, message, file, line }) => {
    return {
      rule: rule as string,
      level: 'error',
      text: rule === 'test' ? `${name}: ${message}` : message,
      file,
      line,
    };
  });
  const findings = [...faults, ...points.map((point) => ({ ...point, level: point.blocks ? 'error' : 'warning' }))];
  const rules = [...new Set(findings.map(({ rule }) => rule))].map((id) => ({ id }));
  const results = findings.map(({ rule, level, text, file, line }) => ({
    ruleId: rule,
    level,
    message: { text },
    ...(file === null
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(file) },
                region: { startLine: Math.max(1, line ?? 1) },
              },
            },
          ],
        }),
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'pawl', rules } }, results }],
  };
}
