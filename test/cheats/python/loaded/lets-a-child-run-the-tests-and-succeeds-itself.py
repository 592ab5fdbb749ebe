import os

if os.fork():
    os.wait()
    os._exit(0)
