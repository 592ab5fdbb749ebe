import { Unfit } from '../../ports/errors.ts';
import type { Sandbox } from '../../ports/outside/sandbox.ts';

/** A sandbox that is asked whether it is fit when it is first needed: a file that does not parse needs none. */
export function fitting(sandbox: Sandbox): Sandbox {
  let answer: Promise<string | null> | null = null;
  return {
    ...sandbox,
    async run(command, signal) {
      answer ??= sandbox.unfit();
      const reason = await answer;
      if (reason) throw new Unfit(reason, 'no_sandbox');
      return sandbox.run(command, signal);
    },
  };
}
