/** What the tests say of one candidate. */
export interface Trial {
  /** Tests and files that do not pass, besides what may go on failing. */
  failing: number;
  /** Tests that passed and do not now. */
  broken: number;
  passed: number;
}

export interface TrialTime {
  each_ms: number;
  all_ms: number;
}
