import type { Step } from '../../core/run/step.ts';
import type { World } from '../../ports/world.ts';
import { accept } from '../../rooms/accept/accept.ts';
import { consult } from '../../rooms/consult/consult.ts';
import { deliver } from '../../rooms/deliver/deliver.ts';
import { land } from '../../rooms/deliver/land.ts';
import { merge } from '../../rooms/deliver/merge.ts';
import { pr } from '../../rooms/deliver/pull/pr.ts';
import { develop } from '../../rooms/develop/develop.ts';
import { intake } from '../../rooms/intake/intake.ts';
import { learn } from '../../rooms/learn/learn.ts';
import { improve } from '../../rooms/plan/improve.ts';
import { plan } from '../../rooms/plan/plan.ts';
import { answer } from '../../rooms/report/answer.ts';
import { report } from '../../rooms/report/report.ts';
import { review } from '../../rooms/review/review.ts';
import type { Context } from '../../rooms/room.ts';
import { test } from '../../rooms/test/test.ts';
import { verify } from '../../rooms/verify/verify.ts';
import type { PawlEvent } from '../../schema/run/event.ts';

/** The room that does a step. */
export function perform(step: Step, context: Context, world: World): AsyncGenerator<PawlEvent, void> {
  switch (step.kind) {
    case 'record':
      return record(step.event);
    case 'consult':
      return consult(step, context, world);
    case 'intake':
      return intake(step, context, world);
    case 'plan':
      return plan(step, context, world);
    case 'develop':
      return develop(step, context, world);
    case 'verify':
      return verify(step, context, world);
    case 'test':
      return test(step, context, world);
    case 'review':
      return review(step, context, world);
    case 'merge':
      return merge(step, context, world);
    case 'deliver':
      return deliver(step, context, world);
    case 'learn':
      return learn(step, context, world);
    case 'accept':
      return accept(step, context, world);
    case 'land':
      return land(step, context, world);
    case 'improve':
      return improve(step, context, world);
    case 'pr':
      return pr(step, context, world);
    case 'answer':
      return answer(step, context, world);
    case 'report':
      return report(step, context, world);
  }
}

async function* record(event: PawlEvent): AsyncGenerator<PawlEvent, void> {
  yield event;
}
