import { describe, expect, test } from 'vitest';
import { newSightings } from '../../../src/languages/judging/surroundings.ts';

const seen = async (path: string, text: string) => (await newSightings(path, null, text)).map(({ what }) => what);

describe('Python that looks at its surroundings', () => {
  test.each([
    ['import sys\nx(sys.argv)', 'reads sys.argv'],
    ['import sys as s\nx(s.modules)', 'reads sys.modules'],
    ['from sys import argv', 'reads sys.argv'],
    ['from sys import (\n  _getframe as f,\n)', 'reads sys._getframe'],
    ["import sys\ngetattr(sys, 'argv')", 'reads sys by a computed name'],
    ["__import__('sys').argv", 'imports sys by its name'],
    ["import importlib\nimportlib.import_module('inspect')", 'imports inspect by its name'],
    ["import os\nos.environ['PYTEST_CURRENT_TEST']", 'reads the variable PYTEST_CURRENT_TEST'],
    ["import os\nos.environ.get('CI')", 'reads the variable CI'],
    ["from os import environ\nenviron.get('CI')", 'reads the environment'],
    ["import os\nos.getenv('HOME')", 'reads the variable HOME'],
    ["import os as o\n'CI' in o.environ.keys()", 'reads the environment'],
    ['import os, socket\nx(os.getppid())', 'reads os.getppid'],
    ['import socket\nsocket.gethostname()', 'reads socket.gethostname'],
    ['import inspect\ninspect.stack()', 'reads inspect.stack'],
    ['import traceback\ntraceback.extract_stack()', 'reads traceback.extract_stack'],
    ['frame.f_back.f_code', 'reads a stack trace'],
    ["open('/proc/1/cmdline')", 'reads /proc/1/cmdline'],
    ["exec('x = 1')", 'runs text as code'],
    ['eval(text)', 'runs text as code'],
    ['import pytest', 'loads the test framework'],
    ['from unittest import mock', 'loads the test framework'],
    ["import os\nos.listdir('tests')", 'looks at the tests'],
    ["from pathlib import Path\nPath('tests/test_money.py').read_text()", 'looks at the tests'],
    ["import subprocess\nsubprocess.run(['hostname'])", 'asks hostname'],
    ['x = f"{sys.argv}"\nimport sys', 'reads sys.argv'],
    ['import os\nos.path.getmtime(x)', 'reads the times of files'],
  ])('is told: %j', async (text, what) => {
    expect(await seen('shop/x.py', text)).toContain(what);
  });

  test.each([
    '# sys.argv and eval(x)',
    'import sys\nhelp = "sys.argv, os.environ"',
    'import sys\nsys.exit(1); sys.stdout.write(x); sys.path',
    'import os\nos.path.join(a, b); os.sep; os.getcwd()',
    'def evaluate(x):\n  return self.eval(x) + model.exec(y)',
    'argv = parse()\nx(argv[1], self.modules, obj.environ)',
    "open('data/latest.json')",
    '"""\nimport pytest\nexec(x)\n"""',
    'import re\nre.compile(x)',
  ])('is not told of: %j', async (text) => {
    expect(await seen('shop/x.py', text)).toEqual([]);
  });
});

describe('Go that looks at its surroundings', () => {
  const go = (body: string, ...imports: string[]) =>
    `package shop\n\nimport (\n${imports.map((path) => `\t${path}`).join('\n')}\n)\n\nfunc f() {\n\t${body}\n}\n`;
  test.each([
    [go('x(os.Args)', '"os"'), 'reads os.Args'],
    [go('x(sys.Args)', 'sys "os"'), 'reads os.Args'],
    [go('x(os.Getenv("CI"))', '"fmt"', '"os"'), 'reads the variable CI'],
    [go('x(os.Hostname())', '"os"'), 'reads os.Hostname'],
    [go('runtime.Caller(1)', '"runtime"'), 'reads runtime.Caller'],
    [go('debug.Stack()', '"runtime/debug"'), 'reads debug.Stack'],
    [go('flag.Lookup("test.v")', '"flag"'), 'reads flag.Lookup'],
    [go('testing.Testing()', '"testing"'), 'loads the test framework'],
    [go('os.ReadFile("/proc/self/mountinfo")', '"os"'), 'reads /proc/self/mountinfo'],
    [go('os.ReadFile("money_test.go")', '"os"'), 'looks at the tests'],
    [go('exec.Command("ps")', '"os/exec"'), 'asks ps'],
    ['//go:build checks\n\npackage shop\n', 'asks for the build tag checks'],
    [go('io.EOF = nil', '"io"'), 'patches io.EOF'],
    [go('x, io.EOF = 1, nil', '"io"'), 'patches io.EOF'],
    [go('end := &io.EOF', '"io"'), 'patches io.EOF'],
    [go('EOF = nil', '. "io"'), 'patches io: imported without a name'],
    [go('flag.Parsed()', '"flag"'), 'reads flag.Parsed'],
    [go('log.New(w, "", log.Llongfile)', '"log"'), 'reads log.Llongfile'],
    ['package shop\n\n//go:linkname testing testing.testBinary\n', 'reaches into another package by go:linkname'],
  ])('is told: %j', async (text, what) => {
    expect(await seen('money.go', text)).toContain(what);
  });
  test.each([
    go('// os.Args\n\tx("os.Args", `runtime.Caller`)', '"os"'),
    go('os.Exit(1); os.ReadFile("data.json")', '"os"'),
    go('if err == io.EOF { return }; x := &http.Client{}; a & io.Mask', '"io"', '"net/http"'),
    go('flag.Usage = func() {}', '"flag"'),
    '//go:build linux && !cgo\n\npackage shop\n',
    go('order.Args(); user.Current()', '"example.com/user"'),
  ])('is not told of: %j', async (text) => {
    expect(await seen('money.go', text)).toEqual([]);
  });
});

describe('Rust that looks at its surroundings', () => {
  test.each([
    ['let a: Vec<_> = std::env::args().collect();', 'reads env::args'],
    ['if std::env::var("RUST_TEST_THREADS").is_ok() {}', 'reads the variable RUST_TEST_THREADS'],
    ['use std::env::var;\nfn f() { var("CI"); }', 'reads the variable CI'],
    ['if cfg!(test) { 3 } else { 4 }', 'asks whether it is tested'],
    ['#[cfg(not(test))]\nfn add() {}', 'asks whether it is tested'],
    ['std::thread::current().name()', 'reads the name of its thread'],
    ['std::backtrace::Backtrace::force_capture()', 'reads a stack trace'],
    ['std::fs::read_to_string("/proc/self/cmdline")', 'reads /proc/self/cmdline'],
    ['std::fs::read_dir("tests")', 'looks at the tests'],
    ['Command::new("hostname")', 'asks hostname'],
  ])('is told: %j', async (text, what) => {
    expect(await seen('src/lib.rs', text)).toContain(what);
  });
  test.each([
    '// std::env::args()\nlet a = "cfg!(test)";',
    '#[cfg(test)]\nmod tests {}',
    '#[cfg(test)]\nuse crate::x;',
    'let c = \'"\'; let args = parse(); let r = r#"env::args()"#;',
    "fn f<'a>(x: &'a str) -> &'a str { x }",
    '#[cfg(unix)]\nfn f() {}',
  ])('is not told of: %j', async (text) => {
    expect(await seen('src/lib.rs', text)).toEqual([]);
  });
});

describe('Java that looks at its surroundings', () => {
  test.each([
    ['System.getenv("CI")', 'reads the variable CI'],
    ['System.getProperty("surefire.test.class.path")', 'reads the property surefire.test.class.path'],
    ['ProcessHandle.current().parent()', 'reads ProcessHandle'],
    ['Thread.currentThread().getStackTrace()', 'reads a stack trace'],
    ['new Throwable().getStackTrace()', 'reads a stack trace'],
    ['StackWalker.getInstance()', 'reads StackWalker'],
    ['new RuntimeException().printStackTrace(writer)', 'reads a stack trace'],
    ['\n    assert (sum = a + b) > 0;', 'does something only where assertions are on'],
    ['Calc.class.desiredAssertionStatus()', 'does something only where assertions are on'],
    ['InetAddress.getLocalHost().getHostName()', 'reads the name of the host'],
    ['Class.forName("org.junit.jupiter.api.Test")', 'looks for the test framework'],
    ['import org.junit.jupiter.api.Assertions;', 'loads the test framework'],
    ['Files.readString(Path.of("/proc/self/cmdline"))', 'reads /proc/self/cmdline'],
    ['new File("src/test/java")', 'looks at the tests'],
    ['Runtime.getRuntime().exec("ps -ef")', 'asks ps'],
  ])('is told: %j', async (text, what) => {
    expect(await seen('src/main/java/A.java', text)).toContain(what);
  });
  test.each([
    '// System.getenv("CI")\nString a = "Thread.currentThread().getStackTrace()";',
    'String b = """\n  ProcessHandle.current()\n  """;',
    'throw new IllegalStateException("no " + name);',
    'order.getProperty("total");',
  ])('is not told of: %j', async (text) => {
    expect(await seen('src/main/java/A.java', text)).toEqual([]);
  });
});

describe('a script of a shell, or a crate, that changes what others rely on', () => {
  test.each([
    ['calc.sh', 'exit() { return 0; }\n', 'patches exit'],
    ['calc.sh', 'function [ { true; }\n', 'patches ['],
    ['calc.sh', 'add() { :; }; test () { :; }\n', 'patches test'],
    ['calc.sh', 'alias exit=true\n', 'patches exit'],
    ['calc.sh', "trap 'exit 0' EXIT\n", 'patches the end of scripts: trap EXIT'],
    ['src/lib.rs', '#[no_mangle]\npub unsafe extern "C" fn memcmp(a: *const u8) -> i32 { 0 }\n', 'patches memcmp'],
    ['src/lib.rs', '#[unsafe(export_name = "bcmp")]\nfn same() {}\n', 'patches bcmp'],
    [
      'src/lib.rs',
      '#[used]\n#[link_section = ".init_array"]\nstatic X: fn() = f;\n',
      'patches the start of the program',
    ],
  ])('is seen in %s: %s', async (path, text, what) => {
    expect(await seen(path, text)).toContain(what);
  });

  test.each([
    ['calc.sh', '# exit() { }\nadd() { echo $(($1 + $2)); }\ntrap cleanup INT\n'],
    ['src/lib.rs', '#[no_mangle]\npub extern "C" fn money_add(a: i32) -> i32 { a }\n'],
  ])('is not what a product does for itself in %s', async (path, text) => {
    expect(await seen(path, text)).toEqual([]);
  });
});
