import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { finish, ladder, turns, write } from './support/model.ts';
import { type Options, type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';

/** The command in a mount namespace of its own, after a shell has mounted something over the state folder, `$1`. */
const mounted = (script: string) => (place: Place) => ({
  under: ['unshare', '-m', 'sh', '-c', `${script}\nshift\nexec "$@"`, 'sh', join(place.dir, 'state')],
});
const tried = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { encoding: 'utf8' });
const unmountable = tried.status === 0 ? null : `nothing can be mounted here: ${tried.error?.message ?? tried.stderr}`;
if (unmountable !== null) console.log(`some state folders are not tried: ${unmountable}`);

const states: Record<
  string,
  { says: RegExp; doctor: RegExp | null; how: (place: Place) => Options; reason: string | null }
> = {
  'read-only': {
    how: mounted('mount -t tmpfs none "$1" && mount -o remount,ro "$1"'),
    says: /state\/pawl.* cannot be written: the file system is read-only/,
    doctor: /state .*read-only/,
    reason: unmountable,
  },
  'on a full disk': {
    how: mounted('mount -t tmpfs -o size=64k none "$1"; head -c 65536 /dev/zero > "$1/all" 2> /dev/null'),
    says: /the disk is full: .*state\/pawl/,
    doctor: null,
    reason: unmountable,
  },
  'a file': {
    how: (place) => {
      writeFileSync(join(place.dir, 'state', 'pawl'), 'x');
      return {};
    },
    says: /state\/pawl.* cannot be written: a file is where a folder should be/,
    doctor: /state .*a file is where a folder should be/,
    reason: null,
  },
  'in a file': {
    how: (place) => {
      rmSync(join(place.dir, 'state'), { recursive: true });
      writeFileSync(join(place.dir, 'state'), 'x');
      return {};
    },
    says: /state\/pawl.* cannot be written: a file is where a folder should be/,
    doctor: /state .*a file is where a folder should be/,
    reason: null,
  },
};

describe.concurrent('a state folder that is', () => {
  for (const [what, { how, says, doctor, reason }] of Object.entries(states)) {
    test.skipIf(reason !== null)(
      `${what} ends run and verify with exit 8 and one clear line, before any model is called`,
      async ({ place }) => {
        const server = await place.models(turns([write('add.js', right), finish()]));
        const config = place.file('pawl.yaml', ladder(server.url));
        const target = place.repo(adder);
        const options = how(place);
        const on = ['--target', target, '--config', config];
        for (const command of [['verify'], ['run', 'make it add', '--yes', '--plan', 'single']]) {
          const { code, stderr, stdout } = await place.pawl([...command, ...on], options);
          expect({ code, stdout, stderr }).toMatchObject({ code: 8, stdout: '', stderr: expect.stringMatching(says) });
          expect(stderr).toMatch(/^pawl: [^\n]+\n$/);
        }
        expect(server.requests).toEqual([]);
        if (doctor === null) return;
        const examined = await place.pawl(['doctor', ...on], options);
        expect(examined).toMatchObject({ code: 8, stdout: expect.stringMatching(doctor) });
      },
    );
  }
});
