/** A copy of a test file that must fail: where it passes all the same, its tests prove nothing. */
export interface Control {
  text: string;
  /** The last names of tests that must fail, since an expected value in them is another one or they fail at their end. */
  mutated: string[][];
  /** The last names of tests that were added and always fail. Each must be reported as failed. */
  canaries: string[][];
  /** The file with the canaries alone, for where `text` does not compile: then only they must fail. Null: it cannot be. */
  fallback: string | null;
}

export interface ControlRequest {
  /** Relative to the scope. */
  path: string;
  text: string;
  /** The runner's id. */
  runner: string;
  /** Makes the names of canaries unknown to the code. */
  mark: string;
  /** The names of the tests that the runner reports for this file. */
  tests: string[][];
}

/** What a language knows about making its tests fail. */
export interface ControlMaker {
  /** The ids of the runners whose tests it knows. */
  runners: RegExp;
  /** Null where neither an expected value can be changed nor a canary placed. */
  control(request: ControlRequest): Promise<Control | null>;
  /** For code that may catch what tests throw in functions that they hand out; null where a file hands out none. */
  callbacks?(request: ControlRequest): Promise<Control | null>;
}

export type ControlKind = 'values' | 'callbacks';

/** Copies of a script with which a command that runs it must not end well. */
export interface ScriptControl {
  /** Fails by the language's own assertion, once the script has loaded what it uses. */
  canary: string;
  /** Ends with a code that tells of a fault, at the same place. */
  leaves: string;
  /** With other expected values and nothing added; null where none is written down. */
  mutated: string | null;
}
