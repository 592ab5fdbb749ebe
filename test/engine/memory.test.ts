import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openMemory } from '../../src/adapters/memory/memory.ts';
import { remembering } from '../../src/engine/history/memory.ts';
import { linesOf } from '../../src/faces/cli/following/lines.ts';
import type { MemoryDocument } from '../../src/schema/run/debug-memory.ts';
import { execution, failing } from '../contracts/executions.ts';
import { lesson } from '../contracts/memory.ts';
import { handClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';

/** Written from the "Debug Memory Schema" of the rules that this memory follows, apart from the product's own. */
const integer = z.number().int();
const written = z.strictObject({
  debug_memory: z.strictObject({
    session_id: z.string(),
    file_path: z.string(),
    executions: z.array(
      z.strictObject({
        attempt: integer,
        timestamp: z.string().refine((text) => new Date(text).toISOString() === text),
        code_hash: z.string().length(64),
        environment: z.strictObject({ node_version: z.string(), test_framework: z.string() }),
        test_results: z.strictObject({
          ...{ total: integer, passed: integer, failed: integer, errors: integer, skipped: integer },
          duration_ms: z.number(),
        }),
        failures: z.array(
          z.strictObject({
            ...{ test_name: z.string(), test_file: z.string(), error_type: z.string(), error_message: z.string() },
            stack_trace: z.string(),
          }),
        ),
        analysis: z
          .strictObject({
            root_cause: z.string().min(1),
            fix_strategy: z.string(),
            confidence: z.number().min(0).max(1),
          })
          .optional(),
        fix_applied: z
          .strictObject({ description: z.string(), diff_summary: z.string().regex(/^\+\d+\/-\d+ lines$/) })
          .optional(),
      }),
    ),
    learnings: z.strictObject({
      patterns_identified: z.array(
        z.strictObject({ pattern: z.string(), frequency: integer.positive(), fix_template: z.string() }),
      ),
      recurring_failures: z.array(
        z.strictObject({ test: z.string(), occurrences: integer.min(2), resolution: z.enum(['pending', 'resolved']) }),
      ),
    }),
  }),
  pawl: z.unknown(),
});

async function place() {
  const clock = handClock();
  const memory = await openMemory({ state_dir: tempDir(), clock, point: () => undefined });
  onTestFinished(() => memory.close());
  return { memory, clock, commands: remembering({ memory: async () => memory, clock }) };
}

const analyses = [{ signature: 's1', root_cause: 'add.js:1 reads null', fix_strategy: 'look first', confidence: 0.8 }];

/** Two attempts at a task, of which the second passed, a failed one, and a lesson on its own. */
async function filled() {
  const here = await place();
  const { memory } = here;
  await memory.remember(execution({ attempt: 1, analyses }));
  await memory.remember(execution({ attempt: 2 }));
  await memory.remember(execution({ attempt: 3, failures: [], change: { ...execution().change, insertions: 7 } }));
  await memory.remember(execution({ run: 'r2', failures: [failing('adds'), failing('subtracts', { broken: false })] }));
  await memory.learn(lesson());
  await memory.learn(lesson({ run: 'r9', signature: 's9' }));
  return here;
}

async function exported({ commands }: Awaited<ReturnType<typeof place>>): Promise<MemoryDocument[]> {
  const documents: MemoryDocument[] = [];
  for await (const document of commands.exportMemory()) documents.push(document);
  return documents;
}

async function* given(...lines: string[]) {
  yield* lines;
}
const imported = ({ commands }: Awaited<ReturnType<typeof place>>, lines: string[]) =>
  commands.importMemory(() => given(...lines));

describe('an export', () => {
  test('has exactly the shape of the debug memory, and what is ours under one key', async () => {
    const documents = await exported(await filled());
    expect(documents).toHaveLength(3);
    for (const document of documents) expect(written.safeParse(document).error).toBeUndefined();
    expect(documents[0]?.debug_memory).toMatchObject({
      session_id: 'r1',
      file_path: 'add.js',
      executions: [
        { attempt: 1, analysis: { confidence: 0.8 }, fix_applied: { diff_summary: '+5/-2 lines' } },
        { attempt: 2, fix_applied: { description: 'It adds.', diff_summary: '+7/-2 lines' } },
        { attempt: 3, failures: [] },
      ],
      learnings: {
        patterns_identified: [{ pattern: 'TypeError: x is null', frequency: 2, fix_template: 'look first' }],
        recurring_failures: [{ test: 'adds', occurrences: 2, resolution: 'resolved' }],
      },
    });
    expect(documents[0]?.debug_memory.executions[2]).not.toHaveProperty('analysis');
  });

  test('makes another memory the same, once', async () => {
    const [from, to] = [await filled(), await place()];
    const lines = (await exported(from)).map((document) => JSON.stringify(document));
    expect(await imported(to, lines)).toEqual({ lines: 3, executions: 4, lessons: 2, skipped: 0 });
    expect(await exported(to)).toEqual(await exported(from));
    expect(await imported(to, ['', ...lines, ''])).toMatchObject({ lines: 3, executions: 0, lessons: 0, skipped: 6 });
  });

  test('brings back no lesson that was removed', async () => {
    const here = await filled();
    const lines = (await exported(here)).map((document) => JSON.stringify(document));
    const [{ id } = { id: 0 }] = await here.memory.lessonsWith('', 1);
    expect(await here.commands.pruneMemory({ lesson: id })).toEqual({ executions: 0, lessons: 1 });
    expect(await imported(here, lines)).toMatchObject({ lessons: 0 });
    await expect(here.commands.pruneMemory({ lesson: id })).rejects.toThrow(/there is no lesson/);
  });
});

/** A good line with something changed, by path. */
function bent(document: MemoryDocument, path: string, value: unknown): string {
  const copy = structuredClone(document) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let place = copy;
  for (const key of keys) place = place[key] as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return JSON.stringify(copy);
}

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}

describe('a bad import', () => {
  const first = 'debug_memory.executions.0';
  const faults: [string, (document: MemoryDocument) => string, RegExp][] = [
    ['no JSON', () => '{"debug_memory":', /it is not JSON/],
    ['a cut line', (document) => JSON.stringify(document).slice(0, -9), /it is not JSON/],
    ['no object', () => '[]', /it is not an entry of pawl memory export/],
    ['null', () => 'null', /it is not an entry of pawl memory export/],
    ['a newer version', (document) => bent(document, 'pawl.version', 2), /newer version of pawl \(2\): upgrade/],
    ['no part of ours', (document) => bent(document, 'pawl', undefined), /: it is not an entry of pawl memory export;/],
    ['an unknown key', (document) => bent(document, 'debug_memory.more', 1), /more/],
    ['an unknown key of ours', (document) => bent(document, 'pawl.more', 1), /more/],
    ['a missing run', (document) => bent(document, 'debug_memory.session_id', undefined), /session_id/],
    ['a run whose name ends early', (document) => bent(document, 'debug_memory.session_id', 'r\0'), /session_id: must/],
    ['an empty run', (document) => bent(document, 'debug_memory.session_id', ''), /session_id/],
    ['a missing failure', (document) => bent(document, `${first}.failures`, []), /does not fit/],
    ['an execution too many', (document) => bent(document, 'pawl.executions', []), /does not fit/],
    ['a hash that is none', (document) => bent(document, `${first}.code_hash`, 'abc'), /code_hash: must be a SHA-256/],
    ['a time that is none', (document) => bent(document, `${first}.timestamp`, 'yesterday'), /timestamp/],
    [
      'a time to come',
      (document) => bent(document, `${first}.timestamp`, '2999-01-01T00:00:00.000Z'),
      /is in the future or not valid/,
    ],
    [
      'a lesson to come',
      (document) => bent(document, 'pawl.lesson.at', '2999-01-01T00:00:00.000Z'),
      /is in the future or not valid/,
    ],
    ['a lesson without a time', (document) => bent(document, 'pawl.lesson.at', 'x'), /: pawl\.lesson\.at is not as/],
    ['half a test', (document) => bent(document, `${first}.test_results.passed`, 0.5), /passed/],
    ['a negative count', (document) => bent(document, `${first}.test_results.failed`, -1), /failed/],
    ['a certainty over 1', (document) => bent(document, `${first}.analysis.confidence`, 2), /confidence/],
    ['more passes than tellings', (document) => bent(document, 'pawl.lesson.passed', 9), /more attempts passed/],
    ['a lesson of another task', (document) => bent(document, 'pawl.lesson.task', 't7'), /belongs to another task/],
    ['an endless text', (document) => bent(document, 'pawl.lesson.fix', 'x'.repeat(20_001)), /longer than/],
    ['a line of 10 MB', (document) => bent(document, 'pawl.lesson.fix', 'x'.repeat(10_000_000)), /longer than/],
    [
      'a line nested without end',
      () => `{"debug_memory":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
      /: it is not an entry of pawl memory export;/,
    ],
    ['a part nested without end', (document) => bent(document, 'pawl.lesson', nested(1000)), /pawl\.lesson/],
    ['half a character', (document) => bent(document, 'pawl.lesson.fix', 'x\ud800'), /not valid Unicode/],
    [
      'half a character for a run',
      (document) => bent(document, 'debug_memory.session_id', '\udc00'),
      /session_id: must/,
    ],
    [
      'a number for a text',
      (document) => bent(document, 'pawl.lesson.fix', 7),
      /: pawl\.lesson\.fix is not as pawl memory export writes it;/,
    ],
    ['a prototype', (document) => JSON.stringify(document).replace('{', '{"__proto__":{"a":1},'), /__proto__|it: /],
    [
      'a resolution of its own',
      (document) =>
        bent(document, 'debug_memory.learnings.recurring_failures', [{ test: 'a', occurrences: 2, resolution: 'x' }]),
      /resolution/,
    ],
  ];
  test.each(faults)('with %s is refused whole, with its line', async (_, fault, why) => {
    const [from, to] = [await filled(), await place()];
    const [good, ...more] = await exported(from);
    if (!good) throw new Error('nothing was exported');
    const lines = [...more.map((document) => JSON.stringify(document)), '', fault(good)];
    await expect(imported(to, lines)).rejects.toThrow(/^line 4: .*nothing was imported$/);
    await expect(imported(to, lines)).rejects.toThrow(why);
    expect(await exported(to)).toEqual([]);
  });

  test('is read line by line, in bytes that are text', async () => {
    const bytes = (...texts: string[]) => linesOf(pieces(...texts.map((text) => Buffer.from(text, 'latin1'))));
    const all = async (lines: AsyncIterable<string>) => {
      const list: string[] = [];
      for await (const line of lines) list.push(line);
      return list;
    };
    expect(await all(bytes('a\nb', 'c\r\n\n', 'd'))).toEqual(['a', 'bc\r', '', 'd']);
    expect(await all(bytes())).toEqual([]);
    await expect(all(bytes('a\n', '\xff\n'))).rejects.toThrow('line 2: it is not UTF-8');
    await expect(all(linesOf(pieces(Buffer.alloc(16_000_001))))).rejects.toThrow('line 1: it is longer');
  });
});

async function* pieces(...buffers: Buffer[]) {
  yield* buffers;
}

describe('a strange import', () => {
  test('in which a line stands twice, or an attempt twice with other words, counts each once: the first', async () => {
    const [from, to] = [await filled(), await place()];
    const documents = await exported(from);
    const [good] = documents;
    if (!good) throw new Error('nothing was exported');
    const twice = bent(good, 'debug_memory.executions.0.failures.0.error_message', 'other words');
    const lines = [...documents.map((document) => JSON.stringify(document)), twice, JSON.stringify(good)];
    expect(await imported(to, lines)).toEqual({ lines: 5, executions: 4, lessons: 2, skipped: 8 });
    expect(await exported(to)).toEqual(documents);
  });

  test('with every character that a text can have is kept to its last one', async () => {
    const [from, to] = [await filled(), await place()];
    const [good] = await exported(from);
    if (!good) throw new Error('nothing was exported');
    const strange = 'a\u0000b\u001b[31m\u2028\ufffe\u{1f600}"\\\n`$' + '{x}`';
    const bend = (document: MemoryDocument, path: string) =>
      JSON.parse(bent(document, path, strange)) as MemoryDocument;
    const bad = ['pawl.lesson.fix', 'pawl.lesson.pattern', 'debug_memory.executions.0.failures.0.test_name'].reduce(
      bend,
      good,
    );
    await imported(to, [JSON.stringify(bad)]);
    const [kept] = await exported(to);
    const plain = strange.replace('\0', '\ufffd');
    expect(kept?.pawl.lesson).toMatchObject({ fix: plain, pattern: plain });
    expect(kept?.debug_memory.executions[0]?.failures[0]?.test_name).toBe(strange);
    expect((await to.commands.searchMemory({ test: strange, limit: 5 })).executions).toHaveLength(1);
    expect(await to.memory.check()).toEqual([]);
  });
});

describe('what is remembered', () => {
  test('is shown by run, the newest without a name', async () => {
    const { commands } = await filled();
    expect((await commands.showMemory()).map(({ debug_memory }) => debug_memory.session_id)).toEqual(['r2']);
    expect(await commands.showMemory('r1')).toMatchObject([{ pawl: { task: 't1', lesson: { fix: 'look first' } } }]);
    await expect(commands.showMemory('r')).rejects.toThrow('r could mean r2 or r1');
    await expect(commands.showMemory('x')).rejects.toThrow('nothing is remembered of a run x');
    await expect((await place()).commands.showMemory()).rejects.toThrow('nothing is remembered here yet');
  });

  test('is found with its lessons', async () => {
    const { commands } = await filled();
    expect(await commands.searchMemory({ test: 'subtracts', limit: 5 })).toMatchObject({
      executions: [{ run: 'r2' }],
      lessons: [],
    });
    const both = await commands.searchMemory({ words: 'null', file: 'a.js', limit: 5 });
    expect(both.lessons.map(({ run }) => run)).toEqual(['r9', 'r1']);
  });
});
