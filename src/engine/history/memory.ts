import { contentOf, documentOf } from '../../core/learning/debug-memory.ts';
import { ConfigError } from '../../ports/errors.ts';
import type { Pruned } from '../../ports/state/archive.ts';
import type { Memory } from '../../ports/state/memory.ts';
import {
  exportVersion,
  type MemoryDocument,
  type MemoryFound,
  type MemoryImported,
  type MemorySearch,
  memoryDocumentSchema,
} from '../../schema/run/debug-memory.ts';
import type { Wiring } from '../wiring.ts';

/** What a person does with the debug memory. */
export interface MemoryCommands {
  /** Executions and lessons that fit, the newest first. */
  searchMemory(query: MemorySearch): Promise<MemoryFound>;
  /** What is remembered of a run, by task; without a run: of the newest. Accepts any unique part of its name. */
  showMemory(run?: string): Promise<MemoryDocument[]>;
  /** Everything, one task of a run at a time. */
  exportMemory(): AsyncIterable<MemoryDocument>;
  /** Adds an export. It is read twice: where a line is not as it should be, nothing is added and the line is named. */
  importMemory(lines: () => AsyncIterable<string>): Promise<MemoryImported>;
  /** Removes what is older than so many days (the retention when absent), or one lesson. */
  pruneMemory(what: { days?: number; lesson?: number }): Promise<Pruned>;
}

const day = 86_400_000;
const portion = 50;
const longestText = 20_000;

export function remembering({ memory, clock }: Pick<Wiring, 'memory' | 'clock'>): MemoryCommands {
  return {
    async searchMemory({ words, limit, ...keys }) {
      const store = await memory();
      const query = { ...keys, ...(words !== undefined && words.trim() !== '' && { words }), limit };
      const lessons = await store.lessonsWith(words ?? '', limit);
      const { file, test, error_type, signature } = keys;
      return {
        executions: await store.search(query),
        lessons: lessons.filter(
          (lesson) =>
            (file === undefined || lesson.files.includes(file)) &&
            (test === undefined || lesson.test === test) &&
            (error_type === undefined || lesson.error_type === error_type) &&
            (signature === undefined || lesson.signature === signature),
        ),
      };
    },

    async showMemory(part = '') {
      const store = await memory();
      const run = await runNamed(store, part);
      const executions = await store.ofRun(run);
      const lessons = (await store.lessonsWith('', 1000)).filter((lesson) => lesson.run === run);
      const tasks = [...new Set([...executions, ...lessons].map(({ task }) => task))];
      return tasks.map((task) =>
        documentOf({
          ...{ run, task, executions: executions.filter((execution) => execution.task === task) },
          lesson: lessons.find((lesson) => lesson.task === task) ?? null,
        }),
      );
    },

    async *exportMemory() {
      for await (const task of (await memory()).tasks()) yield documentOf(task);
    },

    async importMemory(lines) {
      let total = 0;
      for await (const _ of documentsIn(lines(), clock.now())) total += 1;
      const store = await memory();
      const imported: MemoryImported = { lines: total, executions: 0, lessons: 0, skipped: 0 };
      let waiting: Content = { executions: [], lessons: [] };
      const flush = async () => {
        const { executions, lessons, skipped } = await store.take(waiting);
        imported.executions += executions;
        imported.lessons += lessons;
        imported.skipped += skipped;
        waiting = { executions: [], lessons: [] };
        // Others who wait for the file get it in between.
        await clock.sleep(1);
      };
      for await (const document of documentsIn(lines(), clock.now())) {
        const { executions, lessons } = contentOf(document);
        waiting.executions.push(...executions);
        waiting.lessons.push(...lessons);
        if (waiting.executions.length + waiting.lessons.length >= portion) await flush();
      }
      if (waiting.executions.length + waiting.lessons.length > 0) await flush();
      return imported;
    },

    async pruneMemory({ days, lesson }) {
      const store = await memory();
      if (lesson !== undefined) {
        if (!(await store.forget(lesson))) throw new ConfigError(`there is no lesson ${lesson}`, 'unknown_lesson');
        return { executions: 0, lessons: 1 };
      }
      return store.prune(days === undefined ? null : clock.now() - days * day);
    },
  };
}

type Content = Parameters<Memory['take']>[0];

async function runNamed(store: Memory, part: string): Promise<string> {
  const [first, second] = await store.runsNamed(part, 2);
  if (first === undefined)
    throw new ConfigError(
      part === '' ? 'nothing is remembered here yet' : `nothing is remembered of a run ${part}`,
      'unknown_run',
    );
  if (part === '' || second === undefined) return first;
  const runs = await store.runsNamed(part, 10);
  if (runs.includes(part)) return part;
  throw new ConfigError(`${part} could mean ${runs.join(' or ')}`, 'unknown_run');
}

/** The documents of an export, each checked whole. */
async function* documentsIn(lines: AsyncIterable<string>, now: number): AsyncGenerator<MemoryDocument> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const { document, fault } = documentFrom(line, now);
    if (document === null) throw new ConfigError(`line ${number}: ${fault}; nothing was imported`, 'bad_import');
    yield document;
  }
}

function documentFrom(
  line: string,
  now: number,
): { document: MemoryDocument; fault: null } | { document: null; fault: string } {
  const wrong = (fault: string) => ({ document: null, fault });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return wrong('it is not JSON');
  }
  const version = (value as { pawl?: { version?: unknown } } | null)?.pawl?.version;
  if (typeof version === 'number' && version > exportVersion)
    return wrong(`it was written by a newer version of pawl (${version}): upgrade pawl to read it`);
  const parsed = memoryDocumentSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const { path = [], message = '' } = issue ?? {};
    const isOurs = !/^(?:Invalid|Too) /.test(message);
    if (isOurs && message !== '') return wrong(`${path.join('.') || 'it'}: ${message}`);
    return wrong(
      path.length < 2
        ? 'it is not an entry of pawl memory export'
        : `${path.join('.')} is not as pawl memory export writes it`,
    );
  }
  const document = parsed.data;
  const { executions, fault } = contentOf(document);
  if (fault !== null) return wrong(fault);
  const late = [...executions.map(({ at }) => at), ...(document.pawl.lesson ? [document.pawl.lesson.at] : [])];
  if (late.some((at) => !(Date.parse(at) <= now + day))) return wrong('a time in it is in the future or not valid');
  const texts = textsIn(document);
  if (texts.some((text) => text.length > longestText))
    return wrong(`a text in it is longer than ${longestText} characters`);
  // A lone surrogate: what is stored would not be what was read.
  if (texts.some((text) => /\p{Surrogate}/u.test(text))) return wrong('a text in it is not valid Unicode');
  return { document, fault: null };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
