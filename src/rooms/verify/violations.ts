import type { RepoPath } from '../../schema/code/path.ts';
import type { Finding } from '../../schema/judge/finding.ts';
import type { BareVerdict } from '../../schema/judge/verdict.ts';
import { emptyVerdict } from './verdict.ts';

/** A change that the judge refuses without running it, or regardless of its test results. */
export interface Violation {
  file: RepoPath;
  rule: string;
  line?: number;
  /** The change brings the file, so that there is nothing to put back. */
  added: boolean;
}

/** The verdict on a change to what is protected. */
export const violated = (violations: Violation[]): BareVerdict =>
  refused(violations, ({ file, rule, added }) => ({
    kind: 'protected',
    text: added
      ? `${file} may not be added (${rule}): remove it, or have a person allow it with --unlock ${file}`
      : `${file} is protected (${rule}): undo this change to it, or have a person allow it with --unlock ${file}`,
  }));

/** A pass or a fail of the rest, which says what was put back. */
export function withPutBack(
  verdict: BareVerdict,
  { put_back, left_behind }: { put_back: Violation[]; left_behind: RepoPath[] },
): BareVerdict {
  const put = put_back.map(
    ({ file, rule, added }): Finding => ({
      kind: 'protected',
      file,
      text: added
        ? `${file} may not be added (${rule}) and was left out`
        : `${file} is protected (${rule}) and was put back`,
    }),
  );
  return {
    ...verdict,
    integrity: [...verdict.integrity, ...put_back.map(({ file, rule }) => ({ file, rule }))],
    findings: [...verdict.findings, ...put, ...leftOut(left_behind)],
  };
}

/** A person's review accepts what a run and `pawl verify` refuse. */
export function grownTests(paths: RepoPath[]): Finding[] {
  const [file] = paths;
  if (file === undefined) return [];
  const some = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
  const [are, tests, them] = paths.length === 1 ? ['is', 'an existing test', 'it'] : ['are', 'existing tests', 'them'];
  const unlocks = paths.length > 3 ? '--unlock' : paths.map((path) => `--unlock ${path}`).join(' ');
  const text = `${some} ${are} protected (${tests}): pawl verify refuses a change to ${them} without ${unlocks}`;
  return [{ kind: 'protected', ...(paths.length === 1 && { file }), text }];
}

/** What was dropped is said, with the way to keep it. */
export function leftOut(paths: RepoPath[]): Finding[] {
  if (paths.length === 0) return [];
  const some = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
  const text = `left out of the change, because tools made them: ${some}; --unlock includes such files`;
  return [{ kind: 'left_behind', text }];
}

/** The verdict on files of its own by which a change gets its tests to pass. */
export const meddling = (violations: Violation[]): BareVerdict =>
  refused(violations, ({ file, rule }) => ({ kind: 'meddling', text: `${file}: ${rule}` }));

/** The verdict on code that writes to what judges it. */
export const tampered = (files: string[]): BareVerdict =>
  refused(
    files.map((file) => ({ file, rule: 'written while the tests ran', added: false })),
    ({ file }) => ({
      kind: 'tampered',
      text: `${file} was written while the tests ran, which does not happen without this change`,
    }),
  );

/** What is the same about one file is said once. */
function refused(all: Violation[], say: (violation: Violation) => Pick<Finding, 'kind' | 'text'>): BareVerdict {
  const violations = all.filter(
    ({ file, rule }, at) => all.findIndex((other) => other.file === file && other.rule === rule) === at,
  );
  return {
    ...emptyVerdict,
    stopped_at: 'integrity',
    integrity: violations.map(({ file, rule }) => ({ file, rule })),
    findings: violations.map((violation) => {
      const { file, line } = violation;
      return { ...say(violation), file, ...(line !== undefined && { line }) };
    }),
  };
}
