import { z } from 'zod';
import { type Finding, findingSchema } from './finding.ts';

const count = z.number().int().nonnegative();

/** What the Tester found by executing. The keys are a contract with users. */
export const verdictSchema = z.object({
  status: z.enum(['pass', 'fail', 'warning']),
  syntax_errors: z.array(z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string() })),
  import_errors: z.array(z.object({ file: z.string(), line: z.number(), name: z.string(), message: z.string() })),
  test_failures: z.array(
    z.object({ test: z.string(), error: z.string(), file: z.string().nullable(), line: z.number().nullable() }),
  ),
  runtime_errors: z.array(z.object({ message: z.string(), file: z.string().nullable(), line: z.number().nullable() })),
  warnings: z.array(z.string()),
  /** What the warnings say, by kind and place; verdicts of older journals lack it. */
  findings: z.array(findingSchema).optional(),
  confidence: z.number().min(0).max(1),
  recommendation: z.enum(['pass_to_commit', 'fix_required', 'escalate_tier']),
  stopped_at: z
    .enum(['integrity', 'syntax', 'imports', 'dependencies', 'build', 'related', 'tests', 'coverage', 'tester', 'rule'])
    .nullable(),
  duration_ms: z.number(),
  tests: z.object({
    total: count,
    passed: count,
    failed: count,
    errors: count,
    skipped: count,
    fixed: count,
    broken: count,
    preexisting: count,
    flaky: count,
  }),
  coverage: z.object({ changed_lines: count, covered: count, required: z.number(), met: z.boolean() }).nullable(),
  slower: z.array(z.object({ test: z.string(), before_ms: z.number(), after_ms: z.number() })),
  control: z.enum(['passed', 'failed', 'none']),
  integrity: z.array(z.object({ file: z.string(), rule: z.string() })),
});

export type Verdict = z.infer<typeof verdictSchema>;
/** A verdict whose findings are not in words yet. */
export type BareVerdict = Omit<Verdict, 'warnings' | 'findings'> & { findings: Finding[] };
