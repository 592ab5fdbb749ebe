import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { outputOf } from '../../src/faces/demo/role-answer.ts';
import { ofType } from './support/contract.ts';
import { type Call, deliver, finish, handOver, promptOf, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { git } from './support/repo.ts';
import { type Setting, setting } from './support/single.ts';
import { terminal } from './support/terminal.ts';

const request = 'Create a simple command-line TODO app';
const branch = 'pawl/create-a-simple-command-line-todo-app';

const start = {
  'package.json': '{ "name": "todo", "type": "module", "scripts": { "test": "node --test" } }\n',
  'start.test.js': "import { test } from 'node:test';\n\ntest('node runs', () => {});\n",
};

const testOf = (name: string, call: string, value: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from './${name}.js';

test('${name} works', () => assert.deepEqual(${call}, ${value}));
`;

/** Each part of the app: its code, and a test that shows it. */
const parts: Record<string, [string, string]> = {
  model: ['/** One item. */\nexport const model = (text) => ({ text, done: false });\n', "{ text: 'a', done: false }"],
  cli: ["/** The words of a command. */\nexport const cli = (line) => line.split(' ');\n", "['a']"],
  store: ['/** Items as JSON. */\nexport const store = (items) => JSON.stringify(items);\n', '\'"a"\''],
  list: ["/** Items, one a line. */\nexport const list = (item) => '- ' + item;\n", "'- a'"],
};
const titles: [string, string][] = [
  ['model', 'Create data models for items'],
  ['cli', 'Implement the command line'],
  ['store', 'Store items as JSON'],
  ['list', 'Show the list of items'],
];
const tasks = titles.map(([name, title], index) => ({
  title,
  kind: 'feature',
  acceptance: [`${name}('a') gives what it should`],
  depends_on: index === 0 ? [] : [index],
  effort_hours: 1,
}));

type Fate = 'fails' | 'hands over' | 'eats its budget';
const improvement = {
  title: 'Make it faster',
  category: 'performance',
  impact: 'high',
  effort_hours: 1,
  acceptance: ['1 s'],
};

/** Plans four tasks, forgets the tests of the second at first, and improves as its fate will have it. */
const developer =
  (fate: Fate): Script =>
  (asked) => {
    if (outputOf(asked).includes('tasks')) return { calls: [deliver({ tasks })] };
    if (outputOf(asked).includes('improvements')) return { calls: [deliver({ improvements: [improvement] })] };
    const prompt = promptOf(asked);
    if (prompt.includes('# Task\nMake it faster')) return improving[fate](asked);
    const [name = ''] = titles.find(([, title]) => prompt.includes(`# Task\n${title}`)) ?? [];
    const [code = '', value = ''] = parts[name] ?? [];
    const isForgotten = name === 'cli' && !prompt.includes('nothing shows what the change does');
    const shown: Call[] = isForgotten ? [] : [write(`${name}.test.js`, testOf(name, `${name}('a')`, value))];
    return turns([write(`${name}.js`, code), ...shown, finish()])(asked);
  };

const improving: Record<Fate, Script> = {
  fails: turns([write('model.js', 'export const model = () => null;\n'), finish()]),
  'hands over': turns([handOver('a person must say how fast')]),
  'eats its budget': ({ messages }) => ({
    calls: [write(`notes-${messages.length}.js`, `export const n = ${messages.length};\n`)],
    usage: { input: 5000, output: 4000 },
  }),
};

const log = async (place: Place, { here }: Setting, run: string) =>
  (await place.pawl(['log', run, ...here, '--json'])).events;

describe.concurrent('the TODO app', () => {
  test.skipIf(spawnSync('script', ['--version']).status !== 0)(
    'is planned, edited at a terminal, built in order, and a part without tests is sent back (needs script)',
    async ({ place }) => {
      const scene = await setting(place, developer('fails'), { files: start });
      const editor = place.file('editor', '#!/bin/sh\nsed -i "s/effort_hours: 1$/effort_hours: 2/" "$1"\n');
      chmodSync(editor, 0o755);
      const at = terminal(place, ['run', request, ...scene.here], editor);
      await at.shows('t4 feature: Show the list of items (after t3)', 'Proceed?');
      at.types('edit');
      await at.shows('as you edited it', 'Proceed?');
      at.types('yes');
      expect(await at.ended, at.screen()).toBe(0);

      const commits = git(scene.target, 'log', '--reverse', '--format=%s', `main..${branch}`).trim().split('\n');
      expect(commits).toEqual(
        titles.map(([, title = '']) => `feat: ${title.charAt(0).toLowerCase()}${title.slice(1)}`),
      );
      const events = await log(place, scene, /\d{8}-\d{6}-[0-9a-f]{4}/.exec(at.screen())?.[0] ?? '');
      const reviews = ofType(events, 'review.scored').filter(({ task }) => task === 't2');
      expect(reviews.map(({ decision }) => decision)).toEqual(['request_changes', 'approve']);
      expect(reviews[0]?.blocking).toEqual([expect.stringContaining('tests: nothing shows what the change does')]);
      expect(ofType(events, 'plan.proposed')[1]).toMatchObject({ by: 'person' });
    },
  );

  test.for<Fate>(['fails', 'hands over', 'eats its budget'])(
    'stays done where an improvement %s',
    async (fate, { place }) => {
      const scene = await setting(place, developer(fate), { files: start, more: 'limits: { attempts_per_tier: 1 }\n' });
      const ended = await place.pawl(['run', request, ...scene.here, '--yes', '--json', '--budget', '0.5']);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ofType(ended.events, 'improvement.proposed').map(({ title }) => title)).toContain(improvement.title);
      expect(ofType(ended.events, 'task.finished').filter(({ status }) => status === 'completed')).toHaveLength(4);
      expect(ofType(ended.events, 'run.finished')).toMatchObject([{ status: 'completed', commits: { length: 4 } }]);
    },
  );
});
