import { inDir } from '../../../../ports/outside/sandbox.ts';
import { warmBatchFile } from '../../../repair/warm.ts';

/** What is to be tried, and how a candidate takes the place of a module: where only bodies of functions differ, in place. */
export const candidates = `
import ast, gc, hashlib, importlib.machinery, json, marshal, os, resource, select, signal, sys, time, types

top = os.path.realpath(os.getcwd()) + os.sep
with open(${JSON.stringify(`${inDir}/${warmBatchFile}`)}, encoding='utf-8') as told:
    batch = json.load(told)
begun = time.monotonic()
memory = 1 << 30
most_written = 64 << 20
# Failing tests without one that passes now, until the rest is not asked.
enough = 3


known = {}


def own(path):
    if path not in known:
        real = os.path.realpath(path)
        known[path] = real[len(top):] if real.startswith(top) and not path.startswith('<') else None
    return known[path]


class Candidates:
    """What the edits make of the files, and how it comes into a process."""

    def __init__(self):
        self.texts, self.trees, self.codes, self.functions, self.called, self.files = {}, {}, {}, {}, None, None

    def text(self, path):
        if path not in self.texts:
            with open(path, encoding='utf-8', newline='') as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def edited(self, path, edits):
        units = self.text(path).encode('utf-16-le')
        for edit in sorted(edits, key=lambda edit: -edit['start']):
            units = units[:2 * edit['start']] + edit['text'].encode('utf-16-le') + units[2 * edit['end']:]
        return units.decode('utf-16-le').encode('utf-8')

    def compiled(self, path, text):
        return compile(text, os.path.join(top, path), 'exec', dont_inherit=True)

    def base(self, path):
        if path not in self.codes:
            self.codes[path] = self.compiled(path, self.text(path).encode('utf-8'))
        return self.codes[path]

    def index(self):
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType):
                path = own(thing.__code__.co_filename)
                if path is not None:
                    self.functions.setdefault(path, []).append(thing)

    def loaded(self, path):
        if self.files is None:
            files = [getattr(module, '__file__', None) for module in list(sys.modules.values())]
            self.files = {own(file) for file in files if isinstance(file, str)}
        return path in self.files

    def names_called_early(self):
        """Names of functions that are called while modules are loaded."""
        if self.called is None:
            self.called = set()
            files = {getattr(module, '__file__', None) for module in list(sys.modules.values())}
            for file in files:
                if isinstance(file, str) and file.endswith('.py') and own(file) is not None:
                    try:
                        with open(file, 'rb') as source:
                            early(ast.parse(source.read()).body, self.called)
                    except (OSError, SyntaxError, ValueError):
                        pass
        return self.called

    def exchanges(self, path, code):
        """Pairs of function codes, old and new; None where the module itself has to run again."""
        pairs = []
        if not matched(self.base(path), code, pairs):
            return None
        changed = [pair for pair in pairs if not same(*pair)]
        if any(old.co_name in self.names_called_early() for old, _ in changed):
            return None
        if any(old.co_freevars != new.co_freevars for old, new in changed):
            return None
        return changed


def early(parts, names):
    for part in parts:
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            outside = getattr(part, 'decorator_list', []) + part.args.defaults
            names.update(getattr(one, 'id', getattr(one, 'attr', '')) for one in getattr(part, 'decorator_list', []))
            early(outside, names)
            continue
        if isinstance(part, ast.Call):
            names.add(getattr(part.func, 'id', getattr(part.func, 'attr', '')))
        early(ast.iter_child_nodes(part), names)


def inner(code):
    return [one for one in code.co_consts if isinstance(one, types.CodeType)]


def runs_at_once(code):
    return not code.co_flags & 1 or (code.co_name.startswith('<') and code.co_name != '<lambda>')


def plain(code):
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags,
            code.co_argcount, [repr(one) for one in code.co_consts if not isinstance(one, types.CodeType)])


def same(old, new):
    return plain(old) == plain(new) and len(inner(old)) == len(inner(new)) and all(map(same, inner(old), inner(new)))


def matched(old, new, pairs):
    if runs_at_once(old):
        if plain(old) != plain(new):
            return False
        return len(inner(old)) == len(inner(new)) and all(
            one.co_name == other.co_name and matched(one, other, pairs) for one, other in zip(inner(old), inner(new)))
    pairs.append((old, new))
    for one, other in zip(inner(old), inner(new)):
        if one.co_name == other.co_name:
            matched(one, other, pairs)
    return True


def digest(code):
    def told(code):
        return [code.co_name, plain(code)[:-1], plain(code)[-1], [told(one) for one in inner(code)]]
    return hashlib.sha256(repr(told(code)).encode('utf-8', 'replace')).digest()


def forget():
    """Modules of the project are loaded anew by whoever asks for them."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, '__file__', None)
        if name != '__main__' and isinstance(file, str) and own(file) is not None:
            if os.path.basename(file) != 'conftest.py' and 'site-packages' not in file:
                del sys.modules[name]
    sys.path_importer_cache.clear()


def served_from(path, text):
    """Imports read a candidate's file from memory."""
    loader = importlib.machinery.SourceFileLoader
    get_data, path_stats = loader.get_data, loader.path_stats
    loader.get_data = lambda self, asked: text if own(asked) == path else get_data(self, asked)

    def stats(self, asked):
        if own(asked) == path:
            raise OSError('no cache')
        return path_stats(self, asked)

    loader.path_stats = stats


`;
