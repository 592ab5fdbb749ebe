import { z } from 'zod';
import { type RoleName, roleNames } from '../settings/policy.ts';

/** What every agent can be allowed to do. An agent's own actions have other names. */
export const actionNames = [
  'analyze',
  'search',
  'generate',
  'validate',
  'transform',
  'compare',
  'request_info',
  'delegate',
  'escalate',
  'read',
  'edit',
  'write',
  'run',
  'hand_over',
  'finish',
] as const;

const name = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must begin with a letter and have lower-case letters, digits, - and _');
const text = z.string().regex(/\S/, 'must not be empty');

/** The front matter of an agent file. What it holds is checked piece by piece, so that each fault has its own line. */
export const agentHeadSchema = z.strictObject({
  id: name,
  description: text.max(200),
  role: z.enum(roleNames).optional(),
  tier: text.optional(),
  max_iterations: z.number().int().positive().max(1000).optional(),
  contract: z.unknown().optional(),
  actions: z.array(z.unknown()).min(1).max(50),
  delegates: z.array(name).max(50).optional(),
});

export const contractSchema = z.strictObject({
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  constraints: z.array(z.unknown()).max(50).optional(),
});

export const ownActionSchema = z.strictObject({
  name,
  description: text.max(500),
  input: z.unknown().optional(),
  command: z.array(text).min(1),
});

const path = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'must be names with dots between them');
export const saidSchema = z.strictObject({ says: text.max(500) });
/** The constraints that code checks, by their name. */
export const checkedSchemas = {
  max_items: z.strictObject({ check: z.literal('max_items'), path, value: z.number().int().nonnegative() }),
  max_length: z.strictObject({ check: z.literal('max_length'), path, value: z.number().int().nonnegative() }),
  pattern: z.strictObject({ check: z.literal('pattern'), path, value: text.max(200) }),
  unique: z.strictObject({ check: z.literal('unique'), path, value: z.array(text).min(1) }),
  references: z.strictObject({ check: z.literal('references'), path }),
};

export type Issue = z.core.$ZodIssue;
export type JsonSchema = Record<string, unknown>;

type Checked = (typeof checkedSchemas)[keyof typeof checkedSchemas];
/** A sentence that a second pass of the model judges, or a check that code makes. */
export type Constraint = z.infer<typeof saidSchema> | z.infer<Checked>;

/** An action that an agent file brings along. It runs in the sandbox; `{key}` in a word stands for that input. */
export interface OwnAction {
  name: string;
  description: string;
  input: JsonSchema;
  command: string[];
}

/** A thinking role, read from an `.agent.md` file. */
export interface AgentDefinition {
  id: string;
  description: string;
  /** The role of the house that it plays. */
  role: RoleName | null;
  /** The tier that thinks for it; null: that of its role, else the strongest. */
  tier: string | null;
  /** Steps before it must stop; null: the run's limit for its kind. */
  max_iterations: number | null;
  contract: { input: JsonSchema | null; output: JsonSchema | null; constraints: Constraint[] };
  /** Names, its own among them; `finish` is the last. */
  actions: string[];
  own_actions: OwnAction[];
  /** Ids of the agents that it may delegate to. */
  delegates: string[];
  /** The section REACT_CYCLE. */
  cycle: { thoughts: string[]; actions: string[]; done: string[]; escalate: string[] };
  /** The Markdown body: what the model is told about its role. */
  instructions: string;
  /** `built-in`, or the path of its file. */
  source: string;
}

/** Something wrong with an agent file. */
export interface AgentFault {
  file: string;
  line: number;
  message: string;
}

/** An agent as a list shows it. */
export interface AgentView extends Omit<AgentDefinition, 'contract' | 'own_actions' | 'cycle' | 'instructions'> {
  /** The tier that thinks for it as things are configured; null: the whole ladder, or none. */
  tier: string | null;
}
