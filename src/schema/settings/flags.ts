/** What can be said on the command line; the strongest layer of the configuration. */
export interface Flags {
  strategy?: string;
  push?: boolean;
  merge?: boolean;
  squash?: boolean;
  /** False: without the user's commit hooks. */
  verify?: boolean;
  tiers?: string[];
  start_tier?: string;
  /** USD for the whole run. */
  budget?: number;
  /** Minutes for the whole run. */
  timeout?: number;
  /** Attempts a tier. */
  attempts?: number;
  plan?: 'auto' | 'single';
  review?: 'on' | 'checks' | 'off';
  improve?: number;
  parallel?: number;
  sandbox?: string;
  unlock?: string[];
  tolerate?: string[];
  /** The failing tests that the request is about. */
  test?: string[];
  allow_untested?: boolean;
  /** All tests that fail are to pass, unless some are named. */
  fix?: boolean;
  /** No questions: never prompts, never hangs. */
  yes?: boolean;
}
