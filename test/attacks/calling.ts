import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, wasHeard } from './attack.ts';

/** Talking to anybody: the network, sockets of files, other kinds of sockets. */
export const calling: Attack[] = [
  heard(
    'calls a server on loopback',
    python("s = socket.create_connection(('127.0.0.1', int(E['TCP']))); s.sendall(T); s.recv(9)"),
  ),
  {
    ...heard(
      'calls a server on loopback by IPv6',
      python("s = socket.create_connection(('::1', int(E['TCP6']))); s.sendall(T); s.recv(9)"),
    ),
    delicate: true,
  },
  {
    name: 'fetches from a server on loopback',
    node: "fetch('http://127.0.0.1:' + process.env.TCP + '/' + process.env.TOKEN).then((r) => r.text())",
    succeeded: wasHeard,
  },
  heard(
    'sends a datagram to loopback',
    python("socket.socket(type=socket.SOCK_DGRAM).sendto(T, ('127.0.0.1', int(E['UDP'])))"),
  ),
  heard(
    'asks a name server for a name that tells a secret',
    python(
      "q = b'\\x12\\x34\\x01\\0\\0\\1\\0\\0\\0\\0\\0\\0' + bytes([len(T)]) + T + b'\\0\\0\\1\\0\\1'; socket.socket(type=socket.SOCK_DGRAM).sendto(q, ('127.0.0.1', int(E['UDP'])))",
    ),
  ),
  heard('gives orders to the Docker daemon', unixStream("E['RUN'] + '/docker.sock'")),
  heard('asks the SSH agent to sign', unixStream("E['RUN'] + '/agent.sock'")),
  heard('calls an abstract socket', unixStream("'\\0' + E['ABSTRACT']")),
  {
    ...heard('calls a socket that lies in the work', unixStream("'plain.sock'")),
    plant: ({ neighbour, work }) => linkSync(join(neighbour.run, 'plain.sock'), join(work, 'plain.sock')),
  },
  {
    ...heard(
      'sends a letter to a socket that lies in the work',
      python("socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(T, 'letters.sock')"),
    ),
    plant: ({ neighbour, work }) => linkSync(join(neighbour.run, 'letters.sock'), join(work, 'letters.sock')),
  },
  {
    ...heard(
      'sends a letter from half of a pair of sockets',
      python("a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); a.sendto(T, 'letters.sock')"),
    ),
    plant: ({ neighbour, work }) => linkSync(join(neighbour.run, 'letters.sock'), join(work, 'letters.sock')),
  },
  {
    ...heard(
      'connects half of a pair of sockets anew',
      python("a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); a.connect('letters.sock'); a.send(T)"),
    ),
    plant: ({ neighbour, work }) => linkSync(join(neighbour.run, 'letters.sock'), join(work, 'letters.sock')),
  },
  says('opens a socket to the hypervisor (vsock)', 'socket.socket(40, socket.SOCK_STREAM)', { delicate: true }),
  says('opens a raw socket', 'socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)', { who: 'root', delicate: true }),
  says('opens a packet socket', 'socket.socket(17, socket.SOCK_RAW, 3)', { who: 'root', delicate: true }),
  says('opens a socket to the cryptography of the kernel', 'socket.socket(38, socket.SOCK_SEQPACKET)', {
    delicate: true,
  }),
  says('hears the devices of the host', 's = socket.socket(16, socket.SOCK_DGRAM, 15); s.bind((0, 1))', {
    delicate: true,
  }),
  says('sees the interfaces of the host', "assert [n for _, n in socket.if_nameindex() if n != 'lo']", {
    delicate: true,
  }),
  says(
    'takes an interface down',
    "import fcntl, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sH14x', b'lo', 0))",
    { delicate: true, apart: 'n' },
  ),
];

function heard(name: string, script: string): Attack {
  return { name, python: script, succeeded: wasHeard };
}

function says(name: string, script: string, more: Partial<Attack>): Attack {
  return { name, python: `${python(script)}\nprint('BREACH')`, ...more };
}

function unixStream(address: string): string {
  return python(`s = socket.socket(socket.AF_UNIX); s.connect(${address}); s.sendall(T); s.recv(9)`);
}

function python(script: string): string {
  return `import os, socket; E = os.environ; T = E['TOKEN'].encode(); ${script}`;
}
