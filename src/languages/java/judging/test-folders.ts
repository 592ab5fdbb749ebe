import { normalPath, readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';

const ofTests = [
  /<testSourceDirectory>\s*([^<]+?)\s*</g,
  /<testResource>(?:(?!<\/testResource>)[\s\S])*?<directory>\s*([^<]+?)\s*</g,
];
const ofProduct = [
  /<sourceDirectory>\s*([^<]+?)\s*</g,
  /<resource>(?:(?!<\/resource>)[\s\S])*?<directory>\s*([^<]+?)\s*</g,
];

/** The folders, each with a slash at the end, that a pom.xml gives to tests and not to the product as well. */
export async function testFolders(files: Files): Promise<string[]> {
  const poms = files.paths.filter((path) => /(?:^|\/)pom\.xml$/.test(path));
  return [...(await readAll(files, poms))].flatMap(([path, text]) => {
    const folder = path.slice(0, -'pom.xml'.length);
    const product = new Set(foldersIn(text, ofProduct, folder));
    return foldersIn(text, ofTests, folder).filter((place) => place !== '/' && !product.has(place));
  });
}

function foldersIn(pom: string, patterns: RegExp[], folder: string): string[] {
  const bare = pom.replace(/<!--[\s\S]*?-->/g, '');
  return patterns
    .flatMap((pattern) => [...bare.matchAll(pattern)])
    .map(([, place = '']) => place.replace(/^\$\{(?:project\.)?basedir\}\//, ''))
    .map((place) => `${normalPath(`${folder}${place}`) ?? ''}/`);
}
