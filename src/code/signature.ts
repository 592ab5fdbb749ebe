import { createHash } from 'node:crypto';
import type { TestError } from '../schema/judge/test-run.ts';
import type { Verdict } from '../schema/judge/verdict.ts';
import { shortText, stripEscapes } from './text.ts';

export interface Failure {
  syntax: Verdict['syntax_errors'];
  failures: { test: string; error: { type: string; message: string } }[];
  errors: TestError[];
  outcome: string;
}

/**
 * Equal for the same failure, whatever the order, the place on disk, the time, the line it moved to and the runner that
 * told it: made of each test's name in its file, the error's type and its message without what is by chance.
 */
export function failureSignature(failure: Failure): string {
  const parts = [
    ...failure.syntax.map((error) => ['syntax', error.file, normaliseMessage(error.message)]),
    ...failure.failures.map(({ test, error }) => ['test', without(inNames, test), ...typed(error)]),
    ...failure.errors.map((error) => ['error', error.file ?? '', ...typed(error)]),
  ].map((part) => JSON.stringify(part));
  const content = [JSON.stringify(['outcome', failure.outcome]), ...[...new Set(parts)].sort()];
  return createHash('sha256').update(content.join('\n')).digest('hex');
}

/** Some runners tell an error's own name in its message. */
export function typed({ type, message }: { type: string; message: string }): [string, string] {
  const [, name, rest] = /^([A-Z][\w$.]*): ([\s\S]*)$/.exec(message) ?? [];
  const hasType = name !== undefined && (name === type || type === 'Error' || type === '');
  return hasType ? [name, normaliseMessage(rest ?? '')] : [type, normaliseMessage(message)];
}

const timeUnit = '(?:ns|µs|us|ms|s|secs?|seconds?|mins?|minutes?|milliseconds?|microseconds?)';
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const zone = '(?:(?:GMT|UTC)?[+-]\\d{2}:?\\d{2}|GMT|UTC|CES?T|[ECMP][SD]T)\\b';
const temporary = '(?:private/)?(?:tmp|var/tmp|var/folders|dev/shm|run/user|pawl)';

/** A path's last part names the fault; the folders and a made-up name do not. */
const stablePath = (path: string) => {
  const [, name = '', line = ''] = /([^/:]*)(:\d+(?::\d+)?)?$/.exec(path) ?? [];
  const madeUp = !/^[A-Za-z][A-Za-z_.-]*\.[A-Za-z]{1,5}$/.test(name) || /^tmp/i.test(name);
  return madeUp && new RegExp(`^(?:file://)?/${temporary}(?:/|$)`).test(path)
    ? '<temp>'
    : `<path>/${name}${line && ':<line>'}`;
};

type Noise = [RegExp, string | ((match: string, ...groups: string[]) => string)];

/** By chance wherever it stands. */
const chance: Noise[] = [
  [
    /(['"`])((?:file:\/\/)?\/(?:[^'"`\n/]+\/)+[^'"`\n/]+)\1/g,
    (_, quote, path) => `${quote}${stablePath(path ?? '')}${quote}`,
  ],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/(['"`])[A-Za-z]:[\\/]+(?:[^'"`\n\\/]+[\\/]+)*([^'"`\n\\/]+)\1/g, '$1<path>/$2$1'],
  [/\b(seed(?:\s*[:=]|\s+is)?\s*)0x[0-9a-f]+\b/gi, '$1<number>'],
  // A short one is as likely a value.
  [/(\bat\s+|@|\b(?:addr|pc|sp)=|\+)0x[0-9a-f]+\b/gi, '$1<address>'],
  [/\b0x[0-9a-f]{7,}\b/gi, '<address>'],
  [/(\w)@[0-9a-f]{5,8}\b/g, '$1@<address>'],
  [/\b(goroutine |thread '[^'\n]*' \(|Thread-|pool-\d+-thread-)\d+/g, '$1<number>'],
  [/(?<![A-Za-z\d.])1[5-9]\d{11}(?:\d{3}|\d{6})?(?![A-Za-z\d])|\b1[5-9]\d{8}\.\d+\b/g, '<time>'],
  [/\b\d{4}([-/])\d{2}\1\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z\b|[+-]\d{2}:?\d{2}\b)?/g, '<time>'],
  [/\b20\d{6}T\d{6}Z?\b/g, '<time>'],
  [/\b\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2}(?: [+-]\d{4}\b)?/g, '<time>'],
  [new RegExp(`\\b${weekday} [A-Z][a-z]{2} [ \\d]\\d \\d{2}:\\d{2}:\\d{2}(?: ${zone})? \\d{4}\\b`, 'g'), '<time>'],
  [/\b\d{1,2}\/\d{1,2}\/\d{4},? (?=\d{1,2}:\d{2}:\d{2})/g, ''],
  [new RegExp(`\\b${weekday},? (?:[A-Z][a-z]{2} \\d{1,2}|\\d{1,2} [A-Z][a-z]{2}),? \\d{4}\\b`, 'g'), '<date>'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '<date>'],
  [
    new RegExp(
      `\\b\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d+)?(?: ?[AP]M\\b)?(?: ${zone})?(?: \\((?:[A-Z][a-z]+ )+Time\\))?`,
      'g',
    ),
    '<time>',
  ],
];

/** By chance in a message; in the name of a test it tells one case from another. */
const labelled: Noise[] = [
  [/((?:\d{1,3}(?:\.\d{1,3}){3}|localhost|\[::1?\]|::1)):\d{2,5}\b/g, '$1:<port>'],
  [/\b(port|EADDRINUSE[^\d\n]{0,60}|seed)(\s*(?:[:=#]|is|of)?\s*)-?\d+/gi, '$1$2<number>'],
  [/\b(after |Shrunk )\d+(?= (?:tests?|runs?|examples?|cases?|tr(?:y|ies)|times?|time\(s\))\b)/g, '$1<number>'],
  [/\bpath: "\d+(?::\d+)*"/g, 'path: "<number>"'],
  [/\b((?:pid|PID|process id)\s*[:=]?\s*)\d+/g, '$1<number>'],
];

const places: Noise[] = [
  [
    new RegExp(`(?:file://|(?<![\\w.~<>/-]))/${temporary}(?:/[^\\s/:'"\`)\\],]+)*(?::\\d+(?::\\d+)?)?`, 'g'),
    stablePath,
  ],
  [/(?:file:\/\/|(?<![\w.~<>/-]))\/(?:[^\s/:'"`)\],]+\/)+([^\s/:'"`)\],]+)/g, '<path>/$1'],
  [/\b[A-Za-z]:[\\/]+(?:[^\s\\/:'"]+[\\/]+)+([^\s\\/:'"]+)/g, '<path>/$1'],
  [/(\.[A-Za-z]{1,4}):\d+(?::\d+)?\b/g, '$1:<line>'],
  [/(?<= )\(line \d+\)$/g, '(line <line>)'],
];

const measures: Noise[] = [
  [/\((\d+):(\d+)\)/g, '(<line>)'],
  [/(\.[A-Za-z]{1,4})\(\d+,\d+\)/g, '$1(<line>)'],
  [/\b([Ll]ines?\s+)\d+(?:(?:,?\s*(?:col(?:umn)?|char(?:acter)?)\s*)\d+)?/g, '$1<line>'],
  [/\b([Cc]ol(?:umn)?\s+)\d+/g, '$1<line>'],
  [
    new RegExp(
      `\\b((?:in|after|took|within|exceeded|exceeding|waited|elapsed|duration|timeout|for)(?:_ms)?(?:\\s+of)?\\s*[:=]?\\s*)(?:\\d+[hm] ?)*\\d+(?:\\.\\d+)?\\s?${timeUnit}\\b`,
      'gi',
    ),
    '$1<duration>',
  ],
  [/(?<!['"`\w.])\d+(?:\.\d+)?\s?(?:ns|µs|us|ms)\b/g, '<duration>'],
  [new RegExp(`(?<!['"\`\\w.])\\d+\\.\\d+\\s?${timeUnit}\\b`, 'g'), '<duration>'],
];

const hashes: Noise[] = [
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, '<hex>'],
  [/\s+/g, ' '],
];

const inMessages = [...chance, ...labelled, ...places, ...measures, ...hashes];
const inNames = [...chance, ...places, ...hashes];

/** A message without what changes from run to run: addresses, times, places, line numbers, ports, ids, seeds. */
export const normaliseMessage = (text: string): string => without(inMessages, text);

function without(noise: Noise[], text: string): string {
  let normal = shortText(stripEscapes(text), 4000);
  for (const [pattern, word] of noise)
    normal = typeof word === 'string' ? normal.replace(pattern, word) : normal.replace(pattern, word);
  return normal.trim();
}
