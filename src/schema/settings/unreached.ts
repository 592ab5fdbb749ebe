/** Why a server could not be reached, by the code that the network gives it: what follows `it cannot be reached: `. */
const reasons: Record<string, string> = {
  ENOTFOUND: 'its name was not found. Is this machine online?',
  EAI_AGAIN: 'its name cannot be looked up now. Is this machine online?',
  EHOSTUNREACH: 'no network leads there. Is this machine online?',
  ENETUNREACH: 'no network leads there. Is this machine online?',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
};

/** Null for a code that says what happened as well as we could. */
export const whyUnreached = (code: string | undefined): string | null => reasons[code ?? ''] ?? null;
