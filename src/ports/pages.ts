import type { PullPage } from '../schema/forge/pull-page.ts';
import type { Original, RunReport } from '../schema/run/report.ts';

/** The report of a run as people read it. A face makes them; the app is handed it. */
export interface Pages {
  html(report: RunReport): string;
  markdown(report: RunReport): string;
  /** A comment for an issue, short enough for any forge. */
  handover(report: RunReport, original: Original): string;
  /** The description of a pull request. */
  pull(page: PullPage): string;
  /** A comment there with what a round of its review says. */
  feedback(page: PullPage, round: number): string;
  /** A comment for the issue that a completed run came from. */
  answer(report: RunReport): string;
}
