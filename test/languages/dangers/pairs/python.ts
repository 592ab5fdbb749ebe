import type { Pair } from '../pairs.ts';

export const pythonPairs: Pair[] = [
  {
    path: 'app/calc.py',
    danger: 'eval of a value',
    bad: `def total(formula, row):
    names = {"row": row}
    return eval(formula, names)  # <-`,
    safe: `import ast

def total(formula, row):
    return ast.literal_eval(formula) + row`,
  },
  {
    path: 'app/plugin.py',
    danger: 'code run from a value',
    bad: `def load(path):
    with open(path) as file:
        source = file.read()
    exec(source)  # <-`,
    safe: `import importlib

def load(name):
    return importlib.import_module("app.plugins." + name)`,
  },
  {
    path: 'app/history.py',
    danger: 'a shell in a subprocess',
    bad: `import subprocess as sp

def history(branch):
    command = f"git log --oneline {branch}"
    return sp.run(command, shell=True, capture_output=True)  # <-`,
    safe: `import subprocess as sp

def history(branch):
    sp.run("ls | wc -l", shell=True, check=True)
    return sp.run(["git", "log", "--oneline", branch], capture_output=True)`,
  },
  {
    path: 'app/backup.py',
    danger: 'a shell in a subprocess',
    bad: `from os import system

def backup(folder):
    system("tar -czf backup.tgz " + folder)  # <-`,
    safe: `import shlex
from os import system

def backup(folder):
    system("tar -czf backup.tgz " + shlex.quote(folder))`,
  },
  {
    path: 'app/deploy.py',
    danger: 'a shell in a subprocess',
    bad: `import subprocess

def deploy(host, script):
    subprocess.check_call(["bash", "-c", f"ssh {host} {script}"])  # <-`,
    safe: `import subprocess

def deploy(host, script):
    subprocess.check_call(["bash", "-c", 'ssh "$0" "$1"', host, script])`,
  },
  {
    path: 'app/users.py',
    danger: 'SQL put together from text',
    bad: `def by_name(cursor, name):
    cursor.execute(
        f"""SELECT id, name -- <-
        FROM users
        WHERE name = '{name}'
    """
    )
    return cursor.fetchall()`,
    safe: `COLUMNS = {"name": "name", "age": "age"}

def by_name(cursor, name, order):
    column = COLUMNS.get(order, "name")
    cursor.execute(
        f"""
        SELECT id, name
        FROM users
        WHERE name = %s ORDER BY {column}
    """,
        (name,),
    )
    return cursor.fetchall()`,
  },
  {
    path: 'app/orders.py',
    danger: 'SQL put together from text',
    bad: `def orders(db, state):
    query = "SELECT * FROM orders WHERE state = '%s'" % state  # <-
    return db.execute(query)`,
    safe: `def orders(db, ids, state):
    conditions = ["state = ?"]
    if ids:
        conditions.append("id IN (%s)" % ", ".join("?" for _ in ids))
    query = "SELECT * FROM orders WHERE " + " AND ".join(conditions)
    return db.execute(query, [state, *ids])`,
  },
  {
    path: 'app/remove.py',
    danger: 'SQL put together from text',
    bad: `class Notes:
    table = "notes"

    def remove(self, id):
        self.db.execute("DELETE FROM {} WHERE id = {}".format(self.table, id))  # <-`,
    safe: `class Notes:
    table = "notes"

    def remove(self, id):
        self.db.execute("DELETE FROM {} WHERE id = ?".format(self.table), (id,))`,
  },
  {
    path: 'app/tags.py',
    danger: 'HTML set from a value',
    bad: `from django.utils.safestring import mark_safe

def badge(user):
    return mark_safe(f"<b>{user.name}</b>")  # <-`,
    safe: `from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe

def badge(user):
    line = mark_safe("<hr>")
    return line + format_html("<b>{}</b>", user.name) + mark_safe(f"<i>{escape(user.name)}</i>")`,
  },
  {
    path: 'app/hello.py',
    danger: 'HTML sent from a value',
    bad: `from flask import Response, request

def hello():
    name = request.args["name"]
    return Response(f"<h1>Hello {name}</h1>", mimetype="text/html")  # <-`,
    safe: `import html

from flask import Response, request

def hello():
    name = html.escape(request.args["name"])
    return Response(f"<h1>Hello {name}</h1>", mimetype="text/html")`,
  },
  {
    path: 'app/cache.py',
    danger: 'unpickling',
    bad: `from pickle import loads as read

def cached(client, key):
    data = client.get(key)
    return read(data)  # <-`,
    safe: `import json

def cached(client, key):
    data = client.get(key)
    return json.loads(data)`,
  },
  {
    path: 'app/settings.py',
    danger: 'an unsafe YAML load',
    bad: `import yaml

def settings(path):
    with open(path) as file:
        return yaml.load(file, Loader=yaml.Loader)  # <-`,
    safe: `import yaml
from yaml import CSafeLoader

def settings(path):
    with open(path) as file:
        return yaml.load(file, Loader=CSafeLoader) or yaml.safe_load(file)`,
  },
  {
    path: 'app/client.py',
    danger: 'certificate checks switched off',
    bad: `import requests

def fetch(url, token):
    headers = {"Authorization": token}
    return requests.get(url, headers=headers, verify=False)  # <-`,
    safe: `import requests

def fetch(url, token, ca, schema):
    headers = {"Authorization": token}
    schema.load(url, verify=False)
    return requests.get(url, headers=headers, verify=ca)`,
  },
  {
    path: 'app/context.py',
    danger: 'certificate checks switched off',
    bad: `import ssl

def context():
    result = ssl.create_default_context()
    result.verify_mode = ssl.CERT_NONE  # <-
    return result`,
    safe: `import ssl

def context(ca):
    result = ssl.create_default_context(cafile=ca)
    if result.verify_mode == ssl.CERT_NONE:
        raise ValueError("checks must stay on")
    result.verify_mode = ssl.CERT_REQUIRED
    return result`,
  },
  {
    path: 'app/token.py',
    danger: 'guessable randomness',
    bad: `import random
import string

def invite(user):
    token = "".join(random.choice(string.ascii_letters) for _ in range(20))  # <-
    return user.id, token`,
    safe: `import random
import secrets

def invite(user, colours):
    token = secrets.token_urlsafe(20)
    colour = random.choice(colours)
    return user.id, token, colour`,
  },
  {
    path: 'app/password.py',
    danger: 'a weak hash of a password',
    bad: `import hashlib

def stored(password: str) -> str:
    return hashlib.sha1(password.encode()).hexdigest()  # <-`,
    safe: `import hashlib

def stored(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1).hex()

def checksum(data: bytes) -> str:
    return hashlib.md5(data).hexdigest()`,
  },
  {
    path: 'app/share.py',
    danger: 'a world-writable file',
    bad: `import os

def share(path):
    os.chmod(path, 0o777)  # <-`,
    safe: `import os

def share(path):
    os.chmod(path, 0o755)`,
  },
  {
    path: 'app/scratch.py',
    danger: 'a temporary name that others can take',
    bad: `import tempfile

def scratch(data):
    path = tempfile.mktemp(suffix=".json")  # <-
    with open(path, "w") as file:
        file.write(data)
    return path`,
    safe: `import tempfile

def scratch(data):
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        file.write(data)
    return file.name`,
  },
  {
    path: 'app/session.py',
    danger: 'tokens without a signature',
    bad: `import jwt

def session(token, key):
    return jwt.decode(token, key, options={"verify_signature": False})  # <-`,
    safe: `import jwt

def session(token, key):
    return jwt.decode(token, key, algorithms=["HS256"], options={"verify_exp": True})`,
  },
  {
    path: 'app/origins.py',
    danger: 'credentials for every origin',
    bad: `from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

app = FastAPI()
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)  # <-`,
    safe: `from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

app = FastAPI()
app.add_middleware(CORSMiddleware, allow_origins=["https://example.com"], allow_credentials=True)`,
  },
  {
    path: 'app/unpack.py',
    danger: 'an archive that may write anywhere',
    bad: `import tarfile

def unpack(path, target):
    with tarfile.open(path) as archive:
        archive.extractall(target)  # <-`,
    safe: `import tarfile

def unpack(path, target):
    with tarfile.open(path) as archive:
        archive.extractall(target, filter="data")`,
  },
];
