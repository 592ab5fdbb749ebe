import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fileBlobs } from '../../src/adapters/blobs/blobs.ts';
import { systemClock } from '../../src/adapters/clock/clock.ts';
import { openJournal } from '../../src/adapters/journal/journal.ts';
import { openLedger } from '../../src/adapters/ledger/ledger.ts';
import { fileMaps } from '../../src/adapters/maps/maps.ts';
import { openMemory } from '../../src/adapters/memory/memory.ts';
import { astGrep } from '../../src/adapters/parsers/parsers.ts';
import { redacted } from '../../src/adapters/redacted/redacted.ts';
import { fileReports } from '../../src/adapters/reports/reports.ts';
import { none } from '../../src/adapters/sandboxes/none.ts';
import { fileTrust } from '../../src/adapters/trust/trust.ts';
import { loadAgents } from '../../src/config/agents/agents.ts';
import { launcher } from '../../src/engine/launch/launcher.ts';
import type { RunHandle } from '../../src/engine/loop/start.ts';
import { pages } from '../../src/faces/report/pages.ts';
import { places } from '../../src/languages/registry.ts';
import type { Assignment, Work } from '../../src/ports/outside/developer.ts';
import type { Model } from '../../src/ports/outside/model.ts';
import type { World } from '../../src/ports/world.ts';
import type { Recorded } from '../../src/schema/run/event.ts';
import type { Policy } from '../../src/schema/settings/policy.ts';
import { adapter, repository, sh } from '../adapters/repo/setup.ts';
import { noEmbedder, scriptedModel } from '../agents/thinking.ts';
import { policyWith } from '../core/policy.ts';
import { stateOf } from '../support/state.ts';

/** A project with one test that fails and one that passes. */
export const adder: Record<string, string> = {
  'package.json': '{ "name": "adder", "type": "module", "scripts": { "test": "node --test" } }\n',
  'add.js': 'export const add = (a, b) => a - b;\n',
  'test/add.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../add.js';
test('nothing', () => assert.equal(add(1, 0), 1));
test('adds', () => assert.equal(add(1, 2), 3));
`,
};
export const right = 'export const add = (a, b) => a + b;\n';
export const wrong = 'export const add = (a, b) => a + 2 * b;\n';
/** Fails the test that passed, too. */
export const worse = 'export const add = (a, b) => a * b;\n';

/** What a scripted developer does with an assignment: files it writes, or work of its own. */
export type Doing = (
  assignment: Assignment,
  signal: AbortSignal,
) => Promise<Partial<Work> & { files?: Record<string, string> }>;

export interface HouseOptions {
  files?: Record<string, string>;
  policy?: Policy;
  develop?: Doing;
  model?: Model;
  world?: Partial<World>;
  /** What is done to the repository before anybody looks at it. */
  prepare?: (dir: string) => void;
}

/** Everything real but the words: git, journal, blobs, ledger, reports and processes in temporary folders. */
export async function houseWith({
  files = adder,
  policy = policyWith(),
  develop,
  model,
  world,
  prepare,
}: HouseOptions = {}) {
  const dir = repository(files);
  prepare?.(dir);
  const { repo, state_dir } = adapter();
  const target = await repo.inspect(dir);
  const clock = systemClock();
  const point = () => undefined;
  const state = stateOf(state_dir, dir);
  const journal = await openJournal({ state_dir: state, clock, point });
  const ledger = await openLedger({ state_dir, clock, point });
  const memory = await openMemory({ state_dir: state, clock, point });
  onTestFinished(async () => {
    await journal.close();
    await ledger.close();
    await memory.close();
  });
  const { agents } = await loadAgents();
  const assignments: Assignment[] = [];
  const whole: World = {
    models: { open: async () => model ?? scriptedModel(() => ({ fault: { kind: 'refused' } })), embedder: noEmbedder },
    developers: { open: async () => ({ work: (assignment, signal) => working(assignment, signal) }) },
    sandbox: none({ equipment: places(), env: process.env }),
    sight: redacted({}).sight,
    repo,
    blobs: fileBlobs({ dir: join(state, 'blobs'), point }),
    ledger,
    forges: { open: async () => Promise.reject(new Error('this house has no forge')) },
    maps: fileMaps({ dir: join(state_dir, 'maps') }),
    parsers: astGrep(),
    memory,
    clock,
    reports: fileReports({ dir: join(state, 'reports') }),
    pages,
    agents,
    random: () => 0,
    ...world,
  };
  const trust = fileTrust({ state_dir });
  const wiring = {
    clock: whole.clock,
    trust,
    repo,
    charged: async (run: string) => whole.ledger.spent(run),
    reports: async () => whole.reports,
    pages,
    memory: async () => whole.memory,
    remove: async () => 0,
    journal: async () => journal,
    blobs: async () => whole.blobs,
    target: async () => target,
    configured: async () => ({ policy, keys: {}, providers: {}, notes: [] }),
    keysFor: async () => ({}),
    agents: async () => whole.agents,
    sandbox: () => whole.sandbox,
    unsafe: () => null,
    world: async () => whole,
    notify: () => async () => null,
    forges: whole.forges,
    forgeHosts: async () => ({}),
  };
  return {
    dir,
    target,
    repo,
    state_dir,
    repository_state: state,
    journal,
    trust,
    world: whole,
    assignments,
    wiring,
    launch: launcher(wiring),
    git: (...args: string[]) => sh(dir, ...args),
  };

  // biome-ignore lint/correctness/useYield: a developer without a model has nothing to journal.
  async function* working(assignment: Assignment, signal: AbortSignal): AsyncGenerator<never, Work> {
    assignments.push(assignment);
    const {
      files: written = {},
      ended = 'finished',
      summary = 'what it says',
    } = develop ? await develop(assignment, signal) : { files: { 'add.js': right } };
    for (const [path, content] of Object.entries(written)) await assignment.workspace.write(path, content);
    return { ended, summary };
  }
}

/** Reads a run to its end. */
export async function finished(handle: RunHandle) {
  const events: Recorded[] = [];
  for await (const event of handle.events) events.push(event);
  return { events, end: await handle.done, types: events.map((event) => event.type) };
}

/** Resolves when the signal aborts, as a developer that is told to stop does: it throws. */
export function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // On a busy machine the time may be up before anybody listens.
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export const readReport = (state: string, run: string, name: string): string =>
  readFileSync(join(state, 'reports', run, name), 'utf8');
