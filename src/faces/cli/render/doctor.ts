import type { Check } from '../../../schema/run/view.ts';
import { oneLine, scrub } from '../text.ts';
import type { Style } from './style.ts';

export function doctorLines(given: Check[], { paint }: Style): string[] {
  const checks = scrub(given);
  const width = Math.max(0, ...checks.map((check) => check.name.length));
  return checks.map((check) => {
    const state = check.ok ? paint.green('ok     ') : check.required ? paint.red('not ok ') : paint.yellow('note   ');
    return `${state}  ${check.name.padEnd(width)}  ${oneLine(check.detail, 300)}`.trimEnd();
  });
}
