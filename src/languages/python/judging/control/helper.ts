/**
 * What a control copy of a Python test file brings along. A test in it fails at its end, unless something held that
 * could not: an assertion about another value, a framework that lets everything pass, a value that equals everything,
 * code under test that opens the test's own file or traces it. Then it passes, which gives it away.
 */
export const pythonHelper = (name: string): string => `
def ${name}():
    import datetime, decimal, fractions, functools, inspect, os, sys

    class Control:
        held = False
        failed = 0
        watched = 0
        testing = False
        file = os.path.abspath(__file__)
        frame = staticmethod(sys._getframe)
        profile = staticmethod(sys.setprofile)

        class Never(Exception):
            pass

        class Other(Exception):
            pass

        @classmethod
        def hold(cls):
            cls.held = True

        @classmethod
        def fail(cls):
            cls.failed += 1
            if cls.failed > 300:
                raise AssertionError("as it must, often enough")

        @classmethod
        def other(cls, v):
            kind = type(v)
            if v is None:
                return 0
            if kind is bool:
                return not v
            if kind in (int, float, complex, decimal.Decimal, fractions.Fraction):
                return v * 2 + 7 if v * 2 + 7 != v else v + 1
            if kind is str:
                return v + "~"
            if kind is bytes:
                return v + b"~"
            if kind in (list, tuple):
                return kind([cls.other(v[0])]) + v[1:] if v else kind([0])
            if kind is dict:
                first = next(iter(v), None)
                return {**v, first: cls.other(v[first])} if v else {"~": 0}
            if kind in (set, frozenset):
                return v | {"~"}
            if kind in (datetime.date, datetime.datetime, datetime.timedelta):
                return v + datetime.timedelta(days=1000)
            if kind.__name__.startswith("Approx"):
                return kind(cls.other(v.expected), rel=v.rel, abs=v.abs, nan_ok=v.nan_ok)
            return object()

        @classmethod
        def same(cls, a, b):
            return a == cls.other(b) or cls.other(a) == b

        @classmethod
        def pair(cls, a, b):
            return (a, cls.other(b))

        @classmethod
        def equals_all(cls, v, depth=0):
            kind = type(v)
            if kind in (list, tuple, set, frozenset) and depth < 4:
                return any(cls.equals_all(one, depth + 1) for one in list(v)[:200])
            if kind is dict and depth < 4:
                return any(cls.equals_all(one, depth + 1) for one in list(v.values())[:200])
            if kind.__module__ == "builtins":
                return False
            if isinstance(v, (int, float)):
                plain = int.__int__(v) if isinstance(v, int) else float.__float__(v)
                if any((v == other) is True for other in (plain + 1, plain - 1)):
                    return True
            for one, two in ((86028121, 86028157), ("~1", "~2"), ([86028121], [86028157]), (object(), object()), ({1: 2}, {3: 4})):
                try:
                    if (v == one) is True and (v == two) is True:
                        return True
                except Exception:
                    continue
            return False

        @classmethod
        def watch(cls, frame, event, value):
            cls.watched += 1
            if cls.watched > 50000:
                cls.profile(None)
            elif event == "return" and frame.f_back is not None and frame.f_back.f_code.co_filename == cls.file:
                if frame.f_code.co_filename != cls.file and cls.is_own(frame.f_code.co_filename):
                    cls.profile(None)
                    if cls.equals_all(value):
                        cls.hold()
                    cls.profile(cls.watch)

        @staticmethod
        def is_own(file):
            return "site-packages" not in file and "dist-packages" not in file and not file.startswith((sys.base_prefix, sys.prefix, "<"))

        @classmethod
        def audit(cls, event, args):
            if not cls.testing:
                return
            if event == "sys.settrace" or (event == "open" and isinstance(args[0], str) and os.path.abspath(args[0]) == cls.file):
                frame = cls.frame(1)
                while frame and not cls.is_own(frame.f_code.co_filename):
                    if frame.f_globals.get("__name__") in ("linecache", "inspect", "traceback", "importlib._bootstrap_external"):
                        return
                    if (frame.f_globals.get("__name__") or "").startswith(("_pytest", "coverage", "unittest")):
                        return
                    frame = frame.f_back
                if frame and frame.f_code.co_filename != cls.file:
                    cls.hold()

        @classmethod
        def probe(cls, names, test):
            def passes(action):
                try:
                    action()
                except BaseException:
                    return
                cls.hold()

            def assertion():
                assert 1 == 2

            def unraised(raises):
                with raises(cls.Never):
                    pass

            def raised(raises):
                with raises(cls.Never):
                    raise cls.Other()

            passes(assertion)
            pytest = names.get("pytest", sys.modules.get("pytest"))
            for raises in (getattr(pytest, "raises", None), names.get("raises")):
                if raises is not None and hasattr(pytest, "raises"):
                    passes(lambda: unraised(raises))
                    passes(lambda: raised(raises))
            approx = getattr(pytest, "approx", None)
            if approx is not None and (approx(1) == 3) is True:
                cls.hold()
            for name, args in (
                ("assertEqual", (1, 2)), ("assertTrue", (False,)), ("assertFalse", (True,)), ("assertIn", (1, [])),
                ("assertIsNone", (1,)), ("assertIs", (1, None)), ("assertGreater", (1, 2)), ("fail", ()),
                ("assertRaises", (cls.Never, int)), ("assertAlmostEqual", (1, 2)), ("assertNotEqual", (1, 1)),
            ):
                method = getattr(test, name, None) if hasattr(test, "assertEqual") else None
                if method is not None:
                    passes(lambda: method(*args))

        @classmethod
        def begin(cls):
            cls.held = False
            cls.failed = 0
            cls.watched = 0
            cls.testing = True
            cls.profile(cls.watch)

        @classmethod
        def stop(cls):
            cls.profile(None)
            cls.testing = False

        @classmethod
        def end(cls, names, args):
            cls.stop()
            cls.probe(names, args[0] if args else None)
            if not cls.held:
                raise AssertionError("as it must")

        @classmethod
        def test(cls, function):
            names = function.__globals__

            @functools.wraps(function)
            def run(*args, **named):
                cls.begin()
                try:
                    function(*args, **named)
                except BaseException:
                    cls.stop()
                    if not cls.held:
                        raise
                    return
                cls.end(names, args)

            @functools.wraps(function)
            async def run_async(*args, **named):
                cls.begin()
                try:
                    await function(*args, **named)
                except BaseException:
                    cls.stop()
                    if not cls.held:
                        raise
                    return
                cls.end(names, args)

            return run_async if inspect.iscoroutinefunction(function) else run

    sys.addaudithook(Control.audit)
    return Control


${name} = ${name}()
`;
