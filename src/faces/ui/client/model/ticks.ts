/** Whether a bar of so many has its name below it: as many as fit side by side on a phone, and always the last. */
export const isNamed = (at: number, bars: number): boolean => (bars - 1 - at) % Math.ceil(bars / 4) === 0;
