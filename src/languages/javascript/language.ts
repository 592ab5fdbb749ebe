import { isConfigured } from '../judging/regions/configured.ts';
import { withPatches } from '../judging/surrounding.ts';
import type { Language } from '../language.ts';
import { plain } from '../runs/script.ts';
import { aroundProgram } from './around.ts';
import { dangerLines } from './code/dangers.ts';
import { reading } from './code/reading.ts';
import { javascriptStructure } from './code/structure/structure.ts';
import { equality } from './judging/equality.ts';
import { packageManifest } from './judging/manifest.ts';
import { scriptPatches } from './judging/patches.ts';
import { protection } from './judging/protection.ts';
import { javascriptShadows } from './judging/shadows.ts';
import { steering } from './judging/steering.ts';
import { javascriptSightings } from './judging/surroundings.ts';
import { testing } from './judging/testing.ts';
import { biome, eslint, oxlint } from './linters.ts';
import { cureOf } from './package/cure.ts';
import { declaredRunner, readManifest } from './package/manifest.ts';
import { javascriptRepair } from './repair/repair.ts';
import { javascriptRunner } from './runners/detect.ts';
import { followScript, suggestedByScript } from './scripts/scripts.ts';
import { packagesOf } from './scripts/workspaces.ts';
import { refusedByTsc, tsc } from './tsc.ts';

const owned = /\.[cm]?[jt]sx?$/;

export const javascript: Language = {
  name: 'javascript',
  owns: (path) => owned.test(path),
  runners: {
    ids: ['node:test', 'vitest', 'jest', 'mocha', 'jasmine', 'uvu', 'tape', 'tap', 'ava', 'borp', 'bun'],
    one: {
      'node:test': { file: 'node --test FILE', test: "--test-name-pattern='NAME'" },
      vitest: { file: 'npx vitest run FILE', test: "-t 'NAME'" },
      jest: { file: 'npx jest FILE', test: "-t 'NAME'" },
      mocha: { file: 'npx mocha FILE', test: "-g 'NAME'" },
      jasmine: { file: 'npx jasmine FILE', test: "--filter='NAME'" },
      uvu: { file: 'node FILE' },
      tape: { file: 'npx tape FILE' },
      tap: { file: 'npx tap FILE' },
      ava: { file: 'npx ava FILE', test: "-m 'NAME'" },
      borp: { file: 'npx borp FILE' },
      bun: { file: 'bun test FILE', test: "-t 'NAME'" },
    },
    starters: /^(?:npx|npm|pnpm|yarn|bunx|dlx|c8|nyc|cross-env|dotenv)$/,
    async suggest(files, certainty) {
      if (certainty === 'shown') return null;
      const manifest = await readManifest(files);
      if (certainty === 'stated') {
        if (manifest.script !== null) return suggestedByScript(manifest, files);
        const packages = await packagesOf({ script: 'test', filters: [] }, files, manifest.content);
        return packages.length > 0 ? { call: null, packages } : null;
      }
      if (certainty === 'declared') {
        const declared = declaredRunner(manifest);
        return declared === null ? null : { call: plain(declared) };
      }
      return manifest.exists || files.paths.some((path) => /\.test\.[cm]?js$/.test(path))
        ? { call: plain('node', '--test') }
        : null;
    },
    follow: followScript,
    links: async (files, deleted) => (await import('./modules/related.ts')).scriptLinks(files, deleted),
    started: javascriptRunner,
    cure: cureOf,
    refused: refusedByTsc,
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
    // There is no network: managers neither wait for it nor fetch the version of themselves that a package asks for.
    env: {
      COREPACK_ENABLE_NETWORK: '0',
      COREPACK_ENABLE_STRICT: '0',
      COREPACK_ENABLE_PROJECT_SPEC: '0',
      npm_config_offline: 'true',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
    },
  },
  checks: {
    async syntax(files) {
      const { javascriptErrors } = await import('./code/syntax.ts');
      const errors = await Promise.all(files.map(({ path, text }) => javascriptErrors(path, text)));
      return errors.flat();
    },
    imports: async (files, changed, environment) =>
      (await import('./modules/imports.ts')).scriptImportErrors(files, changed, environment),
    names: async (files) => (await import('./modules/names.ts')).undefinedScriptNames(files),
    lookup: async (names, folders, files) =>
      (await import('./modules/installed.ts')).packageLookup(names, folders, files),
    codeLines: async (path, text) => (await import('./code/code-lines.ts')).scriptLines(path, text),
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
    typeCheckers: async (files) =>
      files.paths.includes('tsconfig.json') && 'typescript' in (await readManifest(files)).dependencies ? [tsc] : [],
  },
  repair: javascriptRepair,
  reading,
  surface: async (...args) => (await import('./code/surface.ts')).javascriptSurface(...args),
  judging: {
    control: async () => (await import('./judging/control/control.ts')).javascriptControl,
    script: async ({ path, text }, mark) =>
      /\.[cm]?[jt]s$/.test(path)
        ? (await import('./judging/control/script.ts')).javascriptScript(path, text, mark)
        : null,
    async regions(runner, files) {
      const configs = /(?:^|\/)(?:vite(?:st)?\.[\w.]*[cm]?[jt]s|package\.json)$/;
      const setting = /includeSource|include-source/;
      if (runner.id !== 'vitest' || !(await isConfigured(runner, files, configs, setting))) return null;
      const { javascriptRegions } = await import('./judging/regions.ts');
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
      made: {
        'coverage/':
          /^(?:(?:[\w.-]+\/)?(?:lcov\.info$|lcov-report\/|coverage(?:-final|-summary)?\.(?:json|txt|xml)$|clover\.xml$|cobertura-coverage\.xml$|block-navigation\.js$)|\.?tmp\/)/,
      },
    },
    { shows: /(?:^|\/)(?:yarn\.lock|\.yarnrc\.yml)$/, lines: ['.yarn/install-state.gz', '.yarn/build-state.yml'] },
  ],
  steering,
  manifests: [packageManifest],
  structures: [javascriptStructure],
  lines: {
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|html?)$/,
    comment: /^\s*(?:\/\/|\/?\*)/,
    obeyed: /@jsx|@(?:jest|vitest)-|@flow\b|sourceMappingURL/,
    dangers: dangerLines,
    style: { comments: 'slash', indents: false },
  },
  generated: /\.min\.[cm]?js$|\.d\.[cm]?ts$/,
};
