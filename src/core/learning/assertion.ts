/** All failed assertions look alike, so a lesson from one is useful only for its own test and files. */
export const isAssertion = (pattern: string): boolean => /assert|expect/i.test(pattern);
