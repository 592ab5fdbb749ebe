import { list, parseJson, record, text } from '../../reports/values.ts';

/** How a loader finds the file of a place that is named without its ending. */
export interface Loader {
  name: string;
  /** In the order that they are tried. */
  endings: string[];
  /** Whether `./x.js` may mean a source of x.js, and is looked for first. */
  sources: boolean;
}

const node: Loader = { name: 'node', endings: ['.js', '.json', '.node'], sources: false };
const jest: Loader = {
  name: 'jest',
  endings: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json', '.node'],
  sources: false,
};
const vite: Loader = {
  name: 'vite',
  endings: ['.mjs', '.js', '.mts', '.ts', '.jsx', '.tsx', '.json'],
  sources: false,
};
const typescript: Loader = {
  name: 'typescript',
  endings: ['.ts', '.tsx', '.js', '.jsx', '.json'],
  sources: true,
};

const compiling = /\b(?:tsx|ts-node|esbuild-register|@swc-node|@babel\/register|sucrase|bun|typescript|ts-jest)\b/;

/** The loaders that a manifest speaks of; Node is always one. */
export function loadersOf(manifest: string, runner: string | undefined): Loader[] {
  const content = record(parseJson(manifest));
  const endings = list(record(content.jest).moduleFileExtensions).map((ending) => `.${text(ending)}`);
  const jestLoader: Loader = endings.length > 0 ? { ...jest, endings } : jest;
  if (runner === 'vitest') return [vite];
  if (runner === 'jest') return [jestLoader];
  return [
    node,
    ...(/\b(?:vite|vitest)\b/.test(manifest) ? [vite] : []),
    ...(/\bjest\b/.test(manifest) ? [jestLoader] : []),
    ...(compiling.test(manifest) ? [typescript] : []),
  ];
}

/** The file that a loader takes for a place; null for none. `mains` are folders whose manifest names their file. */
export function pick(
  { endings, sources }: Loader,
  place: string,
  paths: ReadonlySet<string>,
  mains: ReadonlySet<string>,
): string | null {
  const folder = place === '' ? '' : `${place}/`;
  const stem = /^(.*[^/])\.[cm]?jsx?$/.exec(place)?.[1];
  const tried = [
    ...(sources && stem !== undefined ? ['.ts', '.tsx', '.mts', '.cts'].map((end) => `${stem}${end}`) : []),
    place,
    ...endings.map((end) => `${place}${end}`),
    ...(mains.has(folder) ? [`${folder}package.json`] : []),
    ...endings.map((end) => `${folder}index${end}`),
  ];
  return tried.find((path) => paths.has(path)) ?? null;
}
