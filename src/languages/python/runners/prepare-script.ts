/**
 * Makes what an installation would have put into the tree. What cannot be made because a tool is not installed is said
 * and left out, as it would be at an installation without it; what does not compile ends the run.
 */
export const prepareScript = `
import glob, importlib.metadata, importlib.util, json, os, shutil, subprocess, sys, sysconfig

wanted = json.loads(sys.argv[1])


def say(line):
    print(line, file=sys.stderr, flush=True)


def run(*words):
    done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    if done.returncode != 0:
        say(done.stdout[-6000:])
        say('the native extension was not built: ' + ' '.join(words))
        sys.exit(1)


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
        missing.append('setuptools (pip install setuptools)')
    translated = [os.path.splitext(path)[0] for path in wanted['cython']]
    untranslated = [stem for stem in translated if not glob.glob(glob.escape(stem) + '.c*')]
    if untranslated and importlib.util.find_spec('Cython') is None:
        missing.append('Cython (pip install cython)')
    if shutil.which((sysconfig.get_config_var('CC') or 'cc').split()[0]) is None and shutil.which('cc') is None:
        missing.append('a C compiler')
    if missing:
        say('native extensions are not built: ' + ', '.join(missing) + ' is not installed')
    else:
        for stem in untranslated:
            run('-m', 'cython', stem + '.pyx')
        if os.path.exists('setup.py'):
            run('setup.py', '-q', 'build_ext', '--inplace')
        else:
            run('-c', 'import setuptools; setuptools.setup()', '-q', 'build_ext', '--inplace')
`;
