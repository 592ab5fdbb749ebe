import { inDir, outDir } from '../../../ports/outside/sandbox.ts';

/** What a line begins with that ends with what to install, since the tests of this project need its extensions. */
export const unbuilt = 'native extensions cannot be built without ';
/** Behind that comes the Python that has to install it. */
export const unbuiltBy = ' in ';

/** What was built, and from what: left by one run, given to others. */
export const builtFile = 'built.txt';

/**
 * Makes what an installation would have put into the tree. What cannot be made because a tool is not installed is said
 * and left out, as it would be at an installation without it, unless the project was installed with it; what does not
 * compile ends the run. What another run has built from the same files, by the same tools, is taken as it is.
 */
export const prepareScript = `
import base64, glob, hashlib, importlib.metadata, importlib.util, io, json, os, re, shlex, shutil, subprocess, sys, sysconfig, tarfile

wanted = json.loads(sys.argv[1])


def say(line):
    print(line, file=sys.stderr, flush=True)


def run(*words):
    done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    if done.returncode != 0:
        say(done.stdout[-6000:])
        say('the native extension was not built: ' + ' '.join(words))
        if not re.search(':[0-9]+: (?:fatal )?error:', done.stdout):
            say_lacking(lacking())
        sys.exit(1)


def say_lacking(requirements):
    if requirements:
        say('${unbuilt}' + ' '.join('"%s"' % one for one in requirements) + '${unbuiltBy}' + own_python())


def own_python():
    if sys.prefix == sys.base_prefix:
        return 'python3'
    near = os.path.relpath(sys.executable)
    return shlex.quote(sys.executable if near.startswith('..') else near)


def lacking():
    try:
        from packaging.requirements import Requirement
    except ImportError:
        try:
            from pip._vendor.packaging.requirements import Requirement
        except ImportError:
            return []
    unmet = []
    for line in wanted['requires']:
        try:
            one = Requirement(line)
        except ValueError:
            continue
        # wheel packs what was built.
        if one.name == 'wheel' or (one.marker and not one.marker.evaluate()):
            continue
        version = installed(one.name)
        if version is None or not one.specifier.contains(version, prereleases=True):
            unmet.append(line)
    return unmet


def is_installed_native():
    try:
        return 'Root-Is-Purelib: false' in (importlib.metadata.distribution(wanted['name']).read_text('WHEEL') or '')
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return False


def found():
    for folder, folders, names in os.walk('.'):
        if 'pyvenv.cfg' in names:
            folders[:] = []
            continue
        folders[:] = [name for name in folders if name not in ('.git', '__pycache__') and not os.path.islink(os.path.join(folder, name))]
        for name in names:
            yield os.path.join(folder, name)


def installed(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def inputs(paths):
    # Modules are no sources of an extension, unless the build says so.
    setup = open('setup.py', errors='replace').read() if os.path.exists('setup.py') else ''
    compiles = re.search('mypyc|(?<!setup)[.]py["\\x27]', setup) is not None
    tools = [sys.version, sysconfig.get_config_var('SOABI'), *map(installed, ('setuptools', 'Cython', 'cffi', 'pybind11', 'numpy'))]
    key = hashlib.sha256(repr([tools, [os.environ.get(name) for name in ('CC', 'CXX', 'CFLAGS', 'CXXFLAGS', 'CPPFLAGS', 'LDFLAGS')]]).encode())
    for path in sorted(paths):
        is_module = path.endswith('.py') and path.count('/') > 1
        if (is_module and not compiles) or path.endswith(('.md', '.rst', '.pyc')) or not os.path.isfile(path):
            continue
        with open(path, 'rb') as file:
            key.update(repr((path, hashlib.sha256(file.read()).hexdigest())).encode())
    return key.hexdigest()


def taken(key):
    try:
        with open('${inDir}/${builtFile}') as file:
            if file.readline().strip() != key:
                return False
            packed = base64.b64decode(file.read())
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            for member in archive.getmembers():
                content = archive.extractfile(member).read()
                os.makedirs(os.path.dirname(member.name), exist_ok=True)
                with open(member.name, 'wb') as file:
                    file.write(content)
        return True
    except (OSError, ValueError, EOFError, tarfile.TarError):
        return False


def keep(key, paths):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode='w:gz', compresslevel=1) as archive:
        for path in paths:
            if os.path.isfile(path) and not os.path.islink(path):
                archive.add(path)
    if packed.tell() > 12_000_000:
        return
    with open('${outDir}/${builtFile}', 'w') as file:
        file.write(key + '\\n' + base64.b64encode(packed.getvalue()).decode())


for path in wanted['versions']:
    if os.path.exists(path):
        continue
    try:
        version = importlib.metadata.version(wanted['name'])
    except (importlib.metadata.PackageNotFoundError, ValueError):
        version = '0.0.0'
    parts = tuple(int(part) if part.isdigit() else part for part in version.split('+')[0].split('.'))
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'w') as file:
        file.write('__version__ = version = %r\\n__version_tuple__ = version_tuple = %r\\n' % (version, parts))
        file.write('__commit_id__ = commit_id = None\\n')

if wanted['builds']:
    missing = []
    if importlib.util.find_spec('setuptools') is None:
        missing.append('setuptools')
    translated = [os.path.splitext(path)[0] for path in wanted['cython']]
    untranslated = [stem for stem in translated if not glob.glob(glob.escape(stem) + '.c*')]
    if untranslated and importlib.util.find_spec('Cython') is None:
        missing.append('cython')
    if shutil.which((sysconfig.get_config_var('CC') or 'cc').split()[0]) is None and shutil.which('cc') is None:
        missing.append('a C compiler')
    if missing:
        say('native extensions are not built, without ' + ', '.join(missing))
        if is_installed_native():
            say_lacking(lacking() or [name for name in missing if name != 'a C compiler'])
            sys.exit(1)
    else:
        before = set(found())
        key = inputs(before)
        if not taken(key):
            for stem in untranslated:
                run('-m', 'cython', stem + '.pyx')
            if os.path.exists('setup.py'):
                run('setup.py', '-q', 'build_ext', '--inplace')
            else:
                run('-c', 'import setuptools; setuptools.setup()', '-q', 'build_ext', '--inplace')
            keep(key, [path for path in found() if path not in before and not path.startswith('./build/')])
`;
