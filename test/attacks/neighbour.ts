/**
 * A program of the host that minds its own business: it holds a secret in its environment, its folder, its open files
 * and its shared memory, and notes what it hears on its sockets. Arguments: a folder for its sockets, a folder for the rest.
 */
export const neighbour = `
import ctypes, os, select, socket, sys
run, home = sys.argv[1], sys.argv[2]
secret = os.environ['NEIGHBOUR_SECRET'].encode()
os.chdir(home)
open('folder.txt', 'wb').write(secret)
held = os.open('held.txt', os.O_RDWR | os.O_CREAT, 0o666)
os.write(held, secret)
os.remove('held.txt')
os.dup2(held, 9)
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
segment = libc.shmget(0, 4096, 0o1666)
ctypes.memmove(libc.shmat(segment, None, 0), secret + b'\\0', len(secret) + 1)
libc.shmctl(segment, 0, None)
kept = ctypes.create_string_buffer(secret)
def listener(family, address, kind=socket.SOCK_STREAM):
    s = socket.socket(family, kind)
    s.bind(address)
    if isinstance(address, str) and address[0] != '\\0': os.chmod(address, 0o777)
    if kind == socket.SOCK_STREAM: s.listen(16)
    return s
unix, datagram = socket.AF_UNIX, socket.SOCK_DGRAM
abstract = 'pawl-attack-%d' % os.getpid()
sockets = dict(tcp=listener(socket.AF_INET, ('127.0.0.1', 0)), udp=listener(socket.AF_INET, ('127.0.0.1', 0), datagram),
    docker=listener(unix, run + '/docker.sock'), agent=listener(unix, run + '/agent.sock'), plain=listener(unix, run + '/plain.sock'),
    letters=listener(unix, run + '/letters.sock', datagram), abstract=listener(unix, '\\0' + abstract))
try: sockets['tcp6'] = listener(socket.AF_INET6, ('::1', 0))
except OSError: pass
port = lambda name: sockets[name].getsockname()[1] if name in sockets else 0
facts = [os.getpid(), port('tcp'), port('tcp6'), port('udp'), abstract, segment, ctypes.addressof(kept)]
print(*facts, flush=True)
heard = open(home + '/heard', 'ab', 0)
waiting = list(sockets.values())
while True:
    for s in select.select(waiting, [], [])[0]:
        if s in sockets.values() and s.type == socket.SOCK_STREAM:
            waiting.append(s.accept()[0])
            continue
        data = s.recv(4096)
        heard.write(data + b'\\n')
        if data and s.type == socket.SOCK_STREAM: s.sendall(b'HTTP/1.0 200 OK\\r\\n\\r\\nheard')
        if s.type == socket.SOCK_STREAM:
            waiting.remove(s)
            s.close()
`;
