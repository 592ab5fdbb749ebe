/** A failed assertion looks the same whatever is wrong: it tells something only of its own test and files. */
export const isAssertion = (pattern: string): boolean => /assert|expect/i.test(pattern);
