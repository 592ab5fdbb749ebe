import { astGrep } from '../../../src/adapters/parsers/parsers.ts';
import type { Action, ActionResult } from '../../../src/agents/action.ts';
import { type Parts, standardActions } from '../../../src/agents/actions/standard/index.ts';
import { dangerousCode } from '../../../src/languages/checks/dangers/code.ts';
import { readingOf } from '../../../src/languages/reading.ts';
import { opened, repository } from '../../adapters/repo/setup.ts';

const parsers = astGrep();
const scan = (sources: { path: string; text: string }[]) => dangerousCode(sources, parsers);
const signal = new AbortController().signal;

/** What an agent can do in a real workspace with these files and this data. */
export async function place(files: Record<string, string | Uint8Array>, more: Partial<Parts> = {}) {
  const { workspace } = await opened(repository(files));
  const parts: Parts = { workspace, input: {}, drafts: new Map(), scan, reading: readingOf, ...more };
  const actions = standardActions(parts);
  const act = async (name: string, input: Record<string, unknown>): Promise<ActionResult> => {
    const action: Action | undefined = actions.get(name);
    if (!action) throw new Error(`there is no ${name}`);
    return action.run({ thought: 'because', ...input }, signal);
  };
  const see = async (name: string, input: Record<string, unknown>) => (await act(name, input)).observation;
  return { workspace, parts, actions, act, see };
}
