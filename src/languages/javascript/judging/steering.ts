import { objectSettings } from '../../judging/used/object-settings.ts';
import type { Steering } from '../../judging/used/shape.ts';
import { text } from '../../reports/values.ts';
import { readManifest } from '../package/manifest.ts';
import { kindOfWords } from '../scripts/step-kinds.ts';

/** The keys of a package.json that steer its tests. */
const configured = ['jest', 'vitest', 'mocha', 'ava', 'tap', 'nyc', 'c8', 'babel'];

/** A step that is one command, which only checks; what else a shell would run with it may be tests. */
const isCheckAlone = (step: string): boolean =>
  !/[;&|\n`]|\$\(/.test(step) && kindOfWords(step.split(/\s+/)) === 'check';

export const steering: Steering = {
  tools:
    /^(?:tsc|esbuild|rollup|webpack|parcel|browserify|babel|swc|tsup|tsdown|unbuild|microbundle|ncc|eslint|biome|oxlint|prettier|standard|xo)$/,
  endings: ['.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.tsx', '/index.js', '/index.ts'],
  testScript: 'test',
  scriptsIn(words) {
    const manager = words.findIndex((word) => /^(?:npm|yarn|pnpm|bun|npm-run-all|run-s|run-p)$/.test(word));
    return manager === -1 ? [] : words.slice(manager + 1).filter((word) => !word.startsWith('-'));
  },
  async script(name, files) {
    const { scripts } = await readManifest(files);
    const around = [`pre${name}`, name, `post${name}`].map((one) => text(scripts[one]));
    // What only checks is not run by the judge, so nothing that it names steers the tests.
    const steps = around.flatMap((line) => line.split('&&')).map((step) => step.trim());
    const running = steps.filter((step) => step !== '' && !isCheckAlone(step));
    return running.length > 0 ? running.join(' && ') : null;
  },
  configuration:
    /(?:^|\/)(?:(?:vitest|vite|jest|ava|playwright|cypress|karma|wdio|babel)[\w.-]*\.[cm]?[jt]s(?:on)?|\.(?:mocharc|nycrc|c8rc|taprc|babelrc|swcrc)[\w.]*|[tj]sconfig[\w.-]*\.json)$/,
  mixed: { files: /[tj]sconfig[\w.-]*\.json$/, keys: /^(?:plugins?|extends)$/ },
  aliases:
    /(?:^|\/)(?:(?:vitest|vite|jest|ava|playwright|cypress|karma|wdio|babel)[\w.-]*\.[cm]?[jt]s(?:on)?|\.(?:mocharc|nycrc|c8rc|taprc|babelrc|swcrc)[\w.]*\.(?:[cm]?[jt]s|json)|[tj]sconfig[\w.-]*\.json)$/,
  settings: (path, source) =>
    /\.[cm]?[jt]s$/.test(path) ? import('./settings.ts').then((it) => it.scriptSettings(path, source)) : null,
  async manifestSettings(files) {
    const { content } = await readManifest(files);
    return { path: 'package.json', settings: configured.flatMap((key) => objectSettings(content[key], [key])) };
  },
};
