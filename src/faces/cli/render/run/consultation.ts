import type { Recorded } from '../../../../schema/run/event.ts';
import { dollars, duration, statusWords } from '../../../words.ts';
import { oneLine, scrub } from '../../terminal/text.ts';
import type { Style } from '../style.ts';
import { isMilestone, linesFor } from './lines.ts';
import { agentDocument } from './steps.ts';

/** Tells a run that is one question to one agent: a stream of YAML documents, with everything else as comments. */
export function consultationTeller(
  style: Style,
  blob: (digest: string) => Promise<string>,
): (event: Recorded) => Promise<string[]> {
  let hasOutput = false;
  return async (event) => {
    const document = await agentDocument(event, blob);
    if (document === null) return remarks(event, style);
    const lines = document.replace(/\n$/, '').split('\n');
    const separated = hasOutput ? ['---', ...lines] : lines;
    hasOutput = true;
    return separated;
  };
}

function remarks(event: Recorded, style: Style): string[] {
  if (event.type === 'run.started') {
    const { run, policy, request } = scrub(event);
    return [remark(`run ${run}: ${policy.agent} gets ${oneLine(request, 200)}`)];
  }
  if (event.type === 'run.finished') {
    const { run, status, seconds, usd } = event;
    return [
      remark(`${statusWords({ status })} in ${duration(seconds * 1000)}, cost ${dollars(usd)}`),
      remark(`see: ${style.hints.pawl(`log ${run} --agent`)}`),
    ];
  }
  if (!isMilestone(event)) return [];
  // The question itself is put to the person when the run has come to rest.
  const plainEvent = event.type === 'handed.over' ? { ...event, question: null } : event;
  return linesFor(plainEvent, style).map(remark);
}

export const remark = (line: string): string => `# ${line}`;
