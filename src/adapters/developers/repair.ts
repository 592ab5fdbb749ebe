import type { Clock } from '../../ports/clock.ts';
import type { Developer } from '../../ports/outside/developer.ts';
import type { Sandbox } from '../../ports/outside/sandbox.ts';
import type { Sight } from '../../ports/outside/sight.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import { repair } from '../../repair/repair.ts';
import { stepEvent } from './external/step.ts';

interface Parts {
  sandbox: Sandbox;
  blobs: Blobs;
  clock: Clock;
  sight: Sight;
}

/** The developer that needs no model: small edits from templates, tried out by the failing tests. */
export function repairDeveloper({ sandbox, blobs, clock, sight }: Parts): Developer {
  return {
    async *work(assignment, signal) {
      const search = repair(assignment, { sandbox, clock }, signal);
      let number = 0;
      for (;;) {
        const next = await search.next();
        number += 1;
        if (next.done) {
          const { done, summary, figures = {}, suspects } = next.value;
          const action = done ? 'finish' : 'hand_over';
          const lastStep = { thought: '', action, input: { ...figures }, observation: summary };
          const end = { decision: done ? ('done' as const) : ('escalate' as const), reason: summary };
          yield await stepEvent(assignment, number, lastStep, end, blobs);
          const masked = suspects?.map((one) => ({ ...one, text: sight.text(one.text) }));
          return { ended: done ? 'finished' : 'hand_over', summary, ...(masked && { suspects: masked }) };
        }
        const end = { decision: 'continue' as const, reason: next.value.action };
        const { action, input, observation } = next.value;
        const step = { thought: '', action, input, observation: sight.text(observation) };
        yield await stepEvent(assignment, number, step, end, blobs);
      }
    },
  };
}
