/** A copy of a test file that must fail: where it passes all the same, its tests prove nothing. */
export interface Control {
  text: string;
  /** The names of the tests in which an expected value was changed. */
  mutated: string[];
  /** The name of the test that was added and always fails. */
  canary: string | null;
}
