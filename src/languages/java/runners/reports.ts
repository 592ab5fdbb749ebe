/** A byte that XML cannot hold stands before the path of each report. */
export const collected = `-exec sh -c 'for f; do printf "\\036%s\\n" "$f"; cat -- "$f"; done' sh {} +`;

/** For a shell: without the reports of an earlier run. `places` are conditions of find. */
export const clearedReports = (places: string): string => `find . -type f ${places} -delete; `;

/** For a shell: all reports in one file, with the byte before the word at its end too. */
export const collectedReports = (places: string, file: string): string =>
  `{ find . -type f -name 'TEST-*.xml' ${places} ${collected}; printf '\\036end\\n'; } > ${file}; `;
