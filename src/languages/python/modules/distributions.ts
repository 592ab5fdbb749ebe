import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';
import { manifests } from '../judging/manifests.ts';

/** What runners bring along: a module of such a name would be imported before any test. */
const runners =
  'pytest|_pytest|pluggy|iniconfig|packaging|exceptiongroup|tomli|colorama|pygments|py|xdist|coverage|hypothesis|mock|' +
  'nose|nose2|setuptools|pkg_resources|typing_extensions|execnet|pytest_cov|pytest_mock|pytest_asyncio|anyio|freezegun';

/** Names that a distribution is imported by, where they are not its own. */
const others: Record<string, string[]> = {
  attrs: ['attr', 'attrs'],
  beautifulsoup4: ['bs4'],
  djangorestframework: ['rest_framework'],
  'opencv-python': ['cv2'],
  pillow: ['PIL'],
  protobuf: ['google'],
  pycryptodome: ['Crypto'],
  pyjwt: ['jwt'],
  pymysql: ['pymysql'],
  'python-dateutil': ['dateutil'],
  'python-dotenv': ['dotenv'],
  pyyaml: ['yaml'],
  'scikit-learn': ['sklearn'],
  'psycopg2-binary': ['psycopg2'],
};

const manifest =
  /^(?:pyproject\.toml|requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.txt|setup\.(?:cfg|py)|Pipfile|tox\.ini)$/;

/** The modules that dependencies of a tree are imported by, as far as names tell; its runner's are always among them. */
export async function dependencyModules(files: Files): Promise<Set<string>> {
  const modules = new Set(runners.split('|'));
  const texts = await readAll(
    files,
    files.paths.filter((path) => manifest.test(path)),
  );
  for (const [path, text] of texts) {
    const requirementsFile = path.startsWith('requirements/') ? 'requirements.txt' : path;
    const listed = manifests
      .find(({ name }) => name.test(requirementsFile))
      ?.dependencies?.(text)
      .keys();
    const names = listed ?? looseNames(text);
    for (const name of names) {
      const plain = name.toLowerCase();
      for (const module of others[plain] ?? [plain.replace(/[-.]/g, '_')]) modules.add(module);
    }
  }
  return modules;
}

/** Of a list in a file that is code or free text: what stands alone on a line or in quotes with a version behind it. */
function looseNames(text: string): string[] {
  const listed =
    /(?:install_requires|tests_require|extras_require|deps|packages|dev-packages)\]?\s*=?([\s\S]*?)(?:\n\s*\n|\n\[|$)/g;
  return [...text.matchAll(listed)].flatMap(([, block = '']) =>
    [...block.matchAll(/(?:^|["'\n])[ \t]*([A-Za-z][\w.-]*)[ \t]*(?=["'\n[<>=!~;]|$)/g)].map(([, name]) => name ?? ''),
  );
}
