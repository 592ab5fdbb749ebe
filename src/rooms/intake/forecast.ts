import { forecastUsd } from '../../core/money/forecast.ts';
import { branchName } from '../../core/run/slug.ts';
import { detectRunner } from '../../languages/runs/detect.ts';
import { filesOf } from '../../languages/runs/project.ts';
import type { Target } from '../../ports/outside/repo.ts';
import type { Forecast } from '../../schema/run/view.ts';
import type { Policy } from '../../schema/settings/policy.ts';

interface Head {
  paths: string[];
  read(path: string): Promise<string | null>;
}

/** What a run would do, from what it would be given. */
export async function forecast(
  request: string,
  target: Target,
  policy: Policy,
  notes: string[],
  head: Head,
): Promise<Omit<Forecast, 'survey' | 'tests'>> {
  const runner = await detectRunner(filesOf(head.paths, target.scope, head.read), policy.tests);
  const { run_usd, task_usd, day_usd, run_minutes, task_minutes, attempts_per_task } = policy.limits;
  return {
    request,
    base: target.head,
    branch: branchName(policy.branch_template, request),
    delivery: deliveryIn(policy, target),
    runner: runner?.id ?? null,
    tiers: policy.tiers.map((tier) => ({
      name: tier.name,
      model: tier.model,
      attempts: tier.attempts,
      price: priceOf(tier),
    })),
    limits: { run_usd, task_usd, day_usd, run_minutes, task_minutes, attempts_per_task },
    forecast_usd: forecastUsd(policy, 1),
    sandbox: policy.sandbox.kind,
    notes,
  };
}

function priceOf({ price, attempt_usd }: Policy['tiers'][number]): string {
  if (price) return `${listPrice(price.input)} in, ${listPrice(price.output)} out per million tokens`;
  return attempt_usd === undefined ? 'free' : `at most $${attempt_usd} an attempt`;
}

/** `$3`, `$0.30`, `$0.028`. */
const listPrice = (usd: number): string => `$${/\.\d$/.test(String(usd)) ? usd.toFixed(2) : usd}`;

function deliveryIn(policy: Policy, { branch }: Target): string {
  if (policy.strategy === 'pr') return 'a pull request for each task';
  return [
    policy.strategy === 'direct' ? `commits on ${branch}` : 'a branch of its own',
    ...(policy.squash ? ['one commit for all tasks'] : []),
    ...(policy.strategy === 'branch' && policy.merge ? [`merged into ${branch}`] : []),
    ...(policy.push ? ['pushed'] : []),
  ].join(', ');
}
