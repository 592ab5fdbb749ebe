import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BubblewrapOptions, bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { none } from '../../src/adapters/sandboxes/none.ts';
import { places } from '../../src/languages/registry.ts';
import type { Sandbox, SandboxCommand } from '../../src/ports/outside/sandbox.ts';
import type { Attack } from './attack.ts';
import { calling } from './calling.ts';
import { exhausting } from './exhausting.ts';
import { meddling } from './meddling.ts';
import { overreaching } from './overreaching.ts';
import { reading } from './reading.ts';
import { moveIn, type Neighbour, openStage, type Stage } from './stage.ts';
import { writing } from './writing.ts';

const table = { writing, reading, calling, meddling, overreaching, exhausting };
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const limits = { memory_mb: 256, pids: 128, network: 'none', env } as const;

/** Every attack of the table, first without a sandbox, where it must succeed, and then in one, where it must not. */
export function battery(who: 'root' | 'ordinary'): void {
  /** One for each set of limits: each asks every toolchain of the machine where it lives. */
  const sandboxes = new Map<string, Sandbox>();
  const open = (changes: Partial<BubblewrapOptions> = {}): Sandbox => {
    const key = JSON.stringify(changes);
    const sandbox = sandboxes.get(key) ?? bubblewrap({ equipment: places(), ...limits, ...changes });
    sandboxes.set(key, sandbox);
    return sandbox;
  };
  const bare = none({ equipment: places(), env });
  const score = { bare: 0, breached: [] as string[], refused: [] as string[] };
  let neighbour: Neighbour;

  beforeAll(async () => {
    neighbour = await moveIn();
  });
  afterAll(async () => {
    await neighbour.close();
    const { refused, breached } = score;
    const without =
      refused.length === 0 ? '' : `; this machine itself refuses ${refused.length}: ${refused.join(', ')}`;
    console.log(
      `${score.bare} attacks: bare succeeded ${score.bare}, sandbox breached ${breached.length} (as ${who}${without})`,
    );
  });

  const attempt = async (attack: Attack, sandbox: Sandbox): Promise<boolean> => {
    const stage = openStage(neighbour, sandbox.kind === 'none');
    try {
      await attack.plant?.(stage);
      const controller = new AbortController();
      const looking = setInterval(() => attack.cancelled?.(stage) && controller.abort(), 20);
      const result = await sandbox
        .run(commandOf(attack, stage), controller.signal)
        .finally(() => clearInterval(looking));
      const { stdout, stderr } = result;
      const told = `${stdout}${stderr}`.includes(stage.secret) || stdout.includes('BREACH');
      return attack.succeeded === undefined ? told : await attack.succeeded(stage, result);
    } finally {
      await stage.close();
    }
  };

  const check = async (attack: Attack): Promise<void> => {
    // A busy machine may not get to it in time.
    let alone = await attempt(attack, bare);
    for (const times of [4, 16, 64]) alone ||= await attempt(patient(attack, times), bare);
    if (alone) score.bare += 1;
    else if (attack.delicate) score.refused.push(attack.name);
    else expect.fail('the control failed: bare, it does not work either');
    const inside = await attempt(attack, open(attack.limits));
    if (inside) score.breached.push(attack.name);
    expect(inside, 'the sandbox is breached').toBe(false);
  };

  for (const [kind, attacks] of Object.entries(table)) {
    const possible = attacks.filter((attack) => (attack.who ?? who) === who);
    describe(kind, () => {
      for (const attack of possible)
        test.concurrent(`a command that ${attack.name} does so bare, and not in the sandbox`, () => check(attack));
    });
  }

  test('the battery has at least 60 attacks that succeed bare', () => {
    expect(score.bare).toBeGreaterThanOrEqual(60);
    expect(score.breached).toEqual([]);
  });
}

function patient(attack: Attack, times: number): Attack {
  if (typeof attack.change === 'function' || attack.change?.timeout_ms === undefined) return attack;
  return { ...attack, change: { ...attack.change, timeout_ms: Math.min(20_000, times * attack.change.timeout_ms) } };
}

function commandOf(attack: Attack, stage: Stage): SandboxCommand {
  const change = typeof attack.change === 'function' ? attack.change(stage) : attack.change;
  return {
    argv: [...(stage.bare ? apart(attack) : []), ...argvOf(attack)],
    work_dir: stage.work,
    mount_at: stage.work,
    cwd: '',
    read_only: [],
    layered: [],
    provide: {},
    collect: [],
    timeout_ms: 20_000,
    file_limit: 1_000_000,
    ...change,
    env: { ...stage.env, ...change?.env },
    output_limit: stage.bare && change?.timeout_ms === undefined ? 100_000_000 : (change?.output_limit ?? 1_000_000),
  };
}

function argvOf({ sh, python, node }: Attack): string[] {
  if (sh !== undefined) return ['sh', '-c', sh];
  return python === undefined ? ['node', '-e', node ?? ''] : ['python3', '-c', python];
}

/** Root needs no user namespace for the others. */
function apart({ apart: letters }: Attack): string[] {
  if (letters === undefined) return [];
  const user = process.getuid?.() === 0 ? '' : 'Ur';
  return ['unshare', `-${user}${letters}`, ...(letters.includes('p') ? ['--fork', '--kill-child'] : [])];
}
