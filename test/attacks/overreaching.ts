import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';
import { call } from './system-calls.ts';

const root = { who: 'root', delicate: true } as const;
const delicate = { delicate: true } as const;
const newUser = '0x10000000';

const groups = 'g=/sys/fs/cgroup/pids; [ -d "$g" ] || g=/sys/fs/cgroup;';

/** Rights that it does not have, and parts of the kernel that no test needs. */
export const overreaching: Attack[] = [
  call('makes a user namespace', `unshare(${newUser}) == 0`, delicate),
  call('makes a user namespace with a process', `made(clone(${newUser} | 17, 0, 0, 0, 0))`, delicate),
  call(
    'makes a user namespace with a process, the newer way',
    `made(clone3(struct.pack('8Q', ${newUser}, 0, 0, 0, 17, 0, 0, 0), 64))`,
    delicate,
  ),
  call('makes a mount namespace', 'unshare(0x20000) == 0', root),
  call('makes a network namespace', 'unshare(0x40000000) == 0', root),
  call('makes a process namespace', 'unshare(0x20000000) == 0', root),
  { name: 'becomes root in a namespace of its own', sh: 'unshare -Ur id -u | grep -qx 0 && echo BREACH', ...delicate },
  call('enters a namespace', "setns(os.open('/proc/self/ns/uts', os.O_RDONLY), 0) == 0", { ...delicate, apart: 'u' }),
  call('mounts a file system', "mount(b'x', WORK, b'tmpfs', 0, None) == 0", { ...delicate, apart: 'm' }),
  call('mounts the work elsewhere', "mount(WORK, b'/usr', None, 4096, None) == 0", { ...delicate, apart: 'm' }),
  call('makes what is read-only writable', "mount(None, b'/', None, 4096 | 32, None) == 0", {
    ...delicate,
    apart: 'm',
  }),
  call('unmounts what hides something', "umount2(b'/proc', 2) == 0", { ...delicate, apart: 'm' }),
  call('changes its root for good', 'mount(WORK, WORK, None, 4096, None) == 0 and pivot_root(WORK, WORK) == 0', {
    ...delicate,
    apart: 'm',
  }),
  call('changes its root', 'chroot(WORK) == 0', { ...delicate, apart: 'm' }),
  call('takes a copy of a mount', "open_tree(-100, b'/', 1) >= 0", { ...delicate, apart: 'm' }),
  call('opens a file system', "fsopen(b'tmpfs', 0) >= 0", { ...delicate, apart: 'm' }),
  call('makes a device', "mknodat(-100, WORK + b'/null', 0o20666, os.makedev(1, 3)) == 0", root),
  call('changes the name of the machine', "sethostname(b'owned', 5) == 0", { ...delicate, apart: 'u' }),
  call('changes the clock', 'adjtimex(buffer) >= 0 and adjtimex(struct.pack("I", 0x4000) + buffer.raw[4:]) >= 0', root),
  call('stops the accounting', 'acct(None) == 0', root),
  call('takes swap away', "swapoff(b'/nonexistent') < 0 and errno() == 2", root),
  call('loads a module into the kernel', "finit_module(-1, b'', 0) < 0 and errno() == 9", root),
  call('talks to a port of the hardware', 'ioperm(0x80, 1, 1) == 0', root),
  call('loads a program into the kernel', "bpf(0, struct.pack('5I', 2, 4, 4, 1, 0) + bytes(100), 120) >= 0", root),
  call('makes a ring of calls that no filter sees', 'io_uring_setup(4, buffer) >= 0', delicate),
  call(
    'measures what the processor does',
    "perf_event_open(struct.pack('IIQQQQQ', 1, 112, 1, 0, 0, 0, 0x61) + bytes(64), 0, -1, -1, 0) >= 0",
    delicate,
  ),
  call('handles page faults itself', 'userfaultfd(1) >= 0', delicate),
  call('puts a key into a ring of keys', "add_key(b'user', b'pawl', b'x', 1, -2) >= 0", delicate),
  call('joins another ring of keys', 'keyctl(1, None) >= 0', delicate),
  call('types into a terminal', 'terminal()', delicate),
  call('gives orders to the console', 'console()', root),
  call('changes a setting of the kernel', "rewritten('/proc/sys/kernel/printk_ratelimit')", root),
  call('changes what handles crashes', "rewritten('/proc/sys/kernel/core_pattern')", root),
  call('changes a setting of the network', "rewritten('/proc/sys/net/ipv4/ip_default_ttl')", {
    ...delicate,
    apart: 'n',
  }),
  call(
    'changes a setting of a device',
    "rewritten('/sys/module/printk/parameters/time', '/sys/kernel/mm/ksm/sleep_millisecs')",
    root,
  ),
  call('reaches for the emergency keys', "opens(os.O_WRONLY, '/proc/sysrq-trigger')", root),
  call(
    'opens a device of the host',
    "opens(os.O_RDWR, '/dev/fuse', '/dev/net/tun', '/dev/kvm', '/dev/loop-control', '/dev/kmsg', '/dev/mem')",
    delicate,
  ),
  call('opens a terminal of the host', "opens(os.O_RDWR | os.O_NOCTTY, '/dev/tty1', '/dev/tty0', '/dev/ttyS0')", root),
  { name: 'makes a control group', ...root, sh: `${groups} mkdir "$g/$TOKEN" && rmdir "$g/$TOKEN" && echo BREACH` },
  {
    name: 'moves itself to another control group',
    ...root,
    sh: `${groups} echo $$ > "$g/cgroup.procs" && echo BREACH`,
  },
  {
    name: 'names a program to run on the host',
    ...root,
    sh: '[ -w /sys/fs/cgroup/memory/release_agent ] && echo BREACH',
  },
  call('holds rights', 'effective() != 0', { who: 'root' }),
  call('may gain rights by running a program', 'prctl(39, 0, 0, 0, 0) == 0'),
  call('becomes root', 'os.setuid(0) is None', { who: 'root' }),
  {
    name: 'becomes root by a program that has the right',
    ...delicate,
    sh: 'su -c true </dev/null >/dev/null 2>&1 & sleep 0.1; for p in /proc/[0-9]*; do grep -qs "^Name:.su$" $p/status && grep -q "^Uid:.*\\b0\\b" $p/status && [ "$(id -u)" != 0 ] && echo BREACH; done',
    who: 'ordinary',
  },
  {
    name: 'becomes root by a program that was planted',
    who: 'root',
    plant: ({ work }) => {
      const tool = join(work, 'tool');
      copyFileSync('/usr/bin/id', tool);
      chownSync(tool, 0, 0);
      chmodSync(tool, 0o4755);
    },
    sh: '[ "$(./tool -u)" = 0 ] && echo BREACH',
  },
  {
    name: 'runs code of the tree before rights are dropped',
    ...root,
    plant: ({ work }) => {
      const source = `#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void run(void) {
  if (getuid() == 0) close(openat(open(getenv("WORK"), O_RDONLY), "as-root", O_CREAT | O_RDWR, 0666));
}`;
      spawnSync('cc', ['-shared', '-fPIC', '-o', 'early.so', '-x', 'c', '-'], { cwd: work, input: source });
      chmodSync(join(work, 'early.so'), 0o755);
    },
    change: ({ work }) => ({ env: { LD_PRELOAD: join(work, 'early.so') } }),
    sh: '[ -e as-root ] && echo BREACH',
  },
  { name: 'raises its priority', who: 'root', delicate: true, python: 'import os; os.nice(-5); print("BREACH")' },
  {
    name: 'takes the processor for itself',
    ...root,
    python: 'import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)); print("BREACH")',
  },
  {
    name: 'raises a limit that was set',
    ...root,
    python:
      'import resource as r; r.setrlimit(r.RLIMIT_CORE, (-1, -1)); print("BREACH" if r.getrlimit(r.RLIMIT_CORE)[1] == -1 else "")',
  },
  {
    name: 'makes a file that nobody can remove',
    ...root,
    sh: 'touch stone; chattr +i stone && chattr -i stone && echo BREACH',
  },
];
