import { type BacktestOptions, backtest } from '../../core/learning/backtest.ts';
import { ConfigError } from '../../ports/errors.ts';
import { type BacktestResult, type Outcomes, outcomesSchema } from '../../schema/run/outcomes.ts';

/** Replays a file of outcomes. A ladder names its models by unique beginnings. */
export function replay(text: string, options: BacktestOptions): BacktestResult {
  const { models } = outcomesIn(text);
  if (Object.keys(models).length === 0) throw new ConfigError('the outcomes name no model');
  const ladder = options.ladder.map((name) => modelNamed(models, name));
  const twice = ladder.find((name, at) => ladder.indexOf(name) !== at);
  if (twice !== undefined) throw new ConfigError(`--ladder names '${twice}' twice`);
  const result = backtest(models, { ...options, ladder });
  if (result.tasks === 0) throw new ConfigError('the outcomes contain no task that every model was given');
  return result;
}

function outcomesIn(text: string): Outcomes {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ConfigError(`the outcomes are not JSON: ${error.message}`);
  }
  const parsed = outcomesSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [first, ...rest] = issue?.path ?? [];
  if (first === undefined || (first === 'models' && rest.length === 0))
    throw new ConfigError('the outcomes have no "models": see pawl backtest --help');
  throw new ConfigError(
    `in the outcomes, ${[first, ...rest].join('.')} is missing or of the wrong type: see pawl backtest --help`,
  );
}

function modelNamed(models: Outcomes['models'], name: string): string {
  if (Object.hasOwn(models, name)) return name;
  const matches = Object.keys(models).filter((model) => model.startsWith(name));
  const [only, ...more] = matches;
  if (only !== undefined && more.length === 0) return only;
  const choices = (matches.length > 0 ? matches : Object.keys(models)).join(', ');
  throw new ConfigError(
    `--ladder: ${matches.length === 0 ? 'no' : 'more than one'} model begins with '${name}' (${choices})`,
  );
}
