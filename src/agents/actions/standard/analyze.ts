import type { Reading } from '../../../ports/outside/reading.ts';
import { type Action, text, tool } from '../../action.ts';
import { cut, guarded } from '../observing.ts';
import { type Source, sourcesOf } from './files-meant.ts';
import { complexity, count } from './focus/complexity.ts';
import { importsIn, leftForLater, testsIn } from './focus/lines.ts';
import { declarations, outline } from './focus/structure.ts';
import { brief, inputAt, type Note, type Parts } from './parts.ts';

const string = { type: 'string' };

/** Facts about code and data, found by code. */
export function analyzeAction(parts: Parts): Action {
  const focuses = focusesOf(parts);
  return {
    spec: tool('analyze', `Facts about a path, glob, input.KEY or draft. focus: ${[...focuses.keys()].join(', ')}.`, {
      target: string,
      focus: string,
    }),
    run: (input, signal) =>
      guarded(async () => {
        const [target, focus] = [text(input, 'target').trim(), text(input, 'focus').trim()];
        const look = focuses.get(focus);
        if (!look)
          return { observation: `There is no focus ${brief(focus, 60)}. Known: ${[...focuses.keys()].join(', ')}.` };
        const data = inputAt(target, parts.input);
        if (focus === 'structure' && typeof data === 'object')
          return { observation: cut(outline(data, target).join('\n')) };
        const { sources, left_out } = await sourcesOf(target, parts, signal);
        if (sources.length === 0 && left_out.length === 0)
          return {
            observation: `There is nothing at ${brief(target, 200)}: give a path, a glob, input.KEY or a draft.`,
          };
        const analysis = await look(sources);
        const { rows, notes: remarks } = Array.isArray(analysis) ? { rows: analysis, notes: [] } : analysis;
        const head = rows.length > 0 ? `Found ${rows.length}:` : 'Found nothing.';
        const looked = `Looked at ${sources.length} text${sources.length === 1 ? '' : 's'}, ${linesIn(sources)} lines.`;
        const notes = [
          ...endless(sources),
          ...remarks,
          ...left_out.slice(0, 20).map((each) => `Left out: ${brief(each, 200)}`),
        ];
        return { observation: `${cut([head, ...rows].join('\n'))}\n${[looked, ...notes].join('\n')}` };
      }),
  };
}

interface LookResult {
  rows: string[];
  /** What must be said of how it was looked for. */
  notes: string[];
}

type Look = (sources: Source[]) => string[] | Promise<LookResult>;

function focusesOf({ scan, reading = () => null }: Parts): Map<string, Look> {
  const readingOf = ({ name, text }: Source) => reading(name, text);
  const notesOf =
    (find: (reading: Reading | null, text: string) => Note[]) =>
    (source: Source): string[] =>
      find(readingOf(source), source.text).map((note) => row(source.name, note, note.message));
  const looks: [string, Look][] = [
    [
      'structure',
      each((source) =>
        declarations(readingOf(source), source.text).map((each) => row(source.name, each, `${each.kind} ${each.name}`)),
      ),
    ],
    ['complexity', (sources) => sources.map((source) => complexity(source.name, source.text, readingOf(source)))],
    ['imports', each(notesOf(importsIn))],
    ['todos', each(notesOf(leftForLater))],
    ['tests', each(notesOf(testsIn))],
    ['size', sizes],
  ];
  if (scan) looks.unshift(['security_patterns', (sources) => dangers(sources, scan)]);
  return new Map(looks);
}

const each =
  (rows: (source: Source) => string[]): Look =>
  (sources) =>
    sources.flatMap(rows);

const row = (name: string, { line }: { line: number }, message: string): string => `${name}:${line}: ${brief(message)}`;

/** Each with its line, unless that holds a secret. */
async function dangers(sources: Source[], scan: NonNullable<Parts['scan']>): Promise<LookResult> {
  const scanned = await scan(sources.map(({ name, text }) => ({ path: name, text })));
  const rows = sources.flatMap(({ name, text }, at) => {
    const lines = text.split('\n');
    const dangers = scanned[at]?.notes ?? [];
    const secret = new Set(dangers.filter((note) => note.secret).map((note) => note.line));
    return dangers.map(({ line, message }) =>
      secret.has(line)
        ? `${name}:${line}: ${message}`
        : `${name}:${line}: ${message} (${brief(lines[line - 1] ?? '')})`,
    );
  });
  const unparsed = sources.filter((_, at) => scanned[at]?.unparsed).map(({ name }) => name);
  const notes =
    unparsed.length > 0 ? [`Not parsed, so only looked at line by line: ${brief(unparsed.join(', '), 300)}`] : [];
  return { rows, notes };
}

function sizes(sources: Source[]): string[] {
  const measured = sources.map(({ name, text }) => ({ name, lines: count(text), bytes: Buffer.byteLength(text) }));
  measured.sort((a, b) => b.bytes - a.bytes);
  return measured.map(({ name, lines, bytes }) => `${name}: ${lines} lines, ${bytes} bytes`);
}

const linesIn = (sources: Source[]): number => sources.reduce((sum, { text }) => sum + count(text), 0);

/** What an expression does not look at must be said: nothing found there is no proof. */
function endless(sources: Source[]): string[] {
  const names = sources
    .filter(({ text }) => text.split('\n').some((line) => line.length > 2000))
    .map(({ name }) => name);
  return names.length > 0 ? [`Lines over 2000 characters were looked at in part: ${brief(names.join(', '), 300)}`] : [];
}
