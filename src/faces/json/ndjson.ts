/** One value on one line. What `JSON.stringify` leaves raw and a terminal could obey is escaped, so nothing is lost. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(unsafe, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

/** What a failed command prints on standard output under `--json`. */
export interface ErrorRecord {
  type: 'error';
  reason: string;
  message: string;
  exit_code: number;
}

/** Controls (C0 ones are escaped already), bidirectional overrides, and the line ends that only JSON does not know. */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
