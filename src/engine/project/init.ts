import { ConfigError, PawlError } from '../../ports/errors.ts';
import type { Survey } from '../../schema/run/view.ts';
import type { ConfigProposal, FirstCommit, InitResult } from '../../schema/settings/init.ts';
import { configText, untestedText } from './init-config.ts';

export interface Preparing {
  /** Throws what is wrong with the settings, before anything is made. */
  check: () => Promise<unknown>;
  commit: () => Promise<FirstCommit>;
  survey: () => Promise<Survey>;
  /** The configuration that the target has; null where it has none. Throws where that cannot be read. */
  existing: () => Promise<string | null>;
  write: (text: string) => Promise<void>;
  agree: (proposal: ConfigProposal) => Promise<boolean>;
}

const file = '.pawl/config.yaml';
const empty = 'there is nothing to test yet; `pawl init` finds out how once there are tests';

/**
 * Makes a first commit if there is none, then a configuration that says how the project is tested; an existing
 * configuration is never replaced.
 */
export async function prepared({ check, commit, survey, existing, write, agree }: Preparing): Promise<InitResult> {
  await check();
  const first = await commit();
  if (first.proposal !== null && !first.committed) return { ...first, config: null, note: null };
  if (first.proposal?.files.length === 0) return { ...first, config: null, note: empty };
  try {
    const proposal = { file, existing: await existing(), text: await foundBy(survey) };
    if (proposal.existing !== null && timeless(proposal.existing) === timeless(proposal.text))
      return { ...first, config: null, note: null };
    const written = proposal.existing === null && (await agree(proposal));
    if (written) await write(proposal.text);
    return { ...first, config: { ...proposal, written }, note: null };
  } catch (error) {
    if (!(error instanceof PawlError) || error instanceof ConfigError) throw error;
    // The repository is ready all the same.
    return { ...first, config: null, note: error.message };
  }
}

/** Why no test ran is worth writing down, with the key to set. */
async function foundBy(survey: () => Promise<Survey>): Promise<string> {
  try {
    return configText(await survey());
  } catch (error) {
    if (error instanceof PawlError && untested.has(error.reason)) return untestedText(error.message);
    throw error;
  }
}

const untested = new Set(['no_tests', 'tests_cannot_start', 'tests_do_not_end']);

/** Tests never take the same time twice. */
const timeless = (text: string): string => text.replace(/\(\d+\.\d s\)/g, '');
