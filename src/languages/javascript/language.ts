import type { Language } from '../language.ts';
import { isConfigured } from '../regions/configured.ts';
import { plain } from '../script.ts';
import { withPatches } from '../surrounding.ts';
import { aroundProgram } from './around.ts';
import { dangerLines } from './dangers.ts';
import { declaredRunner, javascriptRunner, readManifest } from './detect.ts';
import { equality } from './equality.ts';
import { biome, eslint, oxlint } from './linters.ts';
import { packageManifest } from './manifest.ts';
import { scriptPatches } from './patches.ts';
import { protection } from './protection.ts';
import { reading } from './reading.ts';
import { javascriptRepair } from './repair/repair.ts';
import { followScript, readScript, withPrograms } from './scripts.ts';
import { javascriptShadows } from './shadows.ts';
import { steering } from './steering.ts';
import { javascriptStructure } from './structure/structure.ts';
import { javascriptSightings } from './surroundings.ts';
import { testing } from './testing.ts';

const owned = /\.[cm]?[jt]sx?$/;

export const javascript: Language = {
  name: 'javascript',
  owns: (path) => owned.test(path),
  runners: {
    ids: ['node:test', 'vitest', 'jest', 'mocha'],
    starters: /^(?:npx|npm|pnpm|yarn|bunx|dlx|c8|nyc|cross-env|dotenv)$/,
    async suggest(files, certainty) {
      if (certainty === 'shown') return null;
      const manifest = await readManifest(files);
      if (certainty === 'stated')
        return manifest.script === null
          ? null
          : {
              call: withPrograms(readScript(manifest.script, manifest.scripts)),
              otherwise: ['npm', 'test', '--silent'],
            };
      if (certainty === 'declared') {
        const declared = declaredRunner(manifest);
        return declared === null ? null : { call: plain(declared) };
      }
      return manifest.exists || files.paths.some((path) => /\.test\.[cm]?js$/.test(path))
        ? { call: plain('node', '--test') }
        : null;
    },
    follow: async (call, files) => withPrograms(followScript(call, (await readManifest(files)).scripts)),
    started: javascriptRunner,
  },
  place: {
    toolchains: {},
    marks: /(?:^|\/)package\.json$/,
    installed: ['node_modules'],
    linked: ['node_modules'],
    caches: ['.vite', '.vite-temp', '.vitest', '.cache'],
    programs: { folder: '.bin', order: 'last' },
    around: aroundProgram,
    waste: ['.nyc_output/', 'node_modules/'],
  },
  checks: {
    async syntax(files) {
      const { javascriptErrors } = await import('./syntax.ts');
      const found = await Promise.all(files.map(({ path, text }) => javascriptErrors(path, text)));
      return found.flat();
    },
    imports: async (files, changed, known) => (await import('./imports.ts')).scriptImportErrors(files, changed, known),
    codeLines: async (path, text) => (await import('./code-lines.ts')).scriptLines(path, text),
    async linters(files) {
      const has = (pattern: RegExp) => files.paths.some((path) => pattern.test(path));
      const { content, dependencies } = await readManifest(files);
      const configured = has(/^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.(?:[cm]?js|json|ya?ml))?)$/);
      return [
        ...(configured || 'eslintConfig' in content ? [eslint] : []),
        ...(has(/^\.?biome\.jsonc?$/) ? [biome] : []),
        ...(has(/^\.?oxlint(?:rc)?\.(?:jsonc?|config\.[cm]?[jt]s)$/) || 'oxlint' in dependencies ? [oxlint] : []),
      ];
    },
  },
  repair: javascriptRepair,
  reading,
  judging: {
    control: async () => (await import('./control/control.ts')).javascriptControl,
    script: async ({ path, text }, mark) =>
      /\.[cm]?[jt]s$/.test(path) ? (await import('./control/script.ts')).javascriptScript(path, text, mark) : null,
    async regions(runner, files) {
      const configs = /(?:^|\/)(?:vite(?:st)?\.[\w.]*[cm]?[jt]s|package\.json)$/;
      const asked = /includeSource|include-source/;
      if (runner.id !== 'vitest' || !(await isConfigured(runner, files, configs, asked))) return null;
      const { javascriptRegions } = await import('./regions.ts');
      return async (path) => (owned.test(path) ? javascriptRegions(path) : null);
    },
    shadows: javascriptShadows,
    sightings: withPatches(javascriptSightings, scriptPatches),
    equality,
    catching: /\bcatch\b|\ballSettled\b|\bfinally\b|\bonerror\b|\buncaughtException\b/,
    testNames: /[\w-]+[._-](?:test|spec)\.[cm]?[jt]sx?/,
  },
  protection,
  naming: { loads: /\b(?:import|require)\s*\(\s*(?!['"][^'"]*['"]\s*[,)])/ },
  testing,
  leftovers: [
    {
      shows: /(?:^|\/)(?:package\.json|node_modules\/.*|deno\.json)$/,
      showsInstalled: true,
      lines: ['node_modules/', 'coverage/', '*.tsbuildinfo', '.next/', 'npm-debug.log*'],
    },
  ],
  steering,
  manifests: [packageManifest],
  structures: [javascriptStructure],
  lines: {
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|html?)$/,
    comment: /^\s*(?:\/\/|\/?\*)/,
    dangers: dangerLines,
    style: { comments: 'slash', indents: false },
  },
  generated: /\.min\.[cm]?js$|\.d\.[cm]?ts$/,
};
