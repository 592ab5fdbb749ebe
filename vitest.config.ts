import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// They end tests that hang. How quick something is, `bench/` measures: a busy machine is no fault.
const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  pool: 'forks',
  setupFiles: 'test/support/cleaning.ts',
  // People see their own clock; expectations are written in this one. Nothing here leaves the machine, and each process
  // of Node's would take 30 ms to read the certificates of a workplace.
  env: { TZ: 'UTC', NODE_EXTRA_CA_CERTS: '' },
} as const;
const e2e = 'test/e2e/**/*.test.ts';
/** Their process becomes an ordinary user's, for good. */
const users = ['test/attacks/ordinary.test.ts', 'test/adapters/sandboxes/bubblewrap-user.test.ts'];

/** Files that take a minute or so. Begun last, they would keep one worker busy and the others waiting. */
const long =
  /test\/(?:attacks|cheats)\/|test\/e2e\/(?:crash|bad-answers|commands|verify|hostile-pawl|state|leftovers|hang|faults)\.|repair\/seeds|acp\.test|e2b\.test|waiting\.test|cold-cache|java\//;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    reporters: ['default', './test/cheats/table.ts', './test/house/tally.ts'],
    sequence: { sequencer: LongFirst },
    // Most of them wait for processes of their own, and a third of the time for a clock.
    maxWorkers: availableParallelism() * 4,
    projects: [
      // A worker keeps the modules it has loaded: loading them for each file is a fifth of the time here, and a second of
      // each file of the others.
      { test: { ...shared, name: 'parts', isolate: false, include: ['test/**/*.test.ts'], exclude: [e2e, ...users] } },
      { test: { ...shared, name: 'users', include: users } },
      // These start the built command and wait for it most of the time.
      {
        test: {
          ...shared,
          name: 'e2e',
          testTimeout: 600_000,
          isolate: false,
          include: [e2e],
          globalSetup: ['test/support/build.ts'],
          maxConcurrency: 3,
        },
      },
    ],
  },
});
