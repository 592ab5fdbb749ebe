import type { EventOf, EventType } from '../../../../schema/run/event.ts';
import { count } from '../../../words.ts';
import { oneLine, short } from '../../terminal/text.ts';
import { type Renderer, row, type Style, sub } from '../style.ts';

type DeliveryType = Extract<
  EventType,
  | `commit.${string}`
  | `commits.${string}`
  | `branch.${string}`
  | `delivery.${string}`
  | 'hooks.ran'
  | 'backup.kept'
  | 'base.moved'
  | 'pr.opened'
>;

/** What happened to commits. */
export const deliveryLines: { [T in DeliveryType]: Renderer<T> } = {
  'commit.created': (e, { paint }) => [
    row('commit', `${paint.bold(short(e.sha))} on ${e.branch}${e.partial ? ' (unfinished work)' : ''}`, paint.green),
  ],
  'hooks.ran': (e, { paint }) => hookLines(e, paint),
  'commit.prepared': (e, { paint }) => [paint.dim(row('commit', `${short(e.sha)} is ready`))],
  'backup.kept': (e, { paint }) => [paint.dim(row('backup', `${e.branch} was at ${short(e.sha)}: ${e.ref}`))],
  'base.moved': (e, { paint }) => [
    row('merge', paint.yellow(`${e.branch} has moved to ${short(e.onto)}: the work is judged again on top of it`)),
  ],
  'commits.replaced': (e) => [
    row('commit', e.why === 'squash' ? `${short(e.to)} holds all tasks, on ${e.branch}` : `${e.branch} is rebased`),
  ],
  'branch.merged': (e, { paint }) => [
    row(
      'merge',
      `${e.branch} is at ${paint.bold(short(e.to))}${e.files === null ? '' : `; ${count(e.files, 'file')} in your work tree ${e.files === 1 ? 'was' : 'were'} updated`}`,
      paint.green,
    ),
  ],
  'branch.pushed': (e, { paint }) => [row('push', `${e.branch} to ${e.remote} (${oneLine(e.url, 200)})`, paint.green)],
  'delivery.refused': (e, { paint }) => [
    row('deliver', paint.red(`${oneLine(e.message, 300)} (${e.reason})`)),
    sub(`to go on: ${oneLine(e.cure, 200)}`),
  ],
  'delivery.undone': (e) => [
    row(
      'undo',
      e.restored.map(({ ref, sha }) => `${ref} ${sha === null ? 'removed' : `back at ${short(sha)}`}`).join(', ') ||
        'its branches were gone already',
    ),
    ...e.left.map((line) => sub(oneLine(line, 300))),
  ],
  'pr.opened': (e) => [row('pr', `${e.ref}: ${e.url}`)],
};

const hookOutcomes: Record<EventOf<'hooks.ran'>['outcome'], string> = {
  passed: 'passed',
  changed: 'changed files: they are judged again',
  failed: 'refuses the change',
  timeout: 'did not end in time and was stopped',
  unfit: 'fails here even without the change',
  message: 'refuses the commit message',
  restless: 'changes the files each time it runs',
};

function hookLines({ hook, outcome, output }: EventOf<'hooks.ran'>, paint: Style['paint']): string[] {
  const text = `${hook} ${hookOutcomes[outcome]}`;
  if (outcome === 'passed') return [row('hook', text)];
  const colour = outcome === 'changed' || outcome === 'failed' ? paint.yellow : paint.red;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return [row('hook', colour(text)), ...lines.slice(-5).map((line) => sub(oneLine(line, 200)))];
}
