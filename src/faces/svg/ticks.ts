/** Whole steps of 1, 2 or 5 from 0 to at least `most`: about five of them. */
export function wholeTicks(most: number, least_step = 0): number[] {
  const rough = Math.max(most, 1e-9) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least_step, [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? rough);
  const steps = Math.ceil(most / step - 1e-9);
  return Array.from({ length: Math.max(1, steps) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** As many digits after the point as the smallest step needs. */
export function digitsOf(ticks: number[]): number {
  const step = ticks[1] ?? 1;
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}
