import { Unfit } from '../../ports/errors.ts';
import type { Sandbox } from '../../ports/outside/sandbox.ts';
import { once } from '../once.ts';

/** A sandbox that is asked whether it is fit when it is first needed: a file that does not parse needs none. */
export function fitting(sandbox: Sandbox): Sandbox {
  const unfit = once(() => sandbox.unfit());
  return {
    ...sandbox,
    async run(command, signal) {
      const reason = await unfit();
      if (reason) throw new Unfit(reason, 'no_sandbox');
      return sandbox.run(command, signal);
    },
  };
}
