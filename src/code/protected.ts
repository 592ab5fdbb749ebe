import { matchesAny } from './globs.ts';
import { foldedName, isOddName, oddName } from './odd-names.ts';
import { isProtectedInParts } from './protected-keys.ts';
import { type ProtectedPattern, protectedPatterns } from './protected-patterns.ts';

export { isProtectedInParts, protectedKeysChanged } from './protected-keys.ts';

const patterns: ProtectedPattern[] = protectedPatterns.map((each) => ({
  ...each,
  globs: each.globs.map((glob) => glob.toLowerCase()),
}));

/** What a Python runner imports before any test: a module of that name at the top, or beside tests, would be taken instead. */
const earlyImports =
  'abc|argparse|array|ast|asyncio|atexit|base64|bdb|binascii|bisect|builtins|bz2|calendar|cmd|code|codecs|codeop|' +
  'collections|colorama|contextlib|copy|copyreg|csv|dataclasses|datetime|decimal|difflib|dis|email|encodings|enum|errno|' +
  'exceptiongroup|faulthandler|fcntl|fnmatch|fractions|functools|gc|genericpath|getpass|gettext|glob|hashlib|heapq|' +
  'importlib|inspect|io|ipaddress|itertools|json|keyword|linecache|locale|logging|lzma|marshal|math|ntpath|numbers|' +
  'opcode|operator|os|packaging|pathlib|pdb|pickle|platform|posixpath|pprint|py|pydoc|pyexpat|pygments|quopri|random|re|' +
  'readline|reprlib|runpy|select|selectors|shlex|shutil|signal|site|socket|stat|string|struct|subprocess|sys|sysconfig|' +
  'tempfile|textwrap|threading|time|token|tokenize|tomli|tomllib|traceback|types|typing|typing_extensions|unicodedata|' +
  'unittest|urllib|uuid|warnings|weakref|xml|zipfile|zipimport|zlib';
const shadowsRunner =
  /^(?:src\/)?(?:(?:pytest|_pytest|pluggy|iniconfig|xdist|coverage|vitest|jest|mocha)\.(?:py|pyc|so|[cm]?[jt]s)$|(?:pytest|_pytest|pluggy|iniconfig|xdist)\/)/;
const shadowsLibrary = new RegExp(
  `^(?:(?:.*/)?tests?/)?(?:${earlyImports})(?:(?:\\.[\\w-]+)?\\.(?:py|pyc|pyd|so)$|/__init__\\.(?:py|pyc|so)$)`,
);
/** The nearest manifest says what a module is and where `#imports` lead. */
const manifestOfTests = /(?:^|\/)(?:test|tests|__tests__|spec|specs)\/package\.json$/;
/** Among sources, a specification is what the product is about. */
const testFolder =
  /(?:^|\/)(?:test|tests|__tests__|testdata|__fixtures__)\/|^(?!(?:.*\/)?(?:src|lib|app)\/)(?:.*\/)?spec\//;

/**
 * Why the judge takes a file from base instead of from the change; null when the change may have it. Names are compared
 * without regard to case, since some file systems and programs find them so. New tests are free; anything else that matches is not, added or changed. See `protectedKeysChanged` for files protected in parts.
 */
export function isProtected(
  path: string,
  isTest: (path: string) => boolean,
  existsOnBase: boolean,
): { rule: string } | null {
  const folded = foldedName(path);
  const found = patterns.find(({ globs }) => matchesAny(folded, globs));
  if (found && (existsOnBase || !found.free?.test(path))) return { rule: found.rule };
  if (!existsOnBase && isOddName(path)) return { rule: oddName };
  if (shadowsRunner.test(folded) || (!existsOnBase && shadowsLibrary.test(path)))
    return { rule: 'shadows the test runner' };
  if (!existsOnBase && manifestOfTests.test(folded)) return { rule: 'changes how existing tests load' };
  if (existsOnBase && isTest(path)) return { rule: 'existing test' };
  if (existsOnBase && testFolder.test(path) && !isProtectedInParts(path)) return { rule: 'existing test support' };
  return null;
}

/**
 * Whether a file added beside tests would be imported instead of the product's own module: runners for Python put the
 * folders of tests first. `base` are the paths before the change.
 */
export function shadowsProduct(path: string, isTest: (path: string) => boolean, base: ReadonlySet<string>): boolean {
  const inTests = testFolder.exec(path);
  if (!inTests || !path.endsWith('.py') || isTest(path)) return false;
  const folder = path.slice(0, inTests.index + inTests[0].length);
  // A folder of tests that is a package itself is not searched for modules.
  if (base.has(`${folder}__init__.py`)) return false;
  const below = path.slice(folder.length).split('/');
  const tails = below.map((_, at) => below.slice(at).join('/')).filter((tail) => tail !== '__init__.py');
  const roots = ['', 'src/', ...foldersOf(path.slice(0, inTests.index + 1))];
  return tails.some((tail) => roots.some((root) => base.has(`${root}${tail}`)));
}

/** A folder and the sources in it, each with a slash at the end. */
const foldersOf = (parent: string): string[] => (/[^/]/.test(parent) ? [parent, `${parent}src/`] : []);
