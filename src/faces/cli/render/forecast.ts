import type { Forecast } from '../../../app.ts';
import { count, roughDollars } from '../../words.ts';
import { table } from '../terminal/layout.ts';
import { oneLine, scrub, short } from '../terminal/text.ts';
import { row, sub } from './style.ts';

/** What a run would do. */
export function forecastLines(given: Forecast, columns = Number.POSITIVE_INFINITY): string[] {
  const forecast = scrub(given);
  const tiers = forecast.tiers.map((tier) => [
    tier.name,
    tier.model ?? '-',
    count(tier.attempts, 'attempt'),
    tier.price,
  ]);
  return [
    'dry run: nothing is written and no model is called',
    row('request', oneLine(forecast.request, 120)),
    row('base', short(forecast.base)),
    row('branch', forecast.branch),
    row('delivery', forecast.delivery),
    ...forecast.tests.map((line, at) => (at === 0 ? row('tests', oneLine(line, 1000)) : sub(oneLine(line, 300)))),
    row('sandbox', forecast.sandbox),
    row('ladder', ''),
    ...table(tiers, columns - sub('').length).map((line) => sub(line)),
    row('limits', ''),
    ...table(
      Object.entries(forecast.limits).map(([name, value]) => [name, value === null ? 'none' : String(value)]),
    ).map((line) => sub(line)),
    row('forecast', `about ${roughDollars(forecast.forecast_usd)} per task (a rule of thumb)`),
    ...forecast.notes.map((note) => row('note', oneLine(note, 300))),
  ].map((line) => line.trimEnd());
}
