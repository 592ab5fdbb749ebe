import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

/** Seeing what is not the work's: files, other processes, the machine. */
export const reading: Attack[] = [
  { name: 'reads a private key', sh: 'cat "$SECRETS/.ssh/id_ed25519"' },
  { name: 'reads the credentials of a cloud', sh: 'cat "$SECRETS/.aws/credentials"' },
  { name: 'reads the token of a registry by a path with ..', sh: 'cat ../home/.npmrc' },
  {
    name: 'reads a key through a link of the tree',
    plant: ({ dir, work }) => symlinkSync(join(dir, 'home/.ssh/id_ed25519'), join(work, 'key')),
    sh: 'cat key',
  },
  { name: 'reads a key through a link made meanwhile', sh: 'ln -s "$SECRETS/.ssh" keys; cat keys/id_ed25519' },
  { name: 'reads a key through a hard link', sh: 'ln "$SECRETS/.ssh/id_ed25519" key; cat key' },
  { name: 'reads the configuration of the private clone', sh: 'cat "$STAGE/runs/other/git/config"' },
  { name: 'reads the journal of another run', sh: 'cat ../runs/other/journal' },
  { name: 'looks for secrets in all of /tmp', sh: 'cat /tmp/pawl-attack-*/home/.npmrc' },
  { name: 'lists the users of the host', sh: 'grep -q ^root: /etc/passwd && echo BREACH' },
  { name: "reads the users' passwords", who: 'root', sh: 'grep -q ^root: /etc/shadow && echo BREACH' },
  { name: 'learns which machine this is', delicate: true, sh: 'cat /etc/machine-id /etc/hostname && echo BREACH' },
  { name: 'reads the logs of the machine', delicate: true, sh: '[ -n "$(ls -A /var/log)" ] && echo BREACH' },
  { name: 'reads the environment of a process', sh: 'cat "/proc/$PID/environ"', succeeded: neighbourTold },
  {
    name: 'reads the environment of every process',
    sh: 'cat /proc/[0-9]*/environ 2>/dev/null',
    succeeded: neighbourTold,
  },
  {
    name: 'reads the environment of its parent',
    delicate: true,
    sh: 'tr "\\0" "\\n" < /proc/$PPID/environ | grep -q ^PATH= && echo BREACH',
  },
  {
    name: 'reads the environment of the first process',
    who: 'root',
    delicate: true,
    sh: '[ -n "$(tr -d "\\0" < /proc/1/environ)" ] && echo BREACH',
  },
  {
    name: 'reads the command lines of other processes',
    sh: 'cat /proc/[0-9]*/cmdline 2>/dev/null',
    succeeded: neighbourTold,
  },
  { name: 'reads in the folder of a process', sh: 'cat "/proc/$PID/cwd/folder.txt"', succeeded: neighbourTold },
  { name: 'reads below the root of a process', sh: 'cat "/proc/$PID/root$SECRETS/.npmrc"' },
  {
    name: 'reads below the root of the first process',
    who: 'root',
    delicate: true,
    sh: 'cat "/proc/1/root$SECRETS/.npmrc"',
  },
  {
    name: 'reads in the folder of its parent',
    delicate: true,
    sh: 'ls -d "/proc/$PPID/cwd/package.json" && echo BREACH',
  },
  { name: 'reads a deleted file that a process holds open', sh: 'cat "/proc/$PID/fd/9"', succeeded: neighbourTold },
  {
    name: 'reads the memory of a process as a file',
    python: `import os
mem = open('/proc/%s/mem' % os.environ['PID'], 'rb')
mem.seek(int(os.environ['ADDRESS']))
print(mem.read(64))`,
    succeeded: neighbourTold,
  },
  {
    name: 'reads a shared memory segment of a process',
    python: `import ctypes, os
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
print(ctypes.string_at(libc.shmat(int(os.environ['SEGMENT']), None, 0o10000)))`,
    succeeded: neighbourTold,
  },
  {
    name: 'reads a raw disk',
    who: 'root',
    delicate: true,
    sh: 'for d in /dev/[vsn][dv][ame]*; do head -c 1 "$d" >/dev/null && echo BREACH; done',
  },
  {
    name: 'reads the memory of the kernel',
    who: 'root',
    delicate: true,
    sh: 'head -c 64 /proc/kcore >/dev/null && echo BREACH',
  },
  { name: 'reads the log of the kernel', who: 'root', delicate: true, sh: 'dmesg >/dev/null && echo BREACH' },
  {
    name: 'opens a file outside by its handle',
    who: 'root',
    delicate: true,
    python: `import ctypes, os, struct
libc = ctypes.CDLL(None, use_errno=True)
handle = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128))
mount = ctypes.c_int()
path = os.environ['SECRETS'] + '/.npmrc'
if libc.name_to_handle_at(-100, path.encode(), handle, ctypes.byref(mount), 0) != 0:
    open('probe', 'w').write('x')
    libc.name_to_handle_at(-100, b'probe', handle, ctypes.byref(mount), 0)
fd = libc.open_by_handle_at(os.open('.', os.O_RDONLY), handle, 0)
if fd >= 0: print('BREACH')`,
  },
  {
    name: 'reads what a link in the results points to',
    sh: 'ln -s "$SECRETS/.npmrc" /pawl/out/report; cat /pawl/out/report',
    change: { collect: ['report'] },
    succeeded: ({ secret }, { stdout, files }) => `${stdout}${files.report}`.includes(secret),
  },
  {
    name: 'reads what a hard link in the results points to',
    sh: 'ln "$SECRETS/.npmrc" /pawl/out/report',
    change: { collect: ['report'] },
    succeeded: ({ secret }, { files }) => files.report?.includes(secret) ?? false,
  },
  {
    name: 'reads through a link where dependencies are mounted',
    plant: ({ dir, work }) => {
      mkdirSync(join(dir, 'node_modules'));
      symlinkSync(join(dir, 'home'), join(work, 'node_modules'));
      linkSync(join(dir, 'home/.npmrc'), join(dir, 'node_modules/own'));
    },
    sh: 'cat node_modules/.npmrc',
    change: ({ dir, work }) => ({ layered: [{ host: join(dir, 'node_modules'), at: join(work, 'node_modules') }] }),
  },
];

function neighbourTold({ neighbour }: { neighbour: { secret: string } }, { stdout }: { stdout: string }): boolean {
  return stdout.includes(neighbour.secret);
}
