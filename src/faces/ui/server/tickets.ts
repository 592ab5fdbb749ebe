import { randomBytes } from 'node:crypto';

/** Lets a browser open one page once, soon: the address of a new tab cannot carry a header. */
export interface Tickets {
  issue(path: string): string;
  /** True once for a ticket of that path. */
  use(ticket: string | null, path: string): boolean;
}

const lifeMs = 30_000;

export function createTickets(now: () => number): Tickets {
  const issued = new Map<string, { path: string; until: number }>();
  return {
    issue(path) {
      for (const [ticket, { until }] of issued) if (until < now()) issued.delete(ticket);
      const ticket = randomBytes(24).toString('base64url');
      issued.set(ticket, { path, until: now() + lifeMs });
      return ticket;
    },
    use(ticket, path) {
      const entry = issued.get(ticket ?? '');
      issued.delete(ticket ?? '');
      return entry !== undefined && entry.path === path && entry.until >= now();
    },
  };
}
