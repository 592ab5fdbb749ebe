/** Options of pytest, and of plugins that many use, that take the next word as their value. */
export const valued: ReadonlySet<string> = new Set([
  ...['-k', '-m', '-c', '-p', '-o', '-W', '-r', '-n', '--rootdir', '--confcutdir', '--ignore', '--ignore-glob', '--tb'],
  ...['--deselect', '--maxfail', '--junitxml', '--junit-xml', '--basetemp', '--dist', '--override-ini'],
  ...['--import-mode', '--cov', '--cov-report', '--cov-config', '--cov-fail-under', '--timeout', '--durations'],
  ...['--log-level', '--color', '--numprocesses', '--maxprocesses', '--doctest-glob', '--doctest-report'],
  ...['--config-file', '--capture', '--reruns', '--assert', '--html', '--log-cli-level', '--verbosity'],
]);

/** Reporting is ours; stopping early, remembering, debugging and coverage are not for a judge. */
export const dropped =
  /^(?:-x|-q+|-v+|-s|--(?:junit-?xml|exitfirst|maxfail|lf|last-failed|ff|failed-first|nf|sw|stepwise|pdb|trace|cov|no-cov|quiet|verbose|color|tb)(?:[-=].*)?)$/;
