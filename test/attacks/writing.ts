import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type Attack, wroteOutside } from './attack.ts';
import type { Stage } from './stage.ts';

/** Leaving traces anywhere but in the work. */
export const writing: Attack[] = [
  { name: 'writes outside by an absolute path', sh: 'echo x > "$OUTSIDE/new"', succeeded: wroteOutside },
  { name: 'writes outside by a path with ..', sh: 'echo x > ../outside/new', succeeded: wroteOutside },
  {
    name: 'writes outside through a link of the tree',
    plant: ({ work, outside }) => symlinkSync(outside, join(work, 'docs')),
    sh: 'echo x > docs/new',
    succeeded: wroteOutside,
  },
  {
    name: 'writes outside through a link to a file of the tree',
    plant: ({ work }) => symlinkSync('../outside/target.txt', join(work, 'README.md')),
    sh: 'echo x >> README.md',
    succeeded: wroteOutside,
  },
  {
    name: 'writes outside through a link made meanwhile',
    sh: 'ln -s "$OUTSIDE" l; echo x > l/new',
    succeeded: wroteOutside,
  },
  {
    name: 'writes outside through a folder swapped for a link',
    sh: 'mkdir d; echo x > d/a; mv d e; ln -s "$OUTSIDE" d; echo x > d/a',
    succeeded: wroteOutside,
  },
  {
    name: 'writes outside through a hard link',
    sh: 'ln "$OUTSIDE/target.txt" here; echo x >> here',
    succeeded: wroteOutside,
  },
  { name: 'moves a file of the work outside', sh: 'echo x > f; mv f "$OUTSIDE/f"', succeeded: wroteOutside },
  { name: 'removes a file outside', sh: 'rm "$OUTSIDE/target.txt"', succeeded: wroteOutside },
  { name: 'changes the mode of a file outside', sh: 'chmod 600 "$OUTSIDE/target.txt"', succeeded: wroteOutside },
  {
    name: 'writes outside through /proc/self/root',
    sh: 'echo x > "/proc/self/root$OUTSIDE/new"',
    succeeded: wroteOutside,
  },
  {
    name: 'writes outside through /proc/self/cwd',
    sh: 'echo x > /proc/self/cwd/../outside/new',
    succeeded: wroteOutside,
  },
  {
    name: 'writes outside through the root of another process',
    sh: 'echo x > "/proc/$VICTIM/root$OUTSIDE/new"',
    succeeded: wroteOutside,
  },
  {
    name: 'writes outside through a descriptor of the folder above',
    python: 'import os; up = os.open("..", os.O_PATH); os.open("outside/new", os.O_CREAT | os.O_WRONLY, dir_fd=up)',
    succeeded: wroteOutside,
  },
  {
    name: 'plants a hook in the clone of another run',
    sh: 'echo x > "$STAGE/runs/other/git/hooks/pre-commit"',
    succeeded: ({ dir }) => existsSync(join(dir, 'runs/other/git/hooks/pre-commit')),
  },
  {
    name: "changes a start-up file of the user's shell",
    sh: 'echo x >> "$SECRETS/.bashrc"',
    succeeded: ({ dir }) => existsSync(join(dir, 'home/.bashrc')),
  },
  ...['/var/tmp', '/dev/shm'].map(
    (folder): Attack => ({
      name: `leaves a file in ${folder}`,
      sh: `echo x > ${folder}/$TOKEN`,
      succeeded: (stage) => removedFrom(folder, stage),
    }),
  ),
  {
    name: 'changes a file that it was given to read',
    sh: 'chmod u+w /pawl/in/config; echo changed > /pawl/in/config; grep -q changed /pawl/in/config && echo BREACH',
    change: { provide: { config: 'original' } },
  },
  {
    name: 'adds a file to those that it was given',
    sh: 'echo x > /pawl/in/more && echo BREACH',
    change: { provide: { config: 'original' } },
  },
  {
    name: 'changes a fixture that it may only read',
    plant: ({ dir }) => plantFile(dir, 'fixture/data', 'original'),
    sh: 'echo changed > fixture/data',
    change: ({ dir, work }) => ({ read_only: [{ host: join(dir, 'fixture'), at: join(work, 'fixture') }] }),
    succeeded: ({ dir }) => readFileSync(join(dir, 'fixture/data'), 'utf8') !== 'original',
  },
  {
    name: 'changes a dependency on the host',
    plant: ({ dir }) => plantFile(dir, 'node_modules/pkg/index.js', 'original'),
    sh: 'echo changed > node_modules/pkg/index.js',
    change: withPackages,
    succeeded: ({ dir }) => readFileSync(join(dir, 'node_modules/pkg/index.js'), 'utf8') !== 'original',
  },
  {
    name: 'puts another dependency in the place of one',
    plant: ({ dir }) => plantFile(dir, 'node_modules/pkg/index.js', '"original"'),
    sh: `cd node_modules; rm -rf pkg; mkdir pkg; echo 'console.log("BREACH")' > pkg/index.js; node -e 'require("pkg")'`,
    change: withPackages,
  },
  {
    name: 'adds a dependency that was not installed',
    plant: ({ dir }) => plantFile(dir, 'node_modules/pkg/index.js', '"original"'),
    sh: `mkdir node_modules/new; echo 'console.log("BREACH")' > node_modules/new/index.js; node -e 'require("new")'`,
    change: withPackages,
  },
  {
    name: 'moves the whole of the dependencies aside',
    plant: ({ dir }) => plantFile(dir, 'node_modules/pkg/index.js', '"original"'),
    sh: `mv node_modules old; mkdir -p node_modules/pkg; echo 'console.log("BREACH")' > node_modules/pkg/index.js; node -e 'require("pkg")'`,
    change: withPackages,
  },
  {
    name: 'leaves a program of root with the right to be root',
    who: 'root',
    sh: 'cp /bin/true tool; chown 0:0 tool; chmod 4755 tool',
    succeeded: ({ work }) => {
      const found = statSync(join(work, 'tool'));
      return found.uid === 0 && (found.mode & 0o4000) !== 0;
    },
  },
];

function plantFile(dir: string, path: string, content: string): void {
  const file = join(dir, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  for (const each of [file, join(file, '..')]) chmodSync(each, 0o777);
}

function withPackages({ dir, work }: Stage) {
  return { layered: [{ host: join(dir, 'node_modules'), at: join(work, 'node_modules') }] };
}

function removedFrom(folder: string, { env }: Stage): boolean {
  const file = join(folder, basename(env.TOKEN ?? ''));
  if (!existsSync(file)) return false;
  unlinkSync(file);
  return true;
}
