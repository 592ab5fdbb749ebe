import type { Attack } from './attack.ts';

/** An attack that consists of system calls: it worked when the expression holds. */
export function call(name: string, expression: string, more: Partial<Attack> = {}): Attack {
  return { name, python: `${prelude}\nif ${expression}: print('BREACH')`, ...more };
}

/** Each call by its name; the numbers are those of x86-64 and of 64-bit ARM. */
const prelude = `
import ctypes, fcntl, os, platform, socket, struct, termios
numbers = dict(ptrace=(101, 117), process_vm_readv=(310, 270), process_vm_writev=(311, 271), pidfd_open=(434, 434),
  pidfd_getfd=(438, 438), pidfd_send_signal=(424, 424), kcmp=(312, 272), unshare=(272, 97), clone=(56, 220), clone3=(435, 435),
  setns=(308, 268), mount=(165, 40), umount2=(166, 39), pivot_root=(155, 41), chroot=(161, 51), open_tree=(428, 428),
  fsopen=(430, 430), add_key=(248, 217), keyctl=(250, 219), bpf=(321, 280), io_uring_setup=(425, 425),
  perf_event_open=(298, 241), userfaultfd=(323, 282), sethostname=(170, 161), adjtimex=(159, 171), acct=(163, 89),
  swapoff=(168, 225), finit_module=(313, 273), ioperm=(173, -1), mknodat=(259, 33), prctl=(157, 167), fanotify_init=(300, 262))
libc = ctypes.CDLL(None, use_errno=True)
def named(name):
  number = numbers[name][platform.machine() == 'aarch64']
  def call(*args):
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    return libc.syscall(ctypes.c_long(number), *wide)
  return call
globals().update({name: named(name) for name in numbers})
VICTIM, PID, ADDRESS = (int(os.environ[name]) for name in ('VICTIM', 'PID', 'ADDRESS'))
WORK = os.environ['WORK'].encode()
buffer = ctypes.create_string_buffer(256)
def errno(): return ctypes.get_errno()
def vector(address): return struct.pack('QQ', address, 1)
def here(): return vector(ctypes.addressof(buffer))
def made(pid):
  if pid == 0: os._exit(0)
  return pid > 0
def peer():
  return socket.socket(fileno=os.dup(1)).getsockopt(socket.SOL_SOCKET, 77)
def terminal():
  pid, fd = os.forkpty()
  if pid == 0:
    try: fcntl.ioctl(0, termios.TIOCSTI, b'x')
    except OSError: os._exit(1)
    os._exit(0)
  return os.waitpid(pid, 0)[1] == 0
def console():
  for name in ('/dev/tty1', '/dev/tty0', '/dev/console', '/dev/tty'):
    try:
      fcntl.ioctl(os.open(name, os.O_RDWR | os.O_NOCTTY), 0x541c, bytearray([6]))
      return True
    except OSError: pass
def opens(flags, *names):
  for name in names:
    try:
      os.close(os.open(name, flags))
      return True
    except OSError: pass
def rewritten(*names):
  for name in names:
    try:
      value = open(name, 'rb').read()
      with open(name, 'r+b', 0) as file: file.write(value)
      return True
    except OSError: pass
def effective():
  lines = open('/proc/self/status').read().split('\\n')
  return [int(line.split()[1], 16) for line in lines if line.startswith('CapEff')][0]
`;
