import { z } from 'zod';

const id = z.string().regex(/^[a-z][a-z0-9_-]*$/, 'use lower-case letters, digits, - and _');

/** The front matter of an agent file. */
export const agentHeadSchema = z.strictObject({
  id,
  description: z.string().min(1),
  /** Steps before it must stop; absent: the run's limit for its kind. */
  max_steps: z.number().int().positive().optional(),
  actions: z.array(id).min(1),
  /** JSON Schema of what `finish` must bring; absent: a summary. */
  output: z.record(z.string(), z.unknown()).optional(),
});

/** A thinking role, read from an `.agent.md` file. */
export interface AgentDefinition {
  id: string;
  description: string;
  max_steps: number | null;
  actions: string[];
  output: Record<string, unknown> | null;
  /** The Markdown body: what the model is told about its role. */
  instructions: string;
}
