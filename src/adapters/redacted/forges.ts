import { type Redact, redactRoomy } from '../../code/redact.ts';
import type { Forge, Forges } from '../../ports/outside/forge.ts';

/** Whatever is written on a forge is public: no secret goes there. */
export function redactedForges(forges: Forges, redact: Redact): Forges {
  return { open: async (address) => redactedForge(await forges.open(address), redact) };
}

function redactedForge(forge: Forge, redact: Redact): Forge {
  return {
    ...forge,
    comment: (on, body, marker) => forge.comment(on, redact(body), marker),
    open: ({ title, body, ...proposal }) => forge.open({ ...proposal, title: redact(title), body: redact(body) }),
    update: (number, change) => forge.update(number, redactRoomy(change, redact)),
  };
}
