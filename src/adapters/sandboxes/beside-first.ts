import type { Sandbox } from '../../ports/outside/sandbox.ts';

/** By then a command has been started, and this process only waits for it. */
const started_ms = 40;

/** A sandbox beside whose first command something else is done, which would otherwise be waited for later. */
export function besideFirst(sandbox: Sandbox, work: () => void): Sandbox {
  let begun = false;
  return {
    ...sandbox,
    run(command, signal) {
      if (!begun) setTimeout(work, started_ms).unref();
      begun = true;
      return sandbox.run(command, signal);
    },
  };
}
