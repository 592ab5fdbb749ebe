import type { TestRun } from '../../../../../schema/judge/test-run.ts';
import { briefDuration, count, duration } from '../../../../words.ts';
import { h, type VNode } from '../../dom/node.ts';
import type { Attempt } from '../../model/shape.ts';
import type { Page } from '../../page.ts';
import { empty, pill, pre } from '../parts.ts';

const most = 500;
const tones: Record<string, string> = { passed: 'pass', failed: 'fail', error: 'fail', skipped: 'none' };
const order = ['failed', 'error', 'skipped', 'passed'];

/** What the judge found by running the tests, test by test. */
export function testsView(page: Page, { judged, analyses, violations }: Attempt): VNode {
  if (!judged) return empty('The tests have not been run on this attempt yet.');
  const { verdict } = judged;
  const { tests, coverage } = verdict;
  const faults = [...verdict.syntax_errors, ...verdict.import_errors, ...verdict.runtime_errors];
  const tone = verdict.status;
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'line' },
      pill(tone, tone),
      h(
        'span',
        {},
        `${tests.passed} of ${count(tests.total, 'test')} pass`,
        counted(tests),
        ` in ${briefDuration(verdict.duration_ms / 1000)}`,
      ),
    ),
    h(
      'p',
      { class: 'dim' },
      `confidence ${verdict.confidence}`,
      coverage ? `, tests execute ${coverage.covered} of ${coverage.changed_lines} changed lines` : '',
      verdict.control === 'none' ? '' : `, control ${verdict.control}`,
    ),
    ...violations.map(({ rule, files }) => h('p', { class: 'callout' }, `Protected: ${files.join(', ')} (${rule})`)),
    list(
      'Problems',
      faults.map((fault) =>
        h(
          'li',
          {},
          h('code', {}, `${fault.file ?? ''}${fault.line === null ? '' : `:${fault.line}`}`),
          ' ',
          fault.message,
        ),
      ),
    ),
    list(
      'Failures',
      verdict.test_failures.map((failure) =>
        h('li', { class: 'failure' }, h('strong', {}, failure.test), pre(`error of ${failure.test}`, failure.error)),
      ),
    ),
    list(
      'Causes',
      analyses
        .filter(({ confidence }) => confidence >= 0.5)
        .map((one) =>
          h(
            'li',
            {},
            h('strong', {}, one.test),
            h('p', {}, one.root_cause),
            h('p', { class: 'dim' }, one.fix_strategy),
          ),
        ),
    ),
    list(
      'Warnings',
      verdict.warnings.map((warning) => h('li', {}, warning)),
    ),
    judged.run_ref === null ? null : cases(page, judged.run_ref),
  );
}

const counted = (tests: {
  fixed: number;
  broken: number;
  preexisting: number;
  flaky: number;
  skipped: number;
}): string =>
  Object.entries({
    fixed: tests.fixed,
    broken: tests.broken,
    'failing before': tests.preexisting,
    flaky: tests.flaky,
    skipped: tests.skipped,
  })
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `, ${n} ${name}`)
    .join('');

const list = (title: string, rows: VNode[]): VNode | null =>
  rows.length === 0 ? null : h('div', { key: title }, h('h3', {}, title), h('ul', { class: 'plain' }, ...rows));

const cache = new Map<string, TestRun['cases'] | null>();

function casesIn(text: string): TestRun['cases'] | null {
  if (!cache.has(text)) cache.set(text, parsed(text));
  return cache.get(text) ?? null;
}

function parsed(text: string): TestRun['cases'] | null {
  try {
    const { cases: all } = JSON.parse(text) as TestRun;
    return all.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  } catch {
    return null; // Made by another version: the verdict above says what counts.
  }
}

/** Every test of the run that the verdict rests on. */
function cases(page: Page, ref: string): VNode {
  const { state } = page;
  const blob = page.blob(ref);
  if (blob.state === 'loading') return empty('Loading the tests…');
  const all = blob.state === 'ready' ? casesIn(blob.text) : null;
  if (all === null) return empty('The list of tests cannot be read.');
  const words = state.testSearch.trim().toLowerCase();
  const rows = all.filter(({ id, status }) => words === '' || `${id} ${status}`.toLowerCase().includes(words));
  return h(
    'div',
    { key: 'cases' },
    h('h3', {}, 'Every test'),
    h('input', {
      ...{ type: 'search', placeholder: 'Search tests', 'aria-label': 'Search tests' },
      oninput: (event: Event) => {
        state.testSearch = (event.target as HTMLInputElement).value;
        page.draw();
      },
    }),
    h(
      'p',
      { class: 'dim', role: 'status' },
      rows.length > most ? `${count(rows.length, 'test')}, the first ${most} shown` : count(rows.length, 'test'),
    ),
    h(
      'ul',
      { class: 'cases' },
      ...rows
        .slice(0, most)
        .map((test) =>
          h(
            'li',
            { key: test.id },
            pill(tones[test.status] ?? 'none', test.status),
            h('span', { class: 'name' }, test.id),
            h('span', { class: 'dim num' }, duration(test.duration_ms)),
          ),
        ),
    ),
  );
}
