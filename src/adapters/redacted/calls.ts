import { type Redact, redactDeep } from '../../code/redact.ts';
import type { RunAbout } from '../../schema/forge/issue-request.ts';

export interface Requests {
  run(request: string, about?: RunAbout): unknown;
  plan(request: string): unknown;
  consult(agent: string, input: string | Record<string, unknown>): unknown;
}

/**
 * A request is named by the digest of its words: they are redacted before anybody sees them, and once it is known what
 * is to be kept.
 */
export function redactedRequests<T extends Requests>(of: T, redact: Redact, ready: () => Promise<void>): T {
  return {
    ...of,
    run: async (request: string, about?: RunAbout) => {
      await ready();
      return of.run(redact(request), about);
    },
    plan: async (request: string) => {
      await ready();
      return of.plan(redact(request));
    },
    consult: async (agent: string, input: string | Record<string, unknown>) => {
      await ready();
      return of.consult(agent, redactDeep(input, redact));
    },
  };
}

/** What an abort throws has a message that cannot be assigned. */
const rewrite = (error: Error, name: 'message' | 'stack', value: string): unknown =>
  Object.defineProperty(error, name, { value, configurable: true, writable: true });

/** The same methods; what they throw is a text for a person, too. */
export function redactedErrors<T extends object>(of: T, redact: Redact): T {
  const rethrow = (error: unknown): never => {
    if (error instanceof Error) {
      rewrite(error, 'message', redact(error.message));
      if (error.stack !== undefined) rewrite(error, 'stack', redact(error.stack));
    }
    throw error;
  };
  const guarded = ([name, method]: [string, unknown]) => {
    if (typeof method !== 'function') return [name, method];
    const call = (...args: unknown[]) => {
      try {
        const result: unknown = method(...args);
        return result instanceof Promise ? result.catch(rethrow) : result;
      } catch (error) {
        return rethrow(error);
      }
    };
    return [name, call];
  };
  return Object.fromEntries(Object.entries(of).map(guarded));
}
