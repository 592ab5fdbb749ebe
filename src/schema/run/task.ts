import { z } from 'zod';

export const taskKinds = ['feature', 'fix', 'refactor', 'endpoint', 'docs'] as const;

/** How a criterion is proven: by a test, a command that ends well, a file that says it, or a person who looks. */
export const proofKinds = ['test', 'command', 'file', 'person'] as const;

export const proofSchema = z.object({
  /** The criterion's place in `acceptance`, from 1. */
  criterion: z.number().int().positive(),
  by: z.enum(proofKinds),
  /** The test's name or file; the command; `path` or `path: words`; what the person looks at. */
  name: z.string().min(1),
});

export const taskSchema = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  kind: z.enum(taskKinds),
  acceptance: z.array(z.string()),
  /** What is to prove the criteria, as the planner proposes it; code looks whether it does. */
  proofs: z.array(proofSchema).optional(),
  depends_on: z.array(z.string()),
  effort_hours: z.number().nonnegative(),
});

/** One unit of the plan. */
export type Task = z.infer<typeof taskSchema>;
export type TaskKind = Task['kind'];
export type Proof = z.infer<typeof proofSchema>;
