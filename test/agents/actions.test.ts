import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { none } from '../../src/adapters/sandboxes/none.ts';
import type { Action } from '../../src/agents/action.ts';
import { editAction } from '../../src/agents/actions/edit.ts';
import { deliverAction, finishAction, handOverAction } from '../../src/agents/actions/ending.ts';
import { readAction } from '../../src/agents/actions/read.ts';
import { searchAction } from '../../src/agents/actions/search.ts';
import { runAction } from '../../src/agents/actions/shell.ts';
import { writeAction } from '../../src/agents/actions/write.ts';
import { places } from '../../src/languages/registry.ts';
import { commandIn } from '../../src/languages/runs/command.ts';
import { opened, repository } from '../adapters/repo/setup.ts';
import { policyWith } from '../core/policy.ts';

const signal = new AbortController().signal;
const breach = async (path: string) => (path.startsWith('test/') ? 'existing test' : null);

/** A workspace of a real repository, and its actions. */
async function place(files: Record<string, string | Uint8Array>) {
  const dir = repository(files);
  const { workspace } = await opened(dir);
  const does = (action: Action) => (input: Record<string, unknown>) =>
    action.run({ thought: 'because', ...input }, signal);
  return {
    workspace,
    file: (path: string) => readFileSync(join(workspace.dir, path)),
    read: does(readAction(workspace, { numbered: true })),
    readPlain: does(readAction(workspace, { numbered: false })),
    search: does(searchAction(workspace)),
    edit: does(editAction(workspace, breach)),
    write: does(writeAction(workspace, breach)),
  };
}

const lines = (count: number, width = 1) =>
  Array.from({ length: count }, (_, index) => `${index + 1}`.padEnd(width, '.')).join('\n');

describe('read', () => {
  test('shows the lines of a file with their numbers', async () => {
    const { read } = await place({ 'a.js': 'one\ntwo\nthree' });
    expect(await read({ path: 'a.js' })).toEqual({ observation: '1\tone\n2\ttwo\n3\tthree' });
    expect(await read({ path: 'a.js', from: 2, to: 2 })).toEqual({ observation: '2\ttwo' });
    expect(await read({ path: 'a.js', from: 3, to: 99 })).toEqual({ observation: '3\tthree' });
  });

  test('shows a long file in pages, and every line of it once', async () => {
    const { read } = await place({ 'long.txt': lines(1000), 'wide.txt': lines(300, 200) });
    for (const path of ['long.txt', 'wide.txt']) {
      const seen: string[] = [];
      let from = 1;
      for (let pages = 0; pages < 10 && from > 0; pages += 1) {
        const { observation } = await read({ path, from });
        expect(observation.length).toBeLessThan(17_000);
        seen.push(...observation.split('\n').filter((line) => line.includes('\t')));
        from = Number(/more lines: read from (\d+)\)$/.exec(observation)?.[1] ?? 0);
      }
      expect(seen.map((line) => Number(line.split('\t')[0]))).toEqual(
        Array.from({ length: path === 'long.txt' ? 1000 : 300 }, (_, index) => index + 1),
      );
    }
  });

  test('cuts one endless line, and says so', async () => {
    const { read } = await place({ 'min.js': `${'x'.repeat(50_000)}\nend` });
    const { observation } = await read({ path: 'min.js' });
    expect(observation.length).toBeLessThan(17_000);
    expect(observation).toContain('(cut: ask for less)');
    expect(observation).toContain('(1 more lines: read from 2)');
  });

  test('says so when there are no such lines', async () => {
    const { read } = await place({ 'a.js': 'one\ntwo' });
    const none = { observation: 'There are no such lines: the file has 2.' };
    expect(await read({ path: 'a.js', from: 9 })).toEqual(none);
    expect(await read({ path: 'a.js', from: 2, to: 1 })).toEqual(none);
  });

  test('shows an editor the text as it stands, without numbers to take out', async () => {
    const { readPlain } = await place({ 'a.js': 'one\n\ttwo\nthree\n', 'long.txt': lines(1000) });
    expect(await readPlain({ path: 'a.js' })).toEqual({ observation: 'one\n\ttwo\nthree\n' });
    expect(await readPlain({ path: 'a.js', from: 2, to: 2 })).toEqual({ observation: '\ttwo' });
    expect((await readPlain({ path: 'long.txt' })).observation).toMatch(/\n800\n\(200 more lines: read from 801\)$/);
  });

  test('says what a folder holds, and where a file of that name is', async () => {
    const { read } = await place({ 'src/a.js': '1\n', 'src/deep/b.js': '2\n' });
    expect((await read({ path: 'src' })).observation).toBe('src is a folder: a.js, deep/');
    expect((await read({ path: 'b.js' })).observation).toBe('No file b.js. There is src/deep/b.js.');
  });

  test('says so when there is no file, or no text', async () => {
    const { read } = await place({ 'a.bin': new Uint8Array([1, 0, 2]) });
    expect(await read({ path: 'b.js' })).toEqual({ observation: 'No file b.js.' });
    expect(await read({ path: 'a.bin' })).toEqual({ observation: 'a.bin is binary (3 bytes).' });
  });
});

describe('paths that lead elsewhere', () => {
  test('are refused by every action, as an observation, and change nothing', async () => {
    const { workspace, read, edit, write, search } = await place({ 'src/a.js': 'one\n' });
    writeFileSync(join(workspace.dir, '..', 'outside.txt'), 'outside');
    symlinkSync('/etc', join(workspace.dir, 'etc'));
    symlinkSync('/etc/passwd', join(workspace.dir, 'link'));
    mkdirSync(join(workspace.dir, 'folder'));
    const before = await workspace.snapshot();
    for (const path of ['../outside.txt', '/etc/passwd', '.git/config', 'etc/passwd', 'link', 'a\0b', 'folder']) {
      for (const act of [read, edit, write]) {
        const { observation, changed } = await act({ path, content: 'x', old: 'a', new: 'b' });
        expect(observation, path).toMatch(/^Refused: /);
        expect(changed).toBeUndefined();
      }
    }
    expect((await write({ path: 'src/a.js/b', content: 'x' })).observation).toMatch(/^Refused: /);
    expect((await search({ query: 'x', scope: '../..' })).observation).toMatch(/^Refused: /);
    expect(await workspace.snapshot()).toBe(before);
  });
});

describe('edit', () => {
  test('replaces the one occurrence, letter by letter', async () => {
    const { edit, file } = await place({ 'a.js': 'return a - b;\n' });
    expect(await edit({ path: 'a.js', old: 'a - b', new: 'a + b // $& $1' })).toEqual({
      observation: 'Edited a.js.',
      changed: true,
    });
    expect(file('a.js').toString()).toBe('return a + b // $& $1;\n');
  });

  test.each([
    ['b.js', 'a', 'No file b.js: use write to make it.'],
    ['a.js', 'zzz', 'old does not occur in a.js'],
    ['a.js', '', 'old does not occur in a.js'],
    ['a.js', 'a', 'old occurs 2 times in a.js'],
    ['latin.txt', 'a', 'latin.txt is not UTF-8 text'],
  ])('of %s, %j, is refused: %s', async (path, old, message) => {
    const latin = new Uint8Array([0x61, 0xe9, 0x0a]);
    const { edit, workspace } = await place({ 'a.js': 'a = a\n', 'latin.txt': latin });
    const before = await workspace.snapshot();
    const { observation, changed } = await edit({ path, old, new: 'x' });
    expect(observation).toContain(message);
    expect(changed).toBeUndefined();
    expect(await workspace.snapshot()).toBe(before);
  });

  test('does several at once, each in what the ones before it left', async () => {
    const { edit, file } = await place({ 'a.js': 'const a = 1;\nconst b = 2;\n' });
    const edits = [
      { old: 'a = 1', new: 'a = 10' },
      { old: 'const b = 2;', new: 'const b = a;' },
      { old: 'b = a', new: 'b = a + 1' },
    ];
    expect(await edit({ path: 'a.js', edits })).toEqual({ observation: 'Edited a.js in 3 places.', changed: true });
    expect(file('a.js').toString()).toBe('const a = 10;\nconst b = a + 1;\n');
  });

  test('does all of them or none, and says which one did not fit', async () => {
    const { edit, workspace } = await place({ 'a.js': 'const a = 1;\nconst b = 2;\n' });
    const before = await workspace.snapshot();
    const edits = [
      { old: 'a = 1', new: 'a = 10' },
      { old: 'c = 3', new: 'c = 4' },
    ];
    const { observation, changed, failed } = await edit({ path: 'a.js', edits });
    expect(observation).toMatch(/^edits\[1\]: old does not occur in a\.js.* Nothing was changed\.$/);
    expect([changed, failed]).toEqual([undefined, 'undone']);
    expect(await workspace.snapshot()).toBe(before);
    expect((await edit({ path: 'a.js', edits: [] })).observation).toBe('Refused: give old and new, or edits.');
    expect((await edit({ path: 'a.js', old: 'a' })).observation).toBe('Refused: give old and new, or edits.');
  });

  test('shows what stands where the text was probably meant', async () => {
    const { edit } = await place({ 'a.js': 'one();\nfunction add(a, b) {\n  return a - b;\n}\nlast();\n' });
    const { observation } = await edit({ path: 'a.js', old: 'function add(a, b) {\n  return a;\n}', new: 'x' });
    expect(observation).toMatch(
      /There it reads:\none\(\);\nfunction add\(a, b\) \{\n {2}return a - b;\n\}\nlast\(\);$/,
    );
  });

  test('keeps a byte order mark and the ends of lines', async () => {
    const { edit, file } = await place({ 'a.cs': '\ufeffone\r\ntwo\r\n' });
    await edit({ path: 'a.cs', old: 'two', new: 'zwei' });
    expect(file('a.cs')).toEqual(Buffer.from('\ufeffone\r\nzwei\r\n'));
  });
});

describe('write', () => {
  test('makes a file with its folders, and replaces a whole one', async () => {
    const { write, file } = await place({ 'a.js': 'one\n' });
    expect(await write({ path: 'new/deep/b.js', content: 'b' })).toEqual({
      observation: 'Wrote new/deep/b.js.',
      changed: true,
    });
    await write({ path: 'a.js', content: '' });
    expect([file('new/deep/b.js').toString(), file('a.js').toString()]).toEqual(['b', '']);
  });

  test('of a file that the judge would take back is refused before it is done, and so is an edit', async () => {
    const { write, edit, workspace } = await place({ 'test/a.test.js': 'one\n' });
    const before = await workspace.snapshot();
    const refusals = [
      await write({ path: 'test/a.test.js', content: 'x' }),
      await edit({ path: 'test/a.test.js', old: 'one', new: 'y' }),
    ];
    for (const refusal of refusals) {
      expect(refusal.observation).toMatch(
        /^Refused: test\/a\.test\.js is protected \(existing test\): .*Nothing was changed\.$/,
      );
      expect([refusal.changed, refusal.failed]).toEqual([undefined, 'undone']);
    }
    expect(await workspace.snapshot()).toBe(before);
  });
});

describe('search', () => {
  test('finds lines by pattern, within a path or a glob', async () => {
    const { search } = await place({ 'a.js': 'let x1;\n', 'src/b.js': 'let x2;\n', 'src/c.md': 'x3\n' });
    expect((await search({ query: 'x[0-9]' })).observation).toBe(
      'a.js:1: let x1;\nsrc/b.js:1: let x2;\nsrc/c.md:1: x3',
    );
    expect((await search({ query: 'x[0-9]', scope: 'src' })).observation).toBe('src/b.js:1: let x2;\nsrc/c.md:1: x3');
    expect((await search({ query: 'x[0-9]', scope: '*.md' })).observation).toBe('src/c.md:1: x3');
    expect((await search({ query: 'nowhere' })).observation).toBe('No match.');
  });

  test('of a folder that is not there, or for no regular expression, says so', async () => {
    const { search } = await place({ 'a.js': 'call(x);\n', 'src/b.ts': 'call(y);\n', 'src/c.md': 'call z\n' });
    expect((await search({ query: 'call', scope: 'lib' })).observation).toBe(
      'Refused: there is no file, folder or glob lib.',
    );
    expect((await search({ query: 'call', scope: '*.py' })).observation).toBe(
      'Refused: there is no file, folder or glob *.py.',
    );
    expect((await search({ query: 'nowhere', scope: './src/' })).observation).toBe('No match.');
    expect((await search({ query: 'call(x' })).observation).toBe('a.js:1: call(x);');
    expect((await search({ query: 'none(' })).observation).toMatch(
      /^No match: the query is no regular expression \(.*\), and not there as text\.$/,
    );
    expect((await search({ query: 'call', scope: '**/*.{js,ts}' })).observation).toBe(
      'a.js:1: call(x);\nsrc/b.ts:1: call(y);',
    );
  });
});

describe('run', () => {
  async function run(command: string, timeout_ms = 60_000) {
    const { workspace, target } = await opened(repository());
    const shell = commandIn(workspace, target, policyWith());
    const sandbox = none({ equipment: places(), env: process.env });
    return runAction(sandbox, shell, timeout_ms).run({ thought: 'x', command }, signal);
  }

  test('says how the command ended and what it wrote, and counts as a change', async () => {
    expect(await run('echo out; echo err >&2; exit 3')).toEqual({
      observation: 'exit 3\nout\nerr',
      changed: true,
      failed: 'command',
    });
    expect(await run('true')).toEqual({ observation: 'exit 0', changed: true });
  });

  test('says so when the command was ended', async () => {
    expect((await run('sleep 150', 100)).observation).toMatch(/^ended by timeout.* \(0\.1 s\): run less at once/);
  });

  test('leaves out the middle of a long output', async () => {
    const { observation } = await run('echo BEGIN; yes | head -n 20000; echo END');
    expect(observation.length).toBeLessThan(8300);
    expect(observation).toMatch(/^exit 0\nBEGIN\n[\s\S]*\[… 32010 characters left out …\][\s\S]*END$/);
  });
});

describe('endings', () => {
  test('finish is done with a summary, hand_over escalates with a reason', async () => {
    expect(await finishAction().run({ thought: 't', summary: 'it adds' }, signal)).toMatchObject({
      end: { state: 'done', reason: 'it adds', output: 'it adds' },
    });
    expect(await handOverAction().run({ thought: 't', reason: 'impossible' }, signal)).toMatchObject({
      end: { state: 'escalate', reason: 'impossible', output: null },
    });
  });

  test('finish says which proofs would be left out, once', async () => {
    const finish = finishAction(2);
    const proofs = [
      { criterion: 1, test: 'it adds' },
      { criterion: 3, test: 'it adds' },
      { criterion: 2, test: ' ' },
      { criterion: 2, test: 'x'.repeat(300) },
    ];
    const input = { thought: 't', summary: 'it adds', proofs };
    const refused = await finish.run(input, signal);
    expect(refused.end).toBeUndefined();
    expect(refused.observation).toBe(
      'Not finished: proofs[1] is of no criterion: they are 1 to 2; proofs[2] names no test; proofs[3] is too long for the name of a test. Name tests that show it, or finish without.',
    );
    expect(await finish.run(input, signal)).toMatchObject({ end: { state: 'done' } });
    expect(await finishAction(2).run({ ...input, proofs: proofs.slice(0, 1) }, signal)).toMatchObject({
      end: { output: { proofs: [{ criterion: 1 }] } },
    });
  });

  test("a role's finish takes the output of its contract, with what it does not require left open", async () => {
    const action = deliverAction({
      required: ['tasks'],
      properties: { tasks: { type: 'array' }, note: { type: 'string' } },
    });
    expect(action.spec).toEqual({
      name: 'finish',
      description: 'Give the result.',
      parameters: {
        type: 'object',
        properties: { thought: { type: 'string' }, tasks: { type: 'array' }, note: { type: 'string' } },
        required: ['thought', 'tasks'],
        additionalProperties: false,
      },
    });
    expect(await action.run({ thought: 'why', tasks: [1] }, signal)).toMatchObject({
      end: { state: 'done', reason: 'why', output: { tasks: [1] } },
    });
  });
});
