import type { Verdict } from '../../schema/judge/verdict.ts';
import { faultsOf } from './faults.ts';

/** The faults as SARIF 2.1.0, for code scanning. */
export function sarifOf(verdict: Verdict): Record<string, unknown> {
  const faults = faultsOf(verdict);
  const rules = [...new Set(faults.map(({ rule }) => rule))].map((id) => ({ id }));
  const results = faults.map(({ rule, name, message, file, line }) => ({
    ruleId: rule,
    level: 'error',
    message: { text: rule === 'test' ? `${name}: ${message}` : message },
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
