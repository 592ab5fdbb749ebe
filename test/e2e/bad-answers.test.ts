import { describe, expect } from 'vitest';
import type { Answer, Fault, Script } from '../../src/faces/demo/model-server.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { type Call, cast, finish, run, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { adder, right, wrong } from './support/projects.ts';
import { additions, branches, git, listing } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const always = (answer: Answer) => (): Answer => answer;
const calls = (...given: (Call | { name: string; input: string })[]) => always({ calls: given });
const faulty = (fault: Fault) => always({ fault });
const status = (code: number, body = '{}', headers: Record<string, string> = {}) =>
  faulty({ kind: 'status', status: code, body, headers });
const thought = 'So it is.';
const weak = `import { test } from 'node:test';\n\ntest('two and three make five', () => {});\n`;

/** Every way of answering badly, again and again. */
const ways: Record<string, Script> = {
  'only talks': always({ text: 'I would change add.js, if I were you.' }),
  'says nothing': always({ text: '' }),
  'chants the same words': always({ text: 'I will fix it now. '.repeat(4000) }),
  'talks for ten megabytes': always({ text: 'x'.repeat(10 * 1024 * 1024) }),
  'writes a file of ten megabytes': calls(write('add.js', `// ${'x'.repeat(10 * 1024 * 1024)}`), finish()),
  'calls tools that are not there': calls({ name: 'launch', input: { thought, missiles: 3 } }),
  'sends arguments that are no JSON': calls({ name: 'write', input: '{"path": "add.js", "content": ' }),
  'sends arguments of the wrong kind': calls({ name: 'write', input: { thought: 7, path: ['add.js'], content: null } }),
  'acts without a thought': calls({ name: 'write', input: { path: 'add.js', content: wrong } }),
  'edits what is not there': calls({ name: 'edit', input: { thought, path: 'add.js', old: 'no such line', new: 'x' } }),
  'calls two hundred tools at once': calls(...Array.from({ length: 200 }, () => run('true'))),
  'finishes without having done anything': calls(finish('All is well.')),
  'writes code that does not parse': turns([
    ...['add.js', 'b.js', 'c.js'].map((path) => write(path, 'export const = ;\n')),
    finish(),
  ]),
  'writes what is wrong and says that it is right': turns([write('add.js', wrong), finish('All tests pass.')]),
  'empties the test': turns([write('add.test.js', weak), write('add.js', wrong), finish()]),
  'writes to other places': calls(
    ...['../outside.js', '/etc/pawl', '.git/hooks/post-commit', 'a\0b', '\ud800.js'].map((path) => write(path, 'x')),
  ),
  'deletes everything': turns([run('rm -rf .git * .[a-z]* / 2>/dev/null; kill -9 -1'), finish()]),
  'leaves the test hanging': turns([
    write('add.js', 'setInterval(() => {}, 1000);\nexport const add = () => 5;\n'),
    finish(),
  ]),
  'is cut off in a call': faulty({ kind: 'truncate' }),
  refuses: faulty({ kind: 'refuse' }),
  'sends no events': faulty({ kind: 'garbage' }),
  'sends an event that is no JSON': faulty({ kind: 'malformed' }),
  'sends an error as an event': faulty({ kind: 'error_event', type: 'overloaded_error', message: 'Overloaded' }),
  'closes the connection before it answers': faulty({ kind: 'reset' }),
  'closes the connection in mid answer': faulty({ kind: 'reset_mid_stream' }),
  'ends its answer too early': faulty({ kind: 'end_mid_stream' }),
  'does not know the key': status(401),
  'does not like the request': status(400, '{"error":{"message":"no"}}'),
  'finds the request too long': status(400, '{"error":{"message":"maximum context length exceeded"}}'),
  'has had too many requests': status(429, '{}', { 'retry-after': '0.2' }),
  'makes one wait for a day': status(429, '{}', { 'retry-after': '86400' }),
  'is broken': status(500, '<html>oops</html>'),
  'is overloaded': status(529),
};

/** All of them, alone and with another one to help, where `PAWL_BAD=all`; else two of three, in one of both ways. */
const isAll = process.env.PAWL_BAD === 'all';
const tried = Object.entries(ways).filter((_, at) => isAll || at % 3 !== 2);

describe.concurrent('a model that', () => {
  for (const [at, [way, script]] of tried.entries()) {
    test(`${way} does no harm`, async ({ place }) => {
      const scene = await setting(place, cast({ small: script, large: turns([write('add.js', right), finish()]) }), {
        more: 'limits: { full_seconds: 10, verify_seconds: 10, outage_minutes: 0 }\n',
      });
      const before = listing(scene.target, additions);

      if (at % 2 === 0 || isAll) {
        const alone = await runSingle(place, scene, '--tiers', 'cheap', '--review', 'off');
        const [code, status] = way === 'does not know the key' ? [8, 'unfit'] : [1, 'failed'];
        expect(alone).toMatchObject({ code, signal: null, stderr: '' });
        expect(ofType(expectEvents(alone.stdout), 'run.finished')).toMatchObject([{ status, commits: [] }]);
        expect(branches(scene.target)).toEqual(['main']);
      }

      if (at % 2 === 0 && !isAll) return;
      const helped = await runSingle(place, scene, '--review', 'off');
      expect(helped).toMatchObject({ code: 0, signal: null, stderr: '' });
      expect(ofType(helped.events, 'attempt.started').at(-1)).toMatchObject({ tier: 'smart' });
      const branch = branches(scene.target).find((name) => name !== 'main') ?? '';
      expect(git(scene.target, 'show', `${branch}:add.js`)).toBe(right);
      expect(git(scene.target, 'show', `${branch}:add.test.js`)).toBe(adder['add.test.js']);
      expect(git(scene.target, 'diff', '--name-only', 'main', branch).trim()).toBe('add.js');
      expect(listing(scene.target, additions)).toEqual(before);
    });
  }

  for (const kind of ['hang', 'hang_mid_stream'] as const) {
    test(`${kind === 'hang' ? 'never answers' : 'stops in mid answer'} costs the time it was given`, async ({
      place,
    }) => {
      const scene = await setting(place, faulty({ kind }));
      const ended = await runSingle(place, scene, '--timeout', '0.1');
      expect(ended).toMatchObject({ code: 6, signal: null, stderr: '' });
      expect(branches(scene.target)).toEqual(['main']);
    });
  }
});
