/**
 * The system call filter as a classic BPF program (see seccomp(2)): what a test suite never needs and an escape would.
 * Each rule is a block that either returns a verdict or falls through with the call's number still loaded.
 * Without a control group nobody counts the memory behind a descriptor: it is refused with `hidden_memory: false`.
 */
export function seccompFilter(arch: string, { hidden_memory }: { hidden_memory: boolean }): Buffer | null {
  const machine = machines[arch];
  if (machine === undefined) return null;
  const { audit, calls } = machine;
  return assemble([
    load(archOffset),
    jumpIfEqual(audit, 1, 0),
    answer(kill),
    load(numberOffset),
    // x32 calls carry this bit and would pass every comparison below.
    jumpIfAtLeast(0x40000000, 0, 1),
    answer(kill),
    ...Object.values(calls.refused).flatMap((call) => [jumpIfEqual(call, 0, 1), answer(refuse(EPERM))]),
    ...Object.values({ ...calls.unknown, ...(hidden_memory ? {} : calls.hidden) }).flatMap((call) => [
      jumpIfEqual(call, 0, 1),
      answer(refuse(ENOSYS)),
    ]),
    ...onlyNetworkSockets(calls.socket),
    ...onlyConnectedPairs(calls.socketpair),
    ...noNamespaces(calls.clone),
    ...noTerminalInput(calls.ioctl),
    answer(allow),
  ]);
}

interface Machine {
  audit: number;
  calls: {
    refused: Record<string, number>;
    /** Answered as if the kernel lacked them: libc and libuv then fall back to calls that can be looked into. */
    unknown: Record<string, number>;
    /** What makes memory that no process need have mapped. */
    hidden: Record<string, number>;
    socket: number;
    socketpair: number;
    clone: number;
    ioctl: number;
  };
}

/** Calls numbered alike everywhere: those newer than the common table. */
const recent = {
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  process_madvise: 440,
  mount_setattr: 442,
  open_tree_attr: 467,
};
/** io_uring makes sockets without the socket call. */
const recentUnknown = { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427, clone3: 435 };

const machines: Record<string, Machine | undefined> = {
  x64: {
    audit: 0xc000003e,
    calls: {
      refused: {
        ptrace: 101,
        syslog: 103,
        pivot_root: 155,
        mount: 165,
        umount2: 166,
        add_key: 248,
        request_key: 249,
        keyctl: 250,
        unshare: 272,
        perf_event_open: 298,
        open_by_handle_at: 304,
        setns: 308,
        process_vm_readv: 310,
        process_vm_writev: 311,
        kcmp: 312,
        bpf: 321,
        userfaultfd: 323,
        ...recent,
      },
      unknown: recentUnknown,
      hidden: { shmget: 29, memfd_create: 319 },
      socket: 41,
      socketpair: 53,
      clone: 56,
      ioctl: 16,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    calls: {
      refused: {
        umount2: 39,
        mount: 40,
        pivot_root: 41,
        unshare: 97,
        syslog: 116,
        ptrace: 117,
        add_key: 217,
        request_key: 218,
        keyctl: 219,
        perf_event_open: 241,
        open_by_handle_at: 265,
        setns: 268,
        process_vm_readv: 270,
        process_vm_writev: 271,
        kcmp: 272,
        bpf: 280,
        userfaultfd: 282,
        ...recent,
      },
      unknown: recentUnknown,
      hidden: { shmget: 194, memfd_create: 279 },
      socket: 198,
      socketpair: 199,
      clone: 220,
      ioctl: 29,
    },
  },
};

/**
 * AF_INET, AF_INET6 and, of AF_NETLINK, what lists the interfaces (NETLINK_ROUTE). AF_UNIX and AF_VSOCK lead out of a
 * network namespace.
 */
function onlyNetworkSockets(call: number): Instruction[] {
  return [
    jumpIfEqual(call, 0, 8),
    load(argument(0)),
    jumpIfEqual(2, 4, 0),
    jumpIfEqual(10, 3, 0),
    jumpIfEqual(16, 0, 3),
    load(argument(2)),
    jumpIfEqual(0, 0, 1),
    answer(allow),
    answer(refuse(EAFNOSUPPORT)),
  ];
}

/** Half of a pair of datagram sockets can be sent from to any socket that has a path; of the other kinds it cannot. */
function onlyConnectedPairs(call: number): Instruction[] {
  const datagram = 2;
  return [
    jumpIfEqual(call, 0, 5),
    load(argument(1)),
    mask(0xf),
    jumpIfEqual(datagram, 0, 1),
    answer(refuse(EAFNOSUPPORT)),
    answer(allow),
  ];
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
function noNamespaces(call: number): Instruction[] {
  return [
    jumpIfEqual(call, 0, 4),
    load(argument(0)),
    jumpIfAnyBit(0x7e020000, 0, 1),
    answer(refuse(EPERM)),
    answer(allow),
  ];
}

/** TIOCSTI and TIOCLINUX type into the terminal. */
function noTerminalInput(call: number): Instruction[] {
  return [
    jumpIfEqual(call, 0, 5),
    load(argument(1)),
    jumpIfEqual(0x5412, 1, 0),
    jumpIfEqual(0x541c, 0, 1),
    answer(refuse(EPERM)),
    answer(allow),
  ];
}

type Instruction = [code: number, whenTrue: number, whenFalse: number, value: number];

const numberOffset = 0;
const archOffset = 4;
/** The low half of an argument on a little-endian machine; the kernel reads no more of those compared here. */
const argument = (index: number): number => 16 + 8 * index;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const allow = 0x7fff0000;
const kill = 0x80000000;
const refuse = (errno: number): number => 0x00050000 | errno;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const mask = (bits: number): Instruction => [0x54, 0, 0, bits];
const answer = (verdict: number): Instruction => [0x06, 0, 0, verdict];
const jumpIfEqual = (value: number, yes: number, no: number): Instruction => [0x15, yes, no, value];
const jumpIfAtLeast = (value: number, yes: number, no: number): Instruction => [0x35, yes, no, value];
const jumpIfAnyBit = (mask: number, yes: number, no: number): Instruction => [0x45, yes, no, mask];

function assemble(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, whenTrue, whenFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
