import type { TestError } from '../../../schema/judge/test-run.ts';
import { crash } from '../../reports/crash.ts';
import { placedError } from '../../reports/places.ts';
import { hangType } from '../../reports/report.ts';

export interface Place {
  file: string;
  line: number | null;
}

/** What a failed test printed, as an error: a panic, else what it logged, which Go writes `file.go:12: message`. */
export function errorIn(output: string, folder: string, fallback: Place, mount_at: string): TestError {
  const signal = signalIn(output);
  if (signal !== null) {
    const message = `the test program was ended by ${signal}`;
    return ending(placedError({ type: crash, message, stack: ownFrames(output, mount_at) }, mount_at, fallback));
  }
  const panic = /^(?:panic|fatal error): ([^\n]*)/m.exec(output);
  if (panic) {
    const timeout = /test timed out/.test(panic[1] ?? '');
    const message = (panic[1] ?? '').replace(/ \[recovered.*\]$/, '');
    const stack = ownFrames(output, mount_at);
    return ending(placedError({ type: timeout ? hangType : 'panic', message, stack }, mount_at, fallback));
  }
  const logged = [...output.matchAll(/^ {4,}([\w.-]+\.go):(\d+): ?(.*(?:\n {8,}.*)*)/gm)];
  const last = logged.at(-1);
  const message = logged.map(([, , , line = '']) => line.replace(/\n {4,}/g, '\n').trim()).join('\n');
  const plain = output
    .split('\n')
    .filter((line) => !/^\s*(?:===|---|FAIL|PASS|exit status|ok\s)/.test(line))
    .join('\n')
    .trim();
  const place = last ? { file: within(folder, last[1] ?? ''), line: Number(last[2]) } : fallback;
  return placedError({ type: 'Error', message: message || plain || 'the test failed', stack: '' }, mount_at, place);
}

/** A test program is a package, and the rest of it did not run. */
const ending = (error: TestError): TestError => ({ ...error, ends: 'folder' });

/** A signal that Go does not turn into a panic; by SIGQUIT it is asked where it hangs. */
function signalIn(output: string): string | null {
  const [, signal] = /^(SIG(?!QUIT)[A-Z]+): /m.exec(output) ?? [];
  if (signal !== undefined) return signal;
  return /^fatal error: unexpected signal\b[\s\S]*?^\[signal (SIG[A-Z]+)/m.exec(output)?.[1] ?? null;
}

/** The goroutine that panicked, with its frames as `path:line`. */
function ownFrames(output: string, mount_at: string): string {
  const from = output.search(/^(?:panic|fatal error|SIG[A-Z]+): /m);
  return output
    .slice(from, from + 8000)
    .replace(/^\t(\S+\.go:\d+)(?: \+0x[0-9a-f]+)?$/gm, '\t$1')
    .replaceAll(`${mount_at}/vendor/`, '/vendor/');
}

function within(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}
