const head = 2000;
const tail = 6000;
const failing = 2000;
const failure =
  /^.*(?:\bnot ok\b|\bFAIL(?:ED|URES?)?\b|\bError\b|Error:|\bException\b|Traceback \(|\bpanicked at\b|[✖✗×]\s).*$/m;

/**
 * Beginnings say what ran and ends say how it went; of the middle, what is around its first failure stays where neither
 * shows one.
 */
export function trimmed(output: string): string {
  if (output.length <= head + tail) return output;
  const middle = output.slice(head, -tail);
  const match = failure.test(output.slice(0, head)) ? null : failure.exec(middle);
  if (!match) return `${output.slice(0, head)}\n${leftOut(middle.length)}\n${output.slice(-tail)}`;
  const from = Math.max(0, match.index - failing / 4);
  const part = middle.slice(from, from + failing);
  const rest = output.slice(head + from + failing, -(tail - failing));
  const end = output.slice(-(tail - failing));
  return [output.slice(0, head), leftOut(from), part, leftOut(rest.length), end].join('\n');
}

const leftOut = (characters: number): string => `[… ${characters} characters left out …]`;
