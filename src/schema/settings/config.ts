import { z } from 'zod';
import { forgesFileSchema, forgesSchema } from './forges.ts';
import {
  limitsSchema,
  type Policy,
  type Price,
  policySchema,
  priceSchema,
  rolesSchema,
  sandboxSchema,
  testsSchema,
  tierSchema,
} from './policy.ts';

const label = z.string().regex(/^[A-Za-z0-9][\w.-]*$/, 'must be a name of letters, digits, ".", "-" and "_"');
const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable');
const endpoint = z.string().refine(isEndpoint, 'must be an http or https address without a user name or password');
const modelId = z.string().regex(/^[^/\s]+\/\S+$/, 'must be written provider/model');
const hostPath = z.string().regex(/^(?:~\/|\/)./, 'must be an absolute path or begin with ~/');
const branchTemplate = z.string().refine(isBranchTemplate, 'must be a valid branch name that holds {slug}');
const protectedBranches = z.array(z.string().min(1).max(200)).max(50);

const api = z.enum(['openai', 'anthropic', 'google', 'deepseek']);
const tests = testsSchema.extend({ env: z.record(variable, z.string()) });
const notify = z.strictObject({ command: z.array(z.string()) });
const memory = z.strictObject({
  share_origins: z.array(z.string().min(1)),
  /** Executions are remembered for so many days. */
  retention_days: z.number().int().min(1).max(3650),
});

/** Whether the user's commit hooks are run, and for how long each. */
const hooks = z.strictObject({ run: z.boolean(), seconds: z.number().positive().max(3600) });

const fallback = z.union(
  [modelId, z.strictObject({ model: modelId, price: priceSchema.optional() })],
  'must be written provider/model, or {model, price}',
);

/** The placeholder in a command for the path of the file with the task. */
export const promptFile = '{prompt_file}';

const embedding = z.strictObject({ model: modelId, price: priceSchema.optional() });

const tierFileSchema = z
  .strictObject({
    name: label,
    developer: tierSchema.shape.developer.optional(),
    model: modelId.optional(),
    price: priceSchema.optional(),
    fallback: z.array(fallback).min(1).optional(),
    attempts: tierSchema.shape.attempts.optional(),
    command: tierSchema.shape.command.optional(),
    network: tierSchema.shape.network,
    env: z.array(variable).optional(),
    bind: z.array(hostPath).optional(),
    attempt_usd: tierSchema.shape.attempt_usd,
  })
  .superRefine((tier, context) => {
    const developer = tier.developer ?? 'native';
    const wrong = (message: string) => context.addIssue({ code: 'custom', message, path: [] });
    if (developer === 'native' && tier.model === undefined) wrong('needs `model`');
    if (developer === 'acp' || developer === 'command') {
      const [program = ''] = tier.command ?? [];
      if (program === '') wrong('needs `command`');
      else if (/^(?!~\/|\/).*\//.test(program)) wrong('needs a `command` that is a name or an absolute path');
      else if (developer === 'command' && !tier.command?.some((word) => word.includes(promptFile)))
        wrong(`needs ${promptFile} in an argument of its \`command\`: the agent reads its task from that file`);
      return;
    }
    for (const key of ['network', 'env', 'bind', 'attempt_usd'] as const)
      if (tier[key] !== undefined) wrong(`has \`${key}\`, which is for the developers acp and command`);
  });

/** A configuration file as a person writes it: every key may be left out. */
export const configFileSchema = z
  .strictObject({
    providers: z.record(label, z.strictObject({ api, base_url: endpoint, api_key_env: variable }).partial()),
    tiers: z.array(tierFileSchema).min(1),
    roles: rolesSchema,
    limits: limitsSchema.partial(),
    tests: tests.partial(),
    strategy: policySchema.shape.strategy,
    branch_template: branchTemplate,
    protected_branches: protectedBranches,
    keep_partial: policySchema.shape.keep_partial,
    hooks: hooks.partial(),
    sandbox: sandboxSchema.partial(),
    notify: notify.partial(),
    memory: memory.partial(),
    forges: forgesFileSchema,
    embedding,
  })
  .partial();

/** The configuration after every layer: nothing is left out. */
export const configSchema = z.strictObject({
  providers: z.record(
    label,
    z.strictObject({
      api,
      /** Null: the provider's own address. */
      base_url: endpoint.nullable().default(null),
      /** The variable that holds the key; null: no key is sent. */
      api_key_env: variable.nullable().default(null),
    }),
  ),
  tiers: z.array(
    tierFileSchema.transform((tier) => ({
      name: tier.name,
      developer: tier.developer ?? ('native' as const),
      model: tier.model ?? null,
      price: tier.price ?? null,
      ...(tier.fallback && { fallback: tier.fallback.map(fallbackOf) }),
      /** Null: `limits.attempts_per_tier`. */
      attempts: tier.attempts ?? null,
      command: tier.command ?? [],
      ...(tier.network && { network: tier.network }),
      ...(tier.env && { env: tier.env }),
      ...(tier.bind && { bind: tier.bind }),
      ...(tier.attempt_usd !== undefined && { attempt_usd: tier.attempt_usd }),
    })),
  ),
  roles: rolesSchema,
  limits: policySchema.shape.limits,
  tests,
  strategy: policySchema.shape.strategy,
  branch_template: branchTemplate,
  protected_branches: protectedBranches,
  keep_partial: policySchema.shape.keep_partial,
  hooks,
  sandbox: sandboxSchema,
  notify,
  memory,
  forges: forgesSchema,
  embedding: embedding.optional(),
});

export type ConfigFile = z.input<typeof configFileSchema>;
export type Config = z.output<typeof configSchema>;
export type TierConfig = Config['tiers'][number];
export type Limits = Policy['limits'];

function fallbackOf(setting: z.infer<typeof fallback>): { model: string; price: Price | null } {
  return typeof setting === 'string'
    ? { model: setting, price: null }
    : { model: setting.model, price: setting.price ?? null };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** With a slug and a number it is the name of a file. */
const longestTemplate = 180;

/** Git's own rules for a branch name, so that a template cannot name anything but a new branch. */
function isBranchTemplate(template: string): boolean {
  const branch = template.replaceAll('{slug}', 'x');
  return (
    template.includes('{slug}') &&
    /^[\w.+@/-]+$/.test(branch) &&
    !branch.startsWith('-') &&
    branch.length <= longestTemplate &&
    !branch.includes('..') &&
    branch.split('/').every((part) => part !== '' && !part.startsWith('.') && !/\.lock$|\.$/.test(part))
  );
}
