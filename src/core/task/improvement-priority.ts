import type { EventOf } from '../../schema/run/event.ts';

type Impact = EventOf<'improvement.proposed'>['impact'];

const weights: Record<Impact, number> = { high: 10, medium: 5, low: 2 };
const penaltyPerHour = 0.5;

/** Impact first, then the hours it takes. */
export const improvementPriority = (impact: Impact, effortHours: number): number =>
  weights[impact] - effortHours * penaltyPerHour;
