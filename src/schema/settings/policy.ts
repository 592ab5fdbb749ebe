import { z } from 'zod';
import { forgeKinds } from '../forge/pull.ts';
import { taskKinds } from '../run/task.ts';

/** USD. More could not be counted in whole nano-dollars; as a cap it would be none. */
const amount = z.number().nonnegative().max(1e6);
const cap = z.number().nonnegative().max(1e9);

export const priceSchema = z.strictObject({ input: amount, output: amount, cached: amount.optional() });

export const limitsSchema = z.strictObject({
  attempts_per_tier: z.number().int().positive(),
  attempts_per_task: z.number().int().positive(),
  task_minutes: z.number().positive(),
  task_usd: cap,
  run_usd: cap,
  day_usd: cap,
  verify_seconds: z.number().positive(),
  full_seconds: z.number().positive(),
  review_rounds: z.number().int().positive(),
  react_steps: z.number().int().positive(),
  developer_steps: z.number().int().positive(),
  same_failure: z.number().int().min(2),
  /** How long a model that cannot answer is waited for. */
  outage_minutes: z.number().nonnegative(),
});

export const roleNames = ['planner', 'analyst', 'auditor', 'reviewer', 'improver', 'test_engineer', 'tester'] as const;
export const rolesSchema = z.partialRecord(z.enum(roleNames), z.string());

const share = z.number().min(0).max(1);

export const testsSchema = z.strictObject({
  /** Empty: detected. */
  command: z.array(z.string()),
  build: z.array(z.string()),
  install: z.array(z.string()),
  bind: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  related: z.boolean(),
  tolerate: z.array(z.string()),
  /** The share of changed lines that tests must execute, by kind; `enforce`: less is no pass. */
  coverage: z
    .strictObject({ feature: share, fix: share, endpoint: share, refactor: share, enforce: z.boolean() })
    .partial()
    .optional(),
});

export const sandboxSchema = z.strictObject({
  kind: z.enum(['bubblewrap', 'container', 'e2b', 'none']),
  /** Of a container, or the template of E2B; the kind's own unless set. An engine would take a dash for an option. */
  image: z
    .string()
    .regex(/^[\w][\w./:@-]*$/, 'must be the name of an image')
    .optional(),
  memory_mb: z.number().int().positive(),
  pids: z.number().int().positive(),
  network: z.enum(['none', 'host']),
});

/** One rung of the ladder as a run recorded it. Endpoints and keys are not in it: they come from trusted config. */
export const tierSchema = z.object({
  name: z.string(),
  developer: z.enum(['native', 'repair', 'acp', 'command']),
  /** `provider/model`, or null for a developer without one. */
  model: z.string().nullable(),
  price: priceSchema.nullable(),
  /** Models to use while the tier's own model cannot answer, in this order: each `provider/model` at its own price. */
  fallback: z.array(z.object({ model: z.string(), price: priceSchema.nullable() })).optional(),
  attempts: z.number().int().positive(),
  command: z.array(z.string()),
  /** Of an external agent: whether it may use the network. */
  network: z.literal('host').optional(),
  /** The same: names of variables that it is given, and paths of this machine that it may read. */
  env: z.array(z.string()).optional(),
  bind: z.array(z.string()).optional(),
  /** The same: the most that one attempt costs, as the user says. */
  attempt_usd: amount.optional(),
});

/** A tier's results on earlier tasks of one kind in this repository, by how many tiers had failed before it. */
export const tierHistorySchema = z.object({
  tier: z.string(),
  kind: z.enum(taskKinds),
  tries: z.array(z.number().int().nonnegative()),
  solved: z.array(z.number().int().nonnegative()),
  usd: z.number().nonnegative(),
});

/** Everything that `decide` may look at besides the state; recorded in `run.started` and kept by a resumed run. */
export const policySchema = z.object({
  /** The run is one question to this agent: nothing is planned or developed. */
  agent: z.string().optional(),
  plan: z.enum(['auto', 'single']),
  /** Whether a proposed plan waits for a person. */
  confirm: z.boolean(),
  /** Whether a person may be asked; journals of older versions lack it. */
  asks: z.boolean().optional(),
  review: z.enum(['on', 'checks', 'off']),
  improve: z.number().int().nonnegative(),
  parallel: z.number().int().positive(),
  strategy: z.enum(['branch', 'direct', 'pr']),
  branch_template: z.string(),
  /** Where pull requests are opened. Its API and its token come from trusted configuration. */
  forge: z.object({ kind: z.enum(forgeKinds), host: z.string(), project: z.string() }).optional(),
  /** The issue that the request was taken from, where the end of the run is told. */
  issue: z
    .object({
      kind: z.enum(forgeKinds),
      host: z.string(),
      project: z.string(),
      number: z.number().int().positive(),
      url: z.string(),
    })
    .optional(),
  /** All tasks as one commit. */
  squash: z.boolean().optional(),
  /** Into the branch that was checked out when the run began. */
  merge: z.boolean().optional(),
  push: z.boolean().optional(),
  /** The user's own hooks are run, each for at most so long; absent: they are not. */
  hooks: z.object({ seconds: z.number().positive() }).optional(),
  /** Branches that `direct` does not commit on: names or patterns. */
  protected_branches: z.array(z.string()).optional(),
  keep_partial: z.enum(['progress', 'always', 'never']),
  tiers: z.array(tierSchema).min(1),
  roles: rolesSchema,
  limits: limitsSchema.extend({
    run_minutes: z.number().positive().nullable(),
    /** Journals of older versions lack it. */
    outage_minutes: limitsSchema.shape.outage_minutes.optional(),
  }),
  tests: testsSchema,
  unlock: z.array(z.string()),
  /** A change that no test proves may be committed in a project without tests. */
  allow_untested: z.boolean().optional(),
  /** Tests that fail now and must pass, by name; `all`: every one. Absent: the request and the change tell. */
  targets: z.union([z.literal('all'), z.array(z.string())]).optional(),
  sandbox: sandboxSchema,
  notify: z.array(z.string()),
  /** A provider's embedding model that compares changes besides their structure. */
  embedding: z.object({ model: z.string(), price: priceSchema.nullable() }).optional(),
  /** What the choice of tiers may learn from; absent: the configured order holds. */
  history: z.array(tierHistorySchema).optional(),
});

export type Price = z.infer<typeof priceSchema>;
export type Tier = z.infer<typeof tierSchema>;
export type TierHistory = z.infer<typeof tierHistorySchema>;
export type Policy = z.infer<typeof policySchema>;
export type TestsPolicy = z.infer<typeof testsSchema>;
export type RoleName = (typeof roleNames)[number];
