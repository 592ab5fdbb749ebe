import { describe, expect, test } from 'vitest';
import { redacted } from '../../src/adapters/redacted/redacted.ts';
import type { Action } from '../../src/agents/action.ts';
import { editAction } from '../../src/agents/actions/edit.ts';
import { readAction } from '../../src/agents/actions/read.ts';
import { searchAction } from '../../src/agents/actions/search.ts';
import { writeAction } from '../../src/agents/actions/write.ts';
import { hidingWorkspace } from '../../src/agents/sight.ts';
import { ignoring } from '../../src/code/ignore.ts';
import { opened, repository } from '../adapters/repo/setup.ts';
import { canaries } from '../code/canaries.ts';

const key = canaries['ssh key'] ?? { text: '', secret: '' };

async function place() {
  const files = {
    'a.js': 'let x1;\n',
    'private/b.js': 'let x2;\n',
    'docs/keys.md': 'let x2;\n',
    'key.txt': `one\n${key.text}\nlast\n`,
  };
  const { workspace } = await opened(repository(files));
  const hiding = hidingWorkspace(workspace, ignoring('private/\n/docs/keys.md\n'));
  const shown = redacted({}).sight.workspace(hiding);
  const does = (action: Action) => async (input: Record<string, unknown>) =>
    (await action.run({ thought: 'because', ...input }, new AbortController().signal)).observation;
  return {
    hiding,
    read: does(readAction(shown, { numbered: true })),
    search: does(searchAction(shown)),
    edit: does(editAction(hiding, async () => null)),
    write: does(writeAction(hiding, async () => null)),
  };
}

describe('what .pawlignore names', () => {
  test('is refused by every action and found by none', async () => {
    const { hiding, read, search, edit, write } = await place();
    for (const path of [
      'private/b.js',
      './private/b.js',
      'private//b.js',
      'private/new.js',
      'docs/./keys.md',
      'docs//keys.md',
    ]) {
      for (const act of [read, edit, write])
        expect(await act({ path, old: 'x2', new: 'x3', content: 'x' })).toMatch(
          /^Refused: .* is not shown: \.pawlignore$/,
        );
    }
    expect(await search({ query: 'let x' })).toBe('a.js:1: let x1;');
    expect(await hiding.list()).not.toContain('private/b.js');
  });
});

describe('a secret in a file', () => {
  test('is shown by no page of it and by no line that is found', async () => {
    const { read, search } = await place();
    expect(await read({ path: 'key.txt' })).toBe('1\tone\n2\t[redacted:private key]\n3\t\n4\t\n5\t\n6\t\n7\tlast\n8\t');
    expect(await read({ path: 'key.txt', from: 3, to: 4 })).toBe('3\t\n4\t');
    expect(await search({ query: key.secret.slice(0, 12) })).not.toContain(key.secret.slice(0, 12));
  });

  test('cannot be overwritten by its mark, and the text around it can be edited', async () => {
    const { edit, write } = await place();
    const marked = 'one\n[redacted:private key]\nlast\n';
    expect(await write({ path: 'key.txt', content: marked })).toMatch(/^Refused: \[redacted/);
    expect(await edit({ path: 'key.txt', old: 'one', new: marked })).toMatch(/^Refused: \[redacted/);
    expect(await edit({ path: 'key.txt', old: '[redacted:private key]', new: 'x' })).toMatch(/^Refused: \[redacted/);
    expect(await edit({ path: 'key.txt', old: 'last', new: 'end' })).toBe('Edited key.txt.');
    expect(await write({ path: 'notes.md', content: 'plain' })).toBe('Wrote notes.md.');
  });
});
