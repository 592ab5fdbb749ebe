import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

const small = { memory_mb: 64, pids: 64, disk_mb: 40 };

/** Taking all there is: each takes a bounded amount that is more than it may. */
export const exhausting: Attack[] = [
  hog('processes', 'import os, time\nfor i in range(200):\n  if os.fork() == 0: time.sleep(2); os._exit(0)'),
  hog(
    'threads',
    'import threading, time\nfor i in range(200): threading.Thread(target=time.sleep, args=(0.5,)).start()',
  ),
  hog('memory', 'b = b"x" * (250 << 20)'),
  hog(
    'memory that is shared',
    'import mmap\nm = mmap.mmap(-1, 250 << 20)\nfor i in range(250): m.write(b"x" * (1 << 20))',
  ),
  hog(
    'memory behind a file without a name',
    'import os\nfd = os.memfd_create("x")\nfor i in range(250): os.write(fd, b"x" * (1 << 20))',
  ),
  hog(
    'memory in segments',
    'import ctypes\nc = ctypes.CDLL(None); c.shmat.restype = ctypes.c_void_p\ni = c.shmget(0, 250 << 20, 0o1600); assert i >= 0\na = c.shmat(i, None, 0); c.shmctl(i, 0, None)\nctypes.memset(a, 1, 250 << 20)',
  ),
  {
    ...hog('memory', ''),
    name: 'takes memory in a pile of small processes',
    python: `import os, time
for i in range(12):
  if os.fork() == 0: b = b'x' * (20 << 20); time.sleep(1.5); os._exit(0)
time.sleep(0.7)
if os.waitpid(-1, os.WNOHANG) == (0, 0): print('BREACH')`,
  },
  filler('the scratch folder', '"$TMPDIR/big"'),
  {
    name: 'fills the shared memory folder',
    sh: 'head -c 200M /dev/zero > "/dev/shm/$TOKEN"; full=$?; rm -f "/dev/shm/$TOKEN"; [ $full = 0 ] && echo BREACH',
    limits: small,
  },
  filler('the work', 'big'),
  filler('the work under a name that is no text', '"$(printf "\\377")"'),
  { ...filler('the results', '/pawl/out/big'), change: { collect: ['report'] } },
  {
    ...filler('a file without a name', '&7'),
    sh: 'exec 7>big; rm big; head -c 200M /dev/zero >&7 && sleep 1.5 && echo BREACH',
  },
  hog(
    'file names',
    'import os\nfor i in range(25_000): open(os.environ.get("TMPDIR", "/tmp") + "/%d" % i, "w").close()',
    { memory_mb: 16 },
  ),
  flood('output', 'head -c 8M /dev/zero; touch done'),
  flood('error output', 'head -c 8M /dev/zero >&2; touch done'),
  flood('output from many processes', 'for i in 1 2 3 4; do head -c 2M /dev/zero & done; wait; touch done'),
];

function hog(what: string, script: string, limits: Attack['limits'] = {}): Attack {
  const python = `${script}\nimport time; time.sleep(0.7); print('BREACH')`;
  return { name: `takes ${what} without end`, python, limits: { ...small, ...limits } };
}

function filler(what: string, place: string): Attack {
  const sh = `head -c 200M /dev/zero > ${place} && sleep 1.5 && echo BREACH`;
  return { name: `fills ${what}`, sh, limits: small };
}

function flood(what: string, sh: string): Attack {
  return {
    name: `floods with ${what}`,
    sh,
    limits: small,
    change: { output_limit: 1_000_000 },
    succeeded: ({ work }) => existsSync(join(work, 'done')),
  };
}
