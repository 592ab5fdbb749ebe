import type { Recorded } from '../../../../schema/run/event.ts';

/**
 * Each event, its reason without what was told before: what a developer who gave up has said, and what shows a loop,
 * comes again as the reason of whatever follows from it, and why the last task ended as the reason of the run.
 */
export function reasonsOnce(): (event: Recorded) => Recorded {
  const reasons = new Set<string>();
  let ended = '';
  return (event) => {
    switch (event.type) {
      case 'attempt.finished':
        if (event.ended === 'hand_over') for (const text of saidIn(event.summary)) reasons.add(text);
        return event;
      case 'loop.detected':
        reasons.add(event.evidence);
        return event;
      case 'task.finished':
        ended = event.reason;
        return { ...event, reason: [...reasons].reduce(textWithout, event.reason) };
      case 'tier.escalated':
        return { ...event, reason: [...reasons].reduce(textWithout, event.reason) };
      case 'handed.over':
      case 'run.finished':
        return event.reason === ended ? { ...event, reason: '' } : event;
      default:
        return event;
    }
  };
}

/** All of it, and its first sentence: the repairer's is a reason by itself. */
function saidIn(summary: string): string[] {
  const [first = ''] = summary.split(/\.(?: |$)/, 1);
  return first.length < leastSentence ? [summary] : [summary, first];
}

/** A shorter one may stand in another by chance. */
const leastSentence = 20;

/** What is left of a text without a part of it, and without the bracket or the colon before it. */
export function textWithout(text: string, part: string): string {
  const at = part === '' ? -1 : text.indexOf(part);
  if (at === -1) return text;
  const [before, after] = [text.slice(0, at), text.slice(at + part.length)];
  const isBracketed = before.endsWith(' (') && after.startsWith(')');
  return `${before.replace(isBracketed ? / \($/ : /: $/, '')}${isBracketed ? after.slice(1) : after}`;
}
