import { amount, parseJson, record, text } from '../../reports/values.ts';

export interface RustTest {
  name: string;
  event: 'started' | 'ok' | 'failed' | 'ignored';
  seconds: number;
  output: string;
  message: string;
}

export interface Harness {
  tests: RustTest[];
  suites: number;
  /** Whether every suite that began has ended, with as many results as it says. */
  complete: boolean;
  /** What cannot be true of it. */
  contradictions: string[];
}

/** The events that Rust's test harness writes, among whatever else was printed. */
export function readHarness(output: string): Harness {
  const tests = new Map<string, RustTest>();
  let suites = 0;
  let open = 0;
  let complete = true;
  let before = 0;
  let counted: number | null = null;
  const contradictions: string[] = [];
  for (const line of output.split('\n')) {
    const event = eventIn(line);
    if (event === null) continue;
    const [type, what, name] = [text(event.type), text(event.event), text(event.name)];
    if (type === 'suite' && what === 'started') {
      suites += 1;
      open += 1;
      before = tests.size;
      counted = typeof event.test_count === 'number' ? event.test_count : null;
    } else if (type === 'suite') {
      open -= 1;
      const reportedCount = amount(event.passed) + amount(event.failed) + amount(event.ignored);
      const had = tests.size - before;
      if (reportedCount > had) complete = false;
      else if (counted !== null && counted !== had) contradictions.push(`${had} results of ${counted} tests`);
    } else if (type === 'test' && name !== '') {
      const key = `${suites}\0${name}`;
      const earlier = tests.get(key);
      const now = what === 'ok' || what === 'failed' || what === 'ignored' ? what : 'started';
      // A test can print what looks like a result: what failed once has failed.
      if (now !== 'started' && open < 1) contradictions.push(`a result of ${name} after the end`);
      else if (now !== 'started' && !earlier) contradictions.push(`a result of ${name}, which never began`);
      else if (earlier && earlier.event !== 'started' && now !== earlier.event && now !== 'started')
        contradictions.push(`two results of ${name}`);
      if (earlier?.event === 'failed' || (earlier && now === 'started')) continue;
      tests.set(key, {
        name,
        event: now,
        seconds: amount(event.exec_time),
        output: text(event.stdout),
        message: text(event.message),
      });
    }
  }
  return { tests: [...tests.values()], suites, complete: complete && open === 0, contradictions };
}

/** What a test prints without a line's end comes before the event on its line. */
function eventIn(line: string): Record<string, unknown> | null {
  const from = line.lastIndexOf('{ "type": ');
  if (from === -1) return null;
  const whole = record(parseJson(line.slice(line.indexOf('{ "type": '))));
  return whole.type !== undefined ? whole : record(parseJson(line.slice(from)));
}
