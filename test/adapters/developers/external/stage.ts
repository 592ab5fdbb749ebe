import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandDeveloper } from '../../../../src/adapters/developers/command.ts';
import { redacted } from '../../../../src/adapters/redacted/redacted.ts';
import { bubblewrap } from '../../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { hidingWorkspace } from '../../../../src/agents/sight.ts';
import { places } from '../../../../src/languages/registry.ts';
import { commandIn } from '../../../../src/languages/runs/command.ts';
import type { Assignment, Developer, HiddenPlace } from '../../../../src/ports/outside/developer.ts';
import type { Tier } from '../../../../src/schema/settings/policy.ts';
import { journalled, scriptedModel, thinkingWith } from '../../../agents/thinking.ts';
import { policyWith } from '../../../core/policy.ts';
import { opened, repository } from '../../repo/setup.ts';
import { openDir } from '../../sandboxes/support.ts';

/** One for all: each asks every toolchain of the machine where it lives, which takes longer than most of the tests. */
const sandbox = bubblewrap({ equipment: places(), memory_mb: 1024, pids: 256, network: 'none', env: process.env });

/** Why agents cannot be tried here; null where they can. */
export const reason = await sandbox.unfit();
if (reason !== null) console.log(`skipped: external agents: ${reason}`);

export async function parts(env: Record<string, string | undefined> = process.env, given: string[] = []) {
  const { ledger, blobs } = await thinkingWith(scriptedModel(() => ({})));
  const without = redacted(env);
  without.keep(given);
  return { sandbox, ledger, blobs, env, equipment: places(), sight: without.sight };
}

export interface Scene {
  developer?: (given: Awaited<ReturnType<typeof parts>>) => Developer;
  files?: Record<string, string>;
  tier?: Partial<Tier>;
  env?: Record<string, string | undefined>;
  assignment?: Partial<Assignment>;
  /** Paths that no model may see. */
  hidden?: HiddenPlace[];
  signal?: AbortSignal;
}

/** A program of node in a folder of its own: its absolute path. */
export function agentProgram(code: string, folder = openDir()): string {
  const file = join(folder, 'agent.mjs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `#!/usr/bin/env node\n${code}`);
  chmodSync(file, 0o755);
  return file;
}

/** An external agent at work on a small repository in a real sandbox. */
export async function atWork(command: string[], scene: Scene = {}) {
  const { files = { 'add.js': 'return a - b;\n' }, env = process.env, hidden = [] } = scene;
  const { workspace, target, base } = await opened(repository(files));
  const given = await parts(env, scene.tier?.env);
  const developer = (scene.developer ?? commandDeveloper)(given);
  const tier: Tier = {
    ...{ name: 'agent', developer: 'command', model: null, price: null, attempts: 1, command },
    ...scene.tier,
  };
  const assignment: Assignment = {
    ...{ run: 'r1', task: 't1', attempt: 1, tier, prompt: 'Make "add" add.\n', resume: null, outcome: null },
    workspace: hidingWorkspace(workspace, (path) => hidden.some((place) => place.path === path)),
    shell: commandIn(workspace, target, policyWith()),
    isProtected: (path) => path.endsWith('.test.js'),
    breach: async (path) => (path.endsWith('.test.js') ? 'existing test' : null),
    hidden: async () => hidden,
    max_steps: 60,
    caps: { task_usd: 1, run_usd: 1, day_usd: 1 },
    ...scene.assignment,
  };
  const signal = scene.signal ?? new AbortController().signal;
  const { events, outcome } = await journalled(developer.work(assignment, signal));
  const steps = events.flatMap((event) => (event.type === 'agent.step' ? [event] : []));
  return { ...given, events, steps, outcome, workspace, target, base, tree: await workspace.snapshot() };
}

export async function textOf(workspace: { read(path: string): Promise<Uint8Array | null> }, path: string) {
  const bytes = await workspace.read(path);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
