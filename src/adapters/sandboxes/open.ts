import type { Sandbox } from '../../ports/sandbox.ts';
import type { Policy } from '../../schema/policy.ts';
import { bubblewrap } from './bubblewrap.ts';
import { container } from './container.ts';
import { e2b } from './e2b.ts';
import { none } from './none.ts';

type Limits = Omit<Policy['sandbox'], 'kind'> & { env: Record<string, string | undefined> };

/** The sandbox of that kind; nothing is looked for before it is used. */
export function openSandbox(kind: Policy['sandbox']['kind'], limits: Limits): Sandbox {
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
