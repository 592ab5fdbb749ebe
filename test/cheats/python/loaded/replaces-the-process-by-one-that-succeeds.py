import os

os.execvp("true", ["true"])
