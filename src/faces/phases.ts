import type { Phase } from '../schema/run/lifecycle.ts';

export const phaseWords: Record<Phase, string> = {
  initializing: 'starting',
  decomposing: 'planning',
  executing: 'working on tasks',
  reviewing: 'reviewing',
  improving: 'improving',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};
