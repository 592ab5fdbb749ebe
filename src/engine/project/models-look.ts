import { createHash } from 'node:crypto';
import { nobodyReviewed } from '../../core/judge/unreviewed.ts';
import { fold } from '../../core/run/fold.ts';
import { initialState } from '../../core/run/initial-state.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { ConfigError, NoModel, PawlError } from '../../ports/errors.ts';
import type { Clone } from '../../ports/outside/repo.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { Gathered } from '../../rooms/review/evidence.ts';
import { type Opinions, opinionsOn } from '../../rooms/review/opinions.ts';
import type { Place } from '../../rooms/verify/candidate.ts';
import { shortened } from '../../rooms/verify/shortened.ts';
import type { Standing } from '../../rooms/verify/standing.ts';
import type { PawlEvent, Recorded } from '../../schema/run/event.ts';
import type { Configured, Wiring } from '../wiring.ts';

/** What models said of a change, or why none was asked. */
export type ModelsLook = Omit<Opinions, 'exhausted'> & { unasked: string | null; usd: number };

export const nobodyLooked = (unasked: string | null): ModelsLook => ({
  ...{ opinions: [], quality: null, by: 'checks', missing: [] },
  ...{ unasked, usd: 0 },
});

/** The ladder with its keys, where models can review; else why they cannot. With `--review on` that is a fault. */
export async function lookersFor(
  wiring: Wiring,
  wish: 'on' | 'checks' | undefined,
): Promise<{ configured: Configured } | { unasked: string | null }> {
  if (wish === 'checks') return { unasked: null };
  try {
    const configured = await wiring.configured('run');
    const { tiers, roles } = configured.policy;
    if (tiers.some(({ model }) => model !== null) && roles.auditor && roles.reviewer) return { configured };
    throw new ConfigError('no tier has a model to review with');
  } catch (error) {
    if (wish === 'on' || !(error instanceof PawlError)) throw error;
    // What a run could do instead is no advice for a review.
    const isKeyless = error instanceof NoModel;
    return { unasked: isKeyless ? 'no tier can be used without a key; see pawl doctor' : error.message };
  }
}

interface Subject {
  standing: Standing & { base: string };
  gathered: Gathered;
  clone: Clone;
  place: Place;
  /** What such changes have broken before. */
  recurring: string[];
}

/**
 * Has the auditor and the reviewer look at a change that no run made. They are the package's and the user's own: the
 * repository's agent files may be part of the change. What is spent is held to the limits like a run's.
 */
export async function modelsLook(
  wiring: Wiring,
  { policy, keys }: Configured,
  { standing, gathered, clone, place, recurring }: Subject,
  name: string,
): Promise<ModelsLook> {
  const { target, signal } = place;
  const blobs = heldBlobs();
  const agents = await wiring.agents(policy, null);
  const world = { ...(await wiring.world(policy, keys, target)), agents, blobs };
  const request_ref = await blobs.put(request);
  let state: RunState = initialState;
  const tell = (event: PawlEvent) => {
    const at = new Date(wiring.clock.now()).toISOString();
    state = fold(state, { ...event, seq: state.seq + 1, at, run: name } as Recorded);
  };
  for (const event of story()) tell(event);
  const [task] = state.tasks;
  const [attempt] = task?.attempts ?? [];
  if (!task || !attempt) throw new Error('there is no change to look at');
  const { patch, product, scanned } = gathered;
  const change = { task, attempt, tree: standing.judged_tree, patch, product, dangers: scanned.dangers, recurring };
  const context = { state, policy, target, signal, latest: () => state };
  const looking = opinionsOn(change, context, { ...world, repo: { ...world.repo, clone: async () => clone } });
  for (;;) {
    const next = await looking.next();
    if (!next.done) {
      tell(next.value);
      continue;
    }
    const { exhausted: _, ...look } = next.value;
    const blocks = { text: nobodyReviewed(look.missing), blocks: true, danger: false };
    const opinions = look.missing.length > 0 ? [...look.opinions, blocks] : look.opinions;
    return { ...look, opinions, unasked: look.by === 'checks' ? withheld : null, usd: state.usd };
  }

  /** The change as the one attempt of a run, which is how the rooms know changes. */
  function story(): PawlEvent[] {
    const { base, judged_tree: tree, verdict } = standing;
    const [id, digest] = ['change', request_ref];
    const planned = {
      id,
      title: request,
      kind: gathered.evidence.kind,
      acceptance: [],
      depends_on: [],
      effort_hours: 1,
    };
    const about = { task: id, attempt: 1 };
    const work = { tree, files: [], insertions: 0, deletions: 0, ended: 'finished' as const, summary: '' };
    const judged = { judged_tree: tree, signature: null, crashed: false, hung: false, run_ref: null };
    return [
      { type: 'run.started', request, request_ref, target: target.dir, base, scope: target.scope, policy },
      { type: 'plan.proposed', tasks: [planned], forecast_usd: null, improvement: false },
      { type: 'attempt.started', ...about, tier: 'person', from_tree: base, prompt_ref: null },
      { type: 'attempt.finished', ...about, tier: 'person', ...work, fingerprint: '', diff_ref: digest },
      { type: 'verdict.reached', ...about, verdict: shortened(verdict), ...judged },
    ];
  }
}

const request = 'A change that its author proposes. Nothing but the change itself says what it is for.';
const withheld = 'the change seems to hold a secret';

/** Conversations end with the command: nothing of them is kept. */
function heldBlobs(): Blobs {
  const texts = new Map<string, string>();
  return {
    async put(content) {
      const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
      const digest = createHash('sha256').update(text).digest('hex');
      texts.set(digest, text);
      return digest;
    },
    async text(digest) {
      const text = texts.get(digest);
      if (text === undefined) throw new Error(`nothing was kept as ${digest}`);
      return text;
    },
    sweep: async () => 0,
  };
}
