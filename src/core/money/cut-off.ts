/** What a run is charged with for calls that were cut off, each at its most: no record says what they cost. */
export const cutOffUsd = (charged: number, recorded: number): number =>
  Math.max(0, Number((charged - recorded).toFixed(9)));
