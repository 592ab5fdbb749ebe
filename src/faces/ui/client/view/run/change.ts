import { count } from '../../../../words.ts';
import { h, type VNode } from '../../dom/node.ts';
import { type DiffFile, type DiffLine, readDiff } from '../../model/diff.ts';
import type { Attempt } from '../../model/shape.ts';
import type { Page } from '../../page.ts';
import { empty } from '../parts.ts';

/** So many lines of one file are shown at once. */
const most = 3000;

export function changeView(page: Page, attempt: Attempt): VNode {
  if (!attempt.finished) return empty('The change is shown when the attempt ends.');
  const patch = page.blob(attempt.tests?.files.length ? attempt.tests.diff_ref : attempt.finished.diff_ref);
  if (patch.state === 'loading') return empty('Loading…');
  if (patch.state === 'failed') return h('p', { class: 'fault', role: 'alert' }, patch.message);
  const files = filesOf(patch.text);
  if (files.length === 0) return empty('Nothing was changed.');
  return h(
    'div',
    { class: 'diff' },
    h('p', { class: 'dim' }, count(files.length, 'file')),
    ...files.map((file, at) =>
      h(
        'details',
        { class: 'file', key: `${at} ${file.path}`, open: files.length <= 20 },
        h(
          'summary',
          {},
          h('code', {}, file.path),
          h('span', { class: 'num add' }, ` +${file.added}`),
          h('span', { class: 'num del' }, ` −${file.removed}`),
        ),
        table(file),
      ),
    ),
  );
}

const cache = new Map<string, DiffFile[]>();

function filesOf(text: string): DiffFile[] {
  const files = cache.get(text) ?? readDiff(text);
  cache.set(text, files);
  return files;
}

const tables = new WeakMap<DiffFile, VNode>();

function table(file: DiffFile): VNode {
  const existing = tables.get(file);
  if (existing) return existing;
  const rest = file.lines.length - most;
  const element = h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Change of ${file.path}` },
    h('table', { class: 'lines' }, h('tbody', {}, ...file.lines.slice(0, most).map(row))),
    rest > 0 ? h('p', { class: 'dim' }, `${rest} more lines are not shown: pawl diff prints them.`) : null,
  );
  tables.set(file, element);
  return element;
}

const signs: Record<DiffLine['kind'], string> = { add: '+', del: '−', same: '', hunk: '', note: '' };

const row = ({ kind, before, after, text }: DiffLine): VNode =>
  h(
    'tr',
    { class: kind },
    h('td', { class: 'at' }, before ?? ''),
    h('td', { class: 'at' }, after ?? ''),
    h('td', { class: 'sign' }, signs[kind]),
    h('td', { class: 'text' }, text),
  );
