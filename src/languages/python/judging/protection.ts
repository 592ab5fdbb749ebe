import { type Protection, samples } from '../../judging/protection/shape.ts';

/** What a runner imports before any test: a module of that name at the top, or beside tests, would be taken instead. */
const earlyImports =
  'abc|argparse|array|ast|asyncio|atexit|base64|bdb|binascii|bisect|builtins|bz2|calendar|cmd|code|codecs|codeop|' +
  'collections|colorama|contextlib|copy|copyreg|csv|dataclasses|datetime|decimal|difflib|dis|email|encodings|enum|errno|' +
  'exceptiongroup|faulthandler|fcntl|fnmatch|fractions|functools|gc|genericpath|getpass|gettext|glob|hashlib|heapq|' +
  'importlib|inspect|io|ipaddress|itertools|json|keyword|linecache|locale|logging|lzma|marshal|math|ntpath|numbers|' +
  'opcode|operator|os|packaging|pathlib|pdb|pickle|platform|posixpath|pprint|py|pydoc|pyexpat|pygments|quopri|random|re|' +
  'readline|reprlib|runpy|select|selectors|shlex|shutil|signal|site|socket|stat|string|struct|subprocess|sys|sysconfig|' +
  'tempfile|textwrap|threading|time|token|tokenize|tomli|tomllib|traceback|types|typing|typing_extensions|unicodedata|' +
  'unittest|urllib|uuid|warnings|weakref|xml|zipfile|zipimport|zlib';

export const protection: Protection = {
  patterns: [
    {
      rule: 'installed dependency',
      globs: ['**/{.venv,venv,site-packages,__pypackages__}/**', '*.egg-link'],
    },
    {
      rule: 'loaded by the runner on its own',
      globs: [
        ...['conftest.py', 'sitecustomize.py', 'usercustomize.py', '*.pth', 'pyvenv.cfg', '.pdbrc'],
        '**/*.{egg,dist}-info/**',
      ],
    },
    { rule: 'environment of the tests', globs: ['pytest.env'] },
    {
      rule: 'test runner configuration',
      globs: [
        '{pytest,.pytest,tox,behave}.ini',
        '{pytest,.pytest,tox}.toml',
        ...['setup.cfg', '.coveragerc', 'noxfile.py', '{nose,nose2,unittest}.cfg', '.noserc', '{.stestr,.testr}.conf'],
      ],
    },
    { rule: 'build configuration', globs: ['.python-version', '{hatch.toml,hatch_build.py,pdm_build.py}'] },
    { rule: 'runs when the project is built', globs: ['setup.py'], free: samples },
    { rule: 'lock file', written: true, globs: ['{poetry,uv,pdm,pixi,Pipfile}.{lock,lockfile}'] },
    { rule: 'package manager configuration', globs: ['{pip.conf,pip.ini}', '.pypirc'] },
  ],
  settings: /^(?:conftest|sitecustomize|usercustomize|noxfile|fabfile)\.\w+$|\.pth$/i,
  shadowsRunner:
    /^(?:src\/)?(?:(?:pytest|_pytest|pluggy|iniconfig|xdist|coverage)\.(?:py|pyc|so)$|(?:pytest|_pytest|pluggy|iniconfig|xdist)\/)/,
  shadowsLibrary: new RegExp(
    `^(?:(?:.*/)?tests?/)?(?:${earlyImports})(?:(?:\\.[\\w-]+)?\\.(?:py|pyc|pyd|so)$|/__init__\\.(?:py|pyc|so)$)`,
  ),
};
