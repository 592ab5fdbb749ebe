import { describe, expect } from 'vitest';
import { ofType } from './support/contract.ts';
import { finish, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { adder } from './support/projects.ts';
import { commitsOn, git, put } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const manifest = adder['package.json']?.replace('"scripts"', '"dependencies": { "summer": "1.0.0" }, "scripts"') ?? '';
const summed = "/** The sum. */\nexport { sum as add } from 'summer';\n";
/** Makes the package, as a package manager would, and notes whether scripts would have run. */
const installer = [
  'sh',
  '-c',
  'mkdir -p node_modules/summer && cd node_modules/summer && echo "export const sum = (a, b) => a + b;" > index.js && echo "{\\"type\\":\\"module\\",\\"main\\":\\"index.js\\"}" > package.json && test "$npm_config_ignore_scripts" = true',
];
const install = `tests: { install: ${JSON.stringify(installer)} }`;

describe.concurrent('a new dependency', () => {
  test('waits for a person, and a yes lets it in', async ({ place }) => {
    const script = turns([write('package.json', manifest), write('add.js', summed), finish()]);
    const scene = await setting(place, script, { files: { ...adder, '.gitignore': 'node_modules\n' }, more: install });
    const asked = await runSingle(place, scene);
    expect(asked).toMatchObject({ code: 3, stderr: '' });
    expect(ofType(asked.events, 'verdict.reached')[0]?.verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'dependencies',
      integrity: [{ file: 'package.json', rule: 'needs_dependency: summer' }],
    });
    expect(asked.events.at(-1)).toMatchObject({
      type: 'handed.over',
      reason: 'needs_dependency',
      unlock: ['package.json'],
    });

    const answered = await place.pawl(['answer', asked.run, 'yes', ...scene.here, '--json', '--yes']);
    expect(answered).toMatchObject({ code: 0, stderr: '' });
    const [verdict] = ofType(answered.events, 'verdict.reached');
    const warnings = expect.arrayContaining(['needs_dependency: summer (package.json)']);
    expect(verdict?.verdict).toMatchObject({ status: 'pass', warnings });
    expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(1);
    expect(git(scene.target, 'show', '--format=', '--name-only', 'pawl/make-it-add')).toBe('add.js\npackage.json\n');
  });

  test('fails a verification, unless it was unlocked and can be installed', async ({ place }) => {
    const target = place.repo({ ...adder, '.gitignore': 'node_modules\n' });
    put(target, { 'package.json': manifest, 'add.js': summed });
    const config = place.file('install.yaml', install);
    const verify = (...more: string[]) => place.pawl(['verify', '--target', target, '--json', ...more]);
    for (const more of [[], ['--unlock', 'package.json'], ['--config', config]])
      expect((await verify(...more)).lines[0]).toMatchObject({ status: 'fail', stopped_at: 'dependencies' });
    const allowed = await verify('--config', config, '--unlock', 'package.json');
    expect(allowed.lines[0]).toMatchObject({ status: 'pass', tests: { fixed: 1 }, control: 'passed' });
    expect(git(target, 'status', '--porcelain')).toBe(' M add.js\n M package.json\n');
  });
});
