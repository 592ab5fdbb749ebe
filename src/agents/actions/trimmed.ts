const head = 2000;
const tail = 6000;
const failing = 2000;
const failure =
  /^.*(?:\bnot ok\b|\bFAIL(?:ED|URES?)?\b|\bError\b|Error:|\bException\b|Traceback \(|\bpanicked at\b|[✖✗×]\s).*$/m;

/**
 * Beginnings say what ran and ends say how it went; of the middle, what is around its first failure stays where neither
 * shows one.
 */
export function trimmed(whole: string): string {
  const output = withoutPasses(whole);
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

/** A line that says of a test that it passed, as runners print them. */
const pass =
  /^\s*(?:ok \d+\b|[✓✔√]\s|--- PASS\b|=== RUN\b|PASS(?:ED)?\b|.{1,300} (?:\.\.\. ok|PASSED(?: +\[ *\d+%\])?)$)/;
/** What stands between such lines: headings and nothing. */
const between = /^\s*(?:#.*)?$/;
const fewPasses = 2000;
const folded = 6;

/** Long outputs without their many lines about tests that pass: nobody looks at them, and they are sent again and again. */
function withoutPasses(output: string): string {
  if (output.length <= fewPasses) return output;
  const rows: string[] = [];
  let [run, passes]: [string[], number] = [[], 0];
  const close = () => {
    rows.push(...(passes < folded ? run : [`[… ${passes} lines about tests that pass …]`]));
    [run, passes] = [[], 0];
  };
  for (const line of output.split('\n')) {
    const passed = pass.test(line);
    if (passed) passes += 1;
    if (passed || (run.length > 0 && between.test(line))) run.push(line);
    else {
      close();
      rows.push(line);
    }
  }
  close();
  return rows.join('\n');
}

const leftOut = (characters: number): string => `[… ${characters} characters left out …]`;
