/**
 * Tests inside of product files. Each function takes a file's text on base and now, empty where there is none. Names are
 * for people: `mod tests > adds_up`.
 */
export interface Regions {
  /** Base's tests, and what stands beside them in their module, that now are other ones or gone. */
  changed(base: string, now: string): string[];
  /** Tests that base does not have. */
  added(base: string, now: string): string[];
  /** The file as it is now with base's tests in it, and no others. */
  withBase(base: string, now: string): string;
  /** Where product code now asks whether it is being tested, and on base did not. */
  asking(base: string, now: string): string[];
  /** The files that may say that this one holds nothing but tests. */
  declarersOf?(path: string): string[];
  /** Files that hold nothing but tests because base's text of this file says so. */
  testFiles(path: string, base: string): string[];
}
