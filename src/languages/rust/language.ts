import { isAsked } from '../checks/linters/asked.ts';
import { withPatches } from '../judging/surrounding.ts';
import type { Language } from '../language.ts';
import { plain } from '../runs/script.ts';
import { clippy } from './clippy.ts';
import { dangerLines } from './code/dangers.ts';
import { reading } from './code/reading.ts';
import { rustStructure } from './code/structure.ts';
import { equality } from './judging/equality.ts';
import { cargoManifest } from './judging/manifest.ts';
import { rustPatches } from './judging/patches.ts';
import { protection } from './judging/protection.ts';
import { rustShadows } from './judging/shadows.ts';
import { rustSightings } from './judging/surroundings.ts';
import { rustToolchain } from './runners/toolchain.ts';

export const rust: Language = {
  name: 'rust',
  owns: (path) => path.endsWith('.rs'),
  runners: {
    ids: ['cargo'],
    one: { cargo: { test: 'cargo test --offline NAME' } },
    compiler: { naming: [/`([^`]+)`/] },
    suggest: async ({ paths }, certainty) =>
      certainty === 'shown' && paths.includes('Cargo.toml') ? { call: plain('cargo', 'test') } : null,
    cure: async (output) =>
      /no matching package|failed to (?:download|get|load source)|--offline was specified/.test(output)
        ? 'crates are missing from the cache: run cargo fetch'
        : null,
    async started({ program, args }, call, files) {
      if (program !== 'cargo' || !/^(?:test|t)$/.test(args[0] ?? '')) return undefined;
      const { cargoTest } = await import('./runners/cargo-test.ts');
      return cargoTest(call, args.slice(1), files);
    },
  },
  place: {
    toolchains: { rust: rustToolchain },
    marks: /(?:^|\/)Cargo\.toml$/,
    built: ['target'],
    env: { CARGO_TERM_COLOR: 'never' },
  },
  checks: {
    checker: async (paths, files) => (await import('./rustfmt.ts')).rustfmt(paths, files),
    async linters(files) {
      const manifest = files.paths.includes('Cargo.toml') ? await files.read('Cargo.toml') : null;
      if (manifest === null) return [];
      const configured =
        files.paths.some((path) => /^\.?clippy\.toml$/.test(path)) ||
        /^\s*\[(?:workspace\.)?lints\.clippy\]/m.test(manifest);
      return configured || (await isAsked(files, /\bcargo clippy\b/)) ? [clippy] : [];
    },
  },
  reading,
  surface: async (...args) => (await import('./code/surface.ts')).rustSurface(...args),
  judging: {
    control: async () => (await import('./judging/control/control.ts')).rustControl,
    regions: async (runner, files) =>
      runner.id === 'cargo' ? (await import('./judging/regions/find.ts')).regionsIn(runner, files) : null,
    shadows: rustShadows,
    sightings: withPatches(rustSightings, rustPatches),
    equality,
    catching: /\bcatch_unwind\b/,
    ending: /\b(?:_?exit|abort|exec|extern|link_section|ctor|unsafe|no_mangle|global_asm)\b/,
    testNames: /\w+_test\.rs/,
  },
  protection,
  leftovers: [
    {
      shows: /(?:^|\/)Cargo\.toml$/,
      lines: ['target/', '*.profraw', 'lcov.info'],
      made: {
        'target/':
          /^(?:CACHEDIR\.TAG$|\.rustc_info\.json$|(?:[\w.-]+\/)?(?:debug|release)\/|doc\/|package\/|criterion\/|tmp\/)/,
      },
    },
  ],
  steering: {
    tools: /^rustc$/,
    support: async (files) =>
      files.paths.includes('Cargo.toml') ? (await import('./judging/dev-crates.ts')).devCrates(files) : [],
  },
  manifests: [cargoManifest],
  structures: [rustStructure],
  lines: {
    files: /\.rs$/,
    comment: /^\s*(?:\/\/|\/?\*)/,
    dangers: dangerLines,
    style: { comments: 'slash', indents: false },
  },
};
