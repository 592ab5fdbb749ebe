// The licences of the packages whose code is part of dist, as one text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const region = /^\/\/#region node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

/** The packages that the bundler says it put into a folder's files. */
export function bundledPackages(dist) {
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
  const texts = scripts.map((name) => readFileSync(join(dist, name), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(region)].map(([, name]) => name)))].sort();
}

export function notices(dist, modules) {
  const parts = bundledPackages(dist).map((name) => {
    const folder = join(modules, name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file));
    const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return `${name} ${version}, ${license}\n\n${texts.join('\n\n')}`.trimEnd();
  });
  return `dist holds code of these packages.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
