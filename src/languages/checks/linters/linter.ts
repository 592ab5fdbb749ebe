import { outDir, type SandboxResult } from '../../../ports/outside/sandbox.ts';
import { relativePath } from '../../reports/places.ts';
import { maxReportLength, oneLine } from '../../reports/report.ts';
import { lineNumber, text } from '../../reports/values.ts';
import type { RunnerCommand } from '../../runner.ts';

export interface LintWarning {
  file: string;
  line: number;
  rule: string;
  message: string;
}

/** A repository's own linter. It only ever warns: what it does not find, or that it is not there, means nothing. */
export interface Linter {
  readonly id: string;
  /** The toolchains besides node that it uses. */
  readonly needs: string[];
  takes(path: string): boolean;
  /** Looks at these files, or at the packages that they are in. */
  command(paths: string[]): RunnerCommand;
  /** Never throws. */
  read(result: SandboxResult, mount_at: string): LintWarning[];
}

/** A found place as the linter wrote it. */
export interface Raw {
  path: unknown;
  line: unknown;
  rule: unknown;
  message: unknown;
}

const reportFile = 'lint.txt';

interface More {
  provide?: Record<string, string>;
  env?: Record<string, string>;
  /** What the shell does first. */
  first?: string;
}

/** Programs are tried in their order. A report is soon larger than what is kept of a command's output. */
export function lintCommand(programs: string[][], args: string[], more: More = {}): RunnerCommand {
  const tries = programs.map(([program = '', script]) => {
    const there = script === undefined ? `command -v '${program}' >/dev/null` : `[ -e '${script}' ]`;
    const start = script === undefined ? `'${program}'` : `'${program}' '${script}'`;
    return `if ${there}; then exec ${start} "$@" > ${outDir}/${reportFile}; fi; `;
  });
  return {
    argv: ['sh', '-c', `${more.first ?? ''}${tries.join('')}exit 127`, 'sh', ...args],
    provide: more.provide ?? {},
    collect: [reportFile],
    env: more.env ?? {},
  };
}

export function readLint(
  { files, stderr }: SandboxResult,
  mount_at: string,
  parse: (report: string) => Iterable<Raw>,
): LintWarning[] {
  const report = files[reportFile];
  if (report === undefined || report.length > maxReportLength) return [];
  const warnings: LintWarning[] = [];
  for (const raw of parse(report || stderr)) {
    const line = lineNumber(raw.line);
    const [file, rule] = [relativePath(text(raw.path), mount_at), oneLine(text(raw.rule))];
    if (line !== null && file !== '' && rule !== '')
      warnings.push({ file, line, rule, message: oneLine(text(raw.message)) });
  }
  return warnings;
}

/** A path that no program takes for a flag. */
export const plainPath = (path: string): string => `./${path}`;
