/** Forks, each with a limit of processor time, of memory and of what it may write. */
export const children = `
def limit():
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, most_written), (resource.RLIMIT_CORE, 0)):
        try:
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        except (OSError, ValueError):
            pass


def timed(seconds):
    signal.setitimer(signal.ITIMER_PROF, seconds)


class Child:
    """A fork that runs tests in an order and tells each as it begins and ends."""

    def __init__(self, prepare, tests, order, seconds, look=None, stops=None):
        self.statuses, self.at, self.took, self.rest, self.seen, self.stuck = {}, None, {}, '', {}, []
        self.fd, told = os.pipe()
        self.last = time.monotonic()
        self.seconds = seconds
        self.pid = os.fork()
        if self.pid:
            os.close(told)
            return
        code = 1
        try:
            os.close(self.fd)
            gc.disable()
            limit()
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            say = lambda *words: os.write(told, (json.dumps(words) + '\\n').encode())
            prepare()
            watch = Watch(say) if look else None
            for place, at in enumerate(order):
                say('begin', at)
                used = time.process_time()
                timed(seconds)
                if watch:
                    watch.start()
                try:
                    status = tests.run(at, order[place + 1] if place + 1 < len(order) else None)
                except BaseException:
                    status = 'failed'
                if watch:
                    watch.stop()
                timed(0)
                say('end', at, status, time.process_time() - used, watch.lines() if watch else None)
                if stops and stops(at, status):
                    break
            say('over')
            code = 0
        finally:
            os._exit(code)

    def hear(self):
        """False once there is nothing more to come."""
        try:
            part = os.read(self.fd, 1 << 16)
        except OSError:
            part = b''
        self.last = time.monotonic()
        self.rest += part.decode('utf-8', 'replace')
        *lines, self.rest = self.rest.split('\\n')
        for line in lines:
            word, *more = json.loads(line)
            if word == 'begin':
                self.at = more[0]
            elif word == 'end':
                self.at = None
                self.statuses[more[0]] = more[1]
                self.took[more[0]] = more[2]
                if more[3]:
                    self.seen[more[0]] = more[3]
            elif word == 'stuck':
                self.stuck = more[0]
                self.seen[self.at] = more[1]
        return part != b''

    def end(self):
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)


class Watch:
    """The lines that a test executes, and those in which one is that has no end."""

    def __init__(self, say):
        self.say, self.hits, self.known = say, set(), {}
        signal.signal(signal.SIGPROF, self.stuck)

    def path(self, file):
        if file not in self.known:
            self.known[file] = own(file)
        return self.known[file]

    def trace(self, frame, event, _):
        path = self.path(frame.f_code.co_filename)
        if path is None:
            return None
        if event == 'line' or event == 'call':
            self.hits.add((path, frame.f_lineno))
        return self.trace

    def start(self):
        self.hits = set()
        sys.settrace(self.trace)

    def stop(self):
        sys.settrace(None)

    def lines(self):
        return sorted(self.hits)[:4000]

    def stuck(self, _, frame):
        sys.settrace(None)
        frames = []
        while frame and len(frames) < 50:
            path = self.path(frame.f_code.co_filename)
            if path is not None:
                frames.append((path, frame.f_lineno))
            frame = frame.f_back
        self.say('stuck', frames, self.lines())
        os._exit(1)


def together(children, until):
    """Hears children out, each as long as it may be silent; yields those that are over."""
    while children:
        wait = max(0.0, min(0.2, until - time.monotonic()))
        ready, _, _ = select.select([child.fd for child in children], [], [], wait)
        now = time.monotonic()
        for child in list(children):
            heard = child.hear() if child.fd in ready else True
            if not heard or now - child.last > 20 * child.seconds + 2 or now >= until:
                children.remove(child)
                child.end()
                yield child


`;
