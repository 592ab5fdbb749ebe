import { z } from 'zod';

export const taskKinds = ['feature', 'fix', 'refactor', 'endpoint', 'docs'] as const;

export const taskSchema = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  kind: z.enum(taskKinds),
  acceptance: z.array(z.string()),
  depends_on: z.array(z.string()),
  effort_hours: z.number().nonnegative(),
});

/** One unit of the plan. */
export type Task = z.infer<typeof taskSchema>;
export type TaskKind = Task['kind'];
