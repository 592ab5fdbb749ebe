import type { Check } from '../../../schema/run/view.ts';
import { wrap } from '../terminal/layout.ts';
import { oneLine, scrub } from '../terminal/text.ts';
import type { Style } from './style.ts';

export function doctorLines(given: Check[], style: Style, version: string): string[] {
  const all = scrub(given);
  // What keeps several checks from being made is said once.
  const checks = all.filter(
    ({ ok, detail }, at) => ok || all.findIndex((other) => !other.ok && other.detail === detail) === at,
  );
  return [
    `pawl ${version}, node ${process.versions.node}`,
    ...checkLines(checks, style),
    conclusion(all, checks, style),
  ];
}

function checkLines(checks: Check[], { paint, columns }: Style): string[] {
  const width = Math.max(0, ...checks.map((check) => check.name.length));
  return checks.flatMap((check) => {
    const state = check.ok ? paint.green('ok     ') : check.required ? paint.red('not ok ') : paint.yellow('note   ');
    const [first = '', ...more] = check.ok ? check.detail.split('\n') : [check.detail];
    const gap = ' '.repeat(width + 11);
    const [head = '', ...rest] = [first, ...more].flatMap((line) => wrap(oneLine(line, 400), columns - gap.length));
    return [`${state}  ${check.name.padEnd(width)}  ${head}`.trimEnd(), ...rest.map((line) => `${gap}${line}`)];
  });
}

/** What may be done here, in one line. */
function conclusion(all: Check[], shown: Check[], { paint }: Style): string {
  const isMissing = ({ ok, required }: Check) => !ok && required;
  const missing = all.filter(isMissing);
  const namesOf = (checks: Check[]) => checks.map(({ name }) => name).join(', ');
  if (missing.some(({ works_without_model }) => !works_without_model))
    return paint.red(`Not ready: see ${namesOf(shown.filter(isMissing))}.`);
  const lacking = shown.filter(({ works_without_model }) => works_without_model);
  const untested = all.some(({ name, ok }) => name === 'tests' && !ok);
  if (untested && lacking.some(({ ok }) => !ok)) return paint.red(`Not ready: see ${namesOf(lacking)}, tests.`);
  if (untested && lacking.length > 0)
    return paint.yellow('No tests: pawl fix, verify and review have nothing to run. pawl run needs a model.');
  if (untested) return paint.yellow('Ready, but no test can be run here: see tests.');
  if (lacking.length === 0) return paint.green('Ready.');
  return `Ready for pawl fix, verify and review, which need no model. ${paint.yellow(`Not ready for pawl run: see ${namesOf(lacking)}.`)}`;
}
