import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

const small = { memory_mb: 64, pids: 64, disk_mb: 40 };

/**
 * Bare, whoever took too much has shown enough after a moment. In the sandbox it holds on to it for so long that a busy
 * machine notices too: what nobody ended until then is a breach.
 */
const hold = {
  sh: 'sleep $([ "$APART" ] && echo 0.7 || echo 12)',
  python: 'time.sleep(0.7 if "APART" in os.environ else 12)',
};

/** Taking all there is: each takes a bounded amount that is more than it may. */
export const exhausting: Attack[] = [
  hog('processes', 'for i in range(200):\n  if os.fork() == 0: time.sleep(30); os._exit(0)'),
  hog(
    'threads',
    'import threading\nfor i in range(200): threading.Thread(target=time.sleep, args=(30,), daemon=True).start()',
  ),
  hog('memory', 'b = b"x" * (250 << 20)'),
  hog(
    'memory that is shared',
    'import mmap\nm = mmap.mmap(-1, 250 << 20)\nfor i in range(250): m.write(b"x" * (1 << 20))',
  ),
  hog(
    'memory behind a file without a name',
    'fd = os.memfd_create("x")\nfor i in range(250): os.write(fd, b"x" * (1 << 20))',
  ),
  hog(
    'memory in segments',
    'import ctypes\nc = ctypes.CDLL(None); c.shmat.restype = ctypes.c_void_p\ni = c.shmget(0, 250 << 20, 0o1600); assert i >= 0\na = c.shmat(i, None, 0); c.shmctl(i, 0, None)\nctypes.memset(a, 1, 250 << 20)',
  ),
  {
    ...hog('memory', ''),
    name: 'takes memory in a pile of small processes',
    python: `import os, select, time
ready, full = os.pipe()
for i in range(12):
  if os.fork() == 0: b = b'x' * (20 << 20); os.write(full, b'x'); time.sleep(20); os._exit(0)
took = 0
while took < 12 and os.waitpid(-1, os.WNOHANG) == (0, 0):
  if select.select([ready], [], [], 0.1)[0]: took += len(os.read(ready, 1))
${hold.python}
if took == 12 and os.waitpid(-1, os.WNOHANG) == (0, 0): print('BREACH')`,
  },
  filler('the scratch folder', '"$TMPDIR/big"'),
  {
    name: 'fills the shared memory folder',
    sh: 'head -c 200M /dev/zero > "/dev/shm/$TOKEN"; full=$?; rm -f "/dev/shm/$TOKEN"; [ $full = 0 ] && echo BREACH',
    limits: small,
  },
  filler('the work', 'big'),
  filler('the work under a name that is no text', '"$(printf "\\377")"'),
  { ...filler('the results', '/pawl/out/big'), change: { collect: ['report'], timeout_ms: 60_000 } },
  {
    ...filler('a file without a name', '&7'),
    sh: `exec 7>big; rm big; head -c 200M /dev/zero >&7 && ${hold.sh} && echo BREACH`,
  },
  hog('file names', 'for i in range(25_000): open(os.environ.get("TMPDIR", "/tmp") + "/%d" % i, "w").close()', {
    memory_mb: 16,
  }),
  flood('output', 'head -c 8M /dev/zero; touch done'),
  flood('error output', 'head -c 8M /dev/zero >&2; touch done'),
  flood('output from many processes', 'for i in 1 2 3 4; do head -c 2M /dev/zero & done; wait; touch done'),
];

function hog(what: string, script: string, limits: Attack['limits'] = {}): Attack {
  const python = `import os, time\n${script}\n${hold.python}; print('BREACH')`;
  return { name: `takes ${what} without end`, python, limits: { ...small, ...limits }, change: { timeout_ms: 60_000 } };
}

function filler(what: string, place: string): Attack {
  const sh = `head -c 200M /dev/zero > ${place} && ${hold.sh} && echo BREACH`;
  return { name: `fills ${what}`, sh, limits: small, change: { timeout_ms: 60_000 } };
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
