/**
 * A test's name as every run has it: what Go prints for a pointer or for
 * the present time, a port that the system chose and a folder made for
 * one run differ from run to run. Numbers that may have been written by hand are kept.
 */
export function stableName(name: string): string {
  return name
    .replace(/\)\(0x[0-9a-f]+\)/g, ')(0x…)')
    .replace(/(?<![A-Za-z0-9])time\.Date\([^()]*\)/g, 'time.Date(…)')
    .replace(/\d{4}-\d\d-\d\d[_ T]\d\d:\d\d:\d\d\S*?m=[+-][\d.]+/g, '…')
    .replace(/(?<![A-Za-z0-9])0x[0-9a-f]{9,16}\b/g, '0x…')
    .replace(
      /((?:\d{1,3}(?:\.\d{1,3}){3}|localhost|\[[0-9a-f:]*\])):(\d{5})\b/g,
      (whole, host: string, port: string) => (Number(port) >= firstChosenPort ? `${host}:…` : whole),
    )
    .replace(/(\/(?:tmp|var\/folders\/\w\w\/\w+\/T)\/[^\s/]*?)\d{6,}[^\s,;:'")\]}]*/g, '$1…');
}

/** Linux hands out none below. */
const firstChosenPort = 32_768;
