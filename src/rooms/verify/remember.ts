import { createHash } from 'node:crypto';
import { shortText } from '../../code/text.ts';
import type { TestRun } from '../../schema/judge/test-run.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { Execution } from '../../schema/run/execution.ts';
import type { Analysis, Failed } from './advice/analyse.ts';

/** So many failures are kept one by one. */
const mostFailures = 100;
const [firstStack, laterStack] = [1500, 300];

export interface Judged {
  run: string;
  at: number;
  reached: EventOf<'verdict.reached'>;
  finished: EventOf<'attempt.finished'>;
  failures: readonly Failed[];
  analyses: readonly Analysis[];
  /** What the tests said, after the change and before it. */
  tests: TestRun | null;
  baseline: TestRun;
}

/** A judged attempt as the debug memory keeps it. */
export function executionOf({ run, at, reached, finished, failures, analyses, tests, baseline }: Judged): Execution {
  const { task, attempt, verdict, judged_tree } = reached;
  const { total, passed, failed, errors, skipped } = verdict.tests;
  const passedBefore = new Set(baseline.cases.flatMap(({ id, status }) => (status === 'passed' ? [id] : [])));
  const kinds = new Set<string>();
  return {
    run,
    task,
    attempt,
    at: new Date(at).toISOString(),
    code_hash: createHash('sha256').update(judged_tree).digest('hex'),
    tree: judged_tree,
    tier: finished.tier,
    passed: verdict.status === 'pass',
    environment: { node_version: process.versions.node, test_framework: tests?.runner ?? baseline.runner },
    test_results: { total, passed, failed, errors, skipped, duration_ms: Math.max(0, verdict.duration_ms) },
    failures: failures.slice(0, mostFailures).map((failure) => {
      const { test, file, type, message, stack, signature, pattern } = failure;
      const isFirst = !kinds.has(signature);
      kinds.add(signature);
      return {
        test_name: shortText(test, 300),
        test_file: shortText(file ?? '', 300),
        error_type: shortText(type, 100),
        error_message: shortText(message, isFirst ? 1000 : 300),
        stack_trace: shortText(stack, isFirst ? firstStack : laterStack),
        signature,
        pattern,
        broken: passedBefore.has(test),
      };
    }),
    left_out: Math.max(0, failures.length - mostFailures),
    analyses: analyses.flatMap(({ signature, root_cause, fix_strategy, confidence }) =>
      signature === undefined || root_cause === '' ? [] : [{ signature, root_cause, fix_strategy, confidence }],
    ),
    change: {
      files: finished.files,
      description: shortText(finished.summary, 1200),
      insertions: finished.insertions,
      deletions: finished.deletions,
    },
  };
}
