import { tryOut } from '../../../src/adapters/sandboxes/try-out.ts';

/** Tries out a sandbox that never answers, and says which folder it was given. */
await tryOut(({ work_dir }) => {
  process.stdout.write(`${work_dir}\n`);
  setInterval(() => undefined, 1000);
  return new Promise(() => undefined);
});
