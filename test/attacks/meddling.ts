import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, stillBeats } from './attack.ts';
import type { Stage } from './stage.ts';
import { call } from './system-calls.ts';

const beat =
  'i=0; while [ $((i+=1)) -lt 1000 ] && [ ! -e "$STAGE/stop" ] && echo x >> "$WORK/beat"; do sleep 0.05; done';
const daemon = `setsid sh -c '${beat}'`;
const begun = 'until [ -s "$WORK/beat" ]; do sleep 0.05; done';

const hasBegun = ({ work }: Stage): boolean => existsSync(join(work, 'beat'));

/** Reaching for other processes, and outliving the command. */
export const meddling: Attack[] = [
  { name: 'kills a process', sh: 'kill -9 "$VICTIM"', succeeded: victimIs('Z', 'X', 'gone') },
  { name: 'stops a process', sh: 'kill -STOP "$VICTIM"', succeeded: victimIs('T') },
  {
    name: 'kills all processes that it can',
    apart: 'p',
    // The bare control has a victim in its own namespace.
    sh: '[ "$APART" ] && { sleep 1000 & VICTIM=$!; }; trap "" TERM; kill -TERM -1; wait "$VICTIM"; echo "$?"',
    succeeded: (stage, { stdout }) => (stage.bare ? stdout === '143\n' : victimIs('Z', 'X', 'gone')(stage)),
  },
  call('attaches to a process with ptrace', 'ptrace(0x4206, VICTIM, 0, 0) == 0'),
  call('lets itself be traced', 'ptrace(0, 0, 0, 0) == 0'),
  call('reads the memory of a process', 'process_vm_readv(PID, here(), 1, vector(ADDRESS), 1, 0) == 1'),
  call('writes the memory of a process', 'process_vm_writev(PID, here(), 1, vector(ADDRESS + 63), 1, 0) == 1'),
  call('takes an open file of a process', 'pidfd_getfd(pidfd_open(PID, 0), 9, 0) >= 0'),
  call('signals the process that reads its output', 'pidfd_send_signal(peer(), 0, None, 0) == 0', { delicate: true }),
  call('compares its files with those of a process', 'kcmp(os.getpid(), PID, 0, 0, 9) >= 0'),
  {
    name: 'slows a process down',
    python: 'import os; os.setpriority(os.PRIO_PROCESS, int(os.environ["VICTIM"]), 19); print("BREACH")',
  },
  {
    name: 'takes the open files of a process away',
    delicate: true,
    python: 'import os, resource as r; r.prlimit(int(os.environ["VICTIM"]), r.RLIMIT_NOFILE, (9, 9)); print("BREACH")',
  },
  {
    name: 'names a process to be killed first for want of memory',
    sh: 'echo 1000 > "/proc/$VICTIM/oom_score_adj" && echo BREACH',
  },
  outlives('the timeout, in a session of its own', { sh: `${daemon} & sleep 30` }),
  outlives('the timeout, forked twice', { python: forking('os.setsid()', 'if os.fork(): os._exit(0)', 'beat()') }),
  outlives('the timeout, deaf to signals', { sh: `trap "" HUP INT QUIT TERM USR1 USR2 PIPE; ${daemon} & sleep 30` }),
  outlives('the timeout, as another process each time', { python: forking('os.setsid()', 'beat(change=True)') }),
  outlives('the timeout, having adopted orphans', {
    python: forking('os.setsid()', 'ctypes.CDLL(None).prctl(36, 1)', 'os.fork()', 'beat()'),
  }),
  outlives('a cancel', { sh: `${daemon} & sleep 30`, cancelled: hasBegun, change: { timeout_ms: 20_000 } }),
  outlives('its end', { sh: `${daemon} & ${begun}`, change: { timeout_ms: 20_000 } }),
  outlives('its end, silent for a while', {
    sh: `setsid sh -c 'touch apart; sleep 0.2; ${beat}' >/dev/null 2>&1 & until [ -e apart ]; do sleep 0.05; done`,
    change: { timeout_ms: 20_000 },
  }),
  outlives('its crash', { sh: `${daemon} & ${begun}; kill -SEGV $$`, change: { timeout_ms: 20_000 } }),
  outlives('a flood of output', {
    sh: `${daemon} >/dev/null 2>&1 & ${begun}; yes`,
    change: { timeout_ms: 20_000, output_limit: 100_000 },
  }),
];

function outlives(what: string, attack: Partial<Attack>): Attack {
  return { name: `outlives ${what}`, change: { timeout_ms: 600 }, ...attack, succeeded: stillBeats };
}

/** A child does the steps while its parent waits for the timeout. */
function forking(...steps: string[]): string {
  const setup = `import ctypes, os, time
def beat(change=False):
  for _ in range(1000):
    if os.path.exists(os.environ['STAGE'] + '/stop'): os._exit(0)
    if change and os.fork(): os._exit(0)
    with open(os.environ['WORK'] + '/beat', 'a') as file: file.write('x\\n')
    time.sleep(0.05)
if os.fork(): time.sleep(30)`;
  return [setup, ...steps].join('\n');
}

function victimIs(...states: string[]): (stage: Stage) => boolean {
  return ({ victim }) => states.includes(stateOf(victim.pid ?? 0));
}

function stateOf(pid: number): string {
  try {
    return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 'gone';
  } catch {
    return 'gone';
  }
}
