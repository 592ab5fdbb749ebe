import type { EventOf } from '../../../../schema/run/event.ts';

/** A remark for a person whose text no developer can read now. */
export function tooLate({ late }: EventOf<'answer.given'>): string {
  if (!late) return '';
  if (late.task === null) return ' (no developer will read this: start another run for it)';
  return ` (${late.task} ${meanwhile[late.step ?? ''] ?? 'has no developer at work'}: a developer reads this only if there is another attempt)`;
}

const meanwhile: Record<string, string> = {
  develop: 'has a developer that cannot be told anything while it works',
  verify: 'is being tested',
  test: 'is being tested',
  review: 'is being reviewed',
  merge: 'is being merged',
  deliver: 'is being committed',
};
