import type { Language } from '../language.ts';
import { isAsked } from '../linters/asked.ts';
import { plain } from '../script.ts';
import { withPatches } from '../surrounding.ts';
import { clippy } from './clippy.ts';
import { dangerLines } from './dangers.ts';
import { equality } from './equality.ts';
import { cargoManifest } from './manifest.ts';
import { rustPatches } from './patches.ts';
import { protection } from './protection.ts';
import { reading } from './reading.ts';
import { rustShadows } from './shadows.ts';
import { rustStructure } from './structure.ts';
import { rustSightings } from './surroundings.ts';
import { rustToolchain } from './toolchain.ts';

export const rust: Language = {
  name: 'rust',
  owns: (path) => path.endsWith('.rs'),
  runners: {
    ids: ['cargo'],
    compiler: { naming: [/`([^`]+)`/] },
    suggest: async ({ paths }, certainty) =>
      certainty === 'shown' && paths.includes('Cargo.toml') ? { call: plain('cargo', 'test') } : null,
    async started({ program, args }, call, files) {
      if (program !== 'cargo' || !/^(?:test|t)$/.test(args[0] ?? '')) return undefined;
      const { cargoTest } = await import('./cargo-test.ts');
      return cargoTest(call, args.slice(1), files);
    },
  },
  place: { toolchains: { rust: rustToolchain }, marks: /(?:^|\/)Cargo\.toml$/, env: { CARGO_TERM_COLOR: 'never' } },
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
  judging: {
    control: async () => (await import('./control/control.ts')).rustControl,
    regions: async (runner, files) =>
      runner.id === 'cargo' ? (await import('./regions/find.ts')).regionsIn(runner, files) : null,
    shadows: rustShadows,
    sightings: withPatches(rustSightings, rustPatches),
    equality,
    catching: /\bcatch_unwind\b/,
    testNames: /\w+_test\.rs/,
  },
  protection,
  leftovers: [{ shows: /(?:^|\/)Cargo\.toml$/, lines: ['target/'] }],
  steering: {
    tools: /^rustc$/,
    support: async (files) =>
      files.paths.includes('Cargo.toml') ? (await import('./dev-crates.ts')).devCrates(files) : [],
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
