import { z } from 'zod';
import type { Flags } from '../../schema/settings/flags.ts';
import { policySchema, sandboxSchema } from '../../schema/settings/policy.ts';
import { fault, shortText } from '../fault.ts';
import type { Layer } from '../merge.ts';

const names = z.array(z.string().min(1)).min(1);
const globs = z.array(z.string().min(1));

/** What each flag takes, in the words of its error. */
const rules: { [F in keyof Flags]-?: readonly [z.ZodType, string] } = {
  strategy: [policySchema.shape.strategy, 'branch, direct or pr'],
  push: [z.boolean(), 'true or false'],
  merge: [z.boolean(), 'true or false'],
  squash: [z.boolean(), 'true or false'],
  verify: [z.boolean(), 'true or false'],
  tiers: [names, 'the names of tiers, separated by commas'],
  start_tier: [z.string().min(1), 'the name of a tier'],
  budget: [z.number().nonnegative(), 'USD: a number of at least 0'],
  timeout: [z.number().positive(), 'minutes: a number greater than 0'],
  attempts: [z.number().int().positive(), 'a whole number of at least 1'],
  plan: [policySchema.shape.plan, 'auto or single'],
  review: [policySchema.shape.review, 'on, checks or off'],
  improve: [policySchema.shape.improve, 'a whole number of at least 0'],
  parallel: [policySchema.shape.parallel, 'a whole number of at least 1'],
  sandbox: [sandboxSchema.shape.kind, 'bubblewrap, container, e2b or none'],
  unlock: [globs, 'a path pattern'],
  tolerate: [globs, 'a path pattern'],
  test: [z.array(z.string().min(1)), 'the name of a test'],
  allow_untested: [z.boolean(), 'true or false'],
  fix: [z.boolean(), 'true or false'],
  yes: [z.boolean(), 'true or false'],
};

/** Where a flag sets what a file can set too. */
const settings = new Map<string, keyof Flags>([
  ['strategy', 'strategy'],
  ['limits.run_usd', 'budget'],
  ['limits.run_minutes', 'timeout'],
  ['limits.attempts_per_tier', 'attempts'],
  ['sandbox.kind', 'sandbox'],
]);

/** The flags as the strongest layer; a `ConfigError` for a value that a flag does not take. */
export function flagLayer(flags: Flags): Layer {
  for (const [flag, [schema, takes]] of Object.entries(rules)) {
    const value = flags[flag as keyof Flags];
    if (value === undefined || schema.safeParse(value).success) continue;
    const valueText =
      typeof value === 'number' ? String(value) : shortText(Array.isArray(value) ? value.join(',') : value);
    throw fault(`${flagName(flag)} takes ${takes}, not ${valueText}`);
  }
  const values: Record<string, unknown> = {};
  for (const [setting, flag] of settings) {
    if (flags[flag] === undefined) continue;
    const [section = '', key] = setting.split('.');
    if (key === undefined) values[section] = flags[flag];
    else values[section] = { ...(values[section] as object | undefined), [key]: flags[flag] };
  }
  return {
    values,
    where: (path) => {
      const flag = settings.get(path.join('.'));
      return flag === undefined ? 'a flag' : `flag ${flagName(flag)}`;
    },
  };
}

const flagName = (flag: string) => `--${flag.replaceAll('_', '-')}`;
