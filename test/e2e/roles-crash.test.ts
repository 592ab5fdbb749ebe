import { join } from 'node:path';
import { expect } from 'vitest';
import { ofType } from './support/contract.ts';
import { recover, stateOf, type Trial } from './support/crash.ts';
import { finish, ladder, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { commitsOn, git, makeRepo } from './support/repo.ts';
import { engineering, takesAway } from './support/roles.ts';

const branch = 'pawl/take-away';
/** The developer's, the test engineer's two, the auditor's and the reviewer's. */
const calls = 5;
const stride = process.env.PAWL_SWEEP === 'all' ? 1 : 79;

/** A change that passes and shows nothing until the test engineer has been there. */
async function trial(place: Place, name: string): Promise<Trial> {
  const target = makeRepo(join(place.dir, name), { ...adder, 'add.js': right });
  const server = await place.models(
    turns([write('take-away.js', `// Takes away.\n${takesAway}`), finish()]),
    engineering('take-away.test.js', 2),
  );
  const here = ['--target', target, '--config', place.file(`${name}.yaml`, ladder(server.url)), '--json'];
  const start = ['run', 'take away', ...here, '--yes', '--plan', 'single'];
  return { target, server, here, start, resume: ['resume', ...here, '--yes'] };
}

test('kill -9 around the test engineer: resume ends with the same tree, and no answer is asked for twice', async ({
  place,
}) => {
  const seen: number[] = [];
  for (let point = 1; ; point += stride) {
    const name = `point-${point}`;
    const scene = await trial(place, name);
    const env = stateOf(place, name);
    const ended = await place.pawl(scene.start, { env: { ...env, PAWL_CRASH_AT: String(point) } });
    const crashed = ended.signal === 'SIGKILL';
    expect(crashed ? (await recover(place, scene, env)).code : ended.code, name).toBe(0);

    expect(commitsOn(scene.target, branch), name).toHaveLength(1);
    expect(git(scene.target, 'diff', '--name-only', `main..${branch}`)).toBe('take-away.js\ntake-away.test.js\n');
    const { events } = await place.pawl(['log', '2', ...scene.here], { env });
    expect(ofType(events, 'tests.written'), name).toHaveLength(1);
    expect(ofType(events, 'verdict.reached'), name).toHaveLength(2);
    expect(ofType(events, 'model.called'), name).toHaveLength(calls);
    expect(scene.server.requests.length).toBeLessThanOrEqual(calls + (crashed ? 1 : 0));
    await scene.server.close();
    if (!crashed) break;
    seen.push(point);
  }
  expect(seen.length).toBeGreaterThan(100 / stride);
}, 600_000);
