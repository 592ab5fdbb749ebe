import type { Sandbox } from '../../ports/outside/sandbox.ts';
import type { Equipment } from '../../ports/outside/toolchain.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { bubblewrap } from './bubblewrap/bubblewrap.ts';
import { container } from './container/container.ts';
import { e2b } from './e2b/e2b.ts';
import { none } from './none.ts';
import { refusingLinks } from './place/leaving.ts';

interface Surroundings {
  env: Record<string, string | undefined>;
  /** What languages need on a machine. */
  equipment: readonly Equipment[];
}

type Limits = Omit<Policy['sandbox'], 'kind'> & Surroundings;

/** One sandbox for all uses of the same settings: it knows the machine once it has looked. */
export function sandboxesOf(around: Surroundings): (settings: Policy['sandbox']) => Sandbox {
  const opened = new Map<string, Sandbox>();
  return ({ kind, ...limits }) => {
    const key = JSON.stringify([kind, limits]);
    const sandbox = opened.get(key) ?? refusingLinks(openSandbox(kind, { ...limits, ...around }), around.equipment);
    opened.set(key, sandbox);
    return sandbox;
  };
}

/** The sandbox of that kind; nothing is looked for before it is used. */
function openSandbox(kind: Policy['sandbox']['kind'], limits: Limits): Sandbox {
  switch (kind) {
    case 'bubblewrap':
      return bubblewrap(limits);
    case 'container':
      return container(limits);
    case 'e2b':
      return e2b(limits);
    case 'none':
      return none(limits);
  }
}
