import { isAsked } from '../checks/linters/asked.ts';
import { withPatches } from '../judging/surrounding.ts';
import type { Language, Suggestion } from '../language.ts';
import { plain } from '../runs/script.ts';
import { dangerLines } from './code/dangers.ts';
import { reading } from './code/reading.ts';
import { goStructure } from './code/structure.ts';
import { equality } from './judging/equality.ts';
import { goManifest } from './judging/manifest.ts';
import { goPatches } from './judging/patches.ts';
import { protection } from './judging/protection.ts';
import { goShadows } from './judging/shadows.ts';
import { goSightings } from './judging/surroundings.ts';
import { goToolchain } from './runners/toolchain.ts';
import { goVet } from './vet.ts';

export const go: Language = {
  name: 'go',
  owns: (path) => path.endsWith('.go'),
  runners: {
    ids: ['go'],
    one: { go: { file: 'go test ./FOLDER', test: "-run 'NAME'" } },
    compiler: {
      naming: [
        /^undefined: (\S+)/,
        /^(\S+) undefined\b/,
        /^"([^"]+)" imported/,
        /\b(?:provides|find|providing) package ([^\s:;]+)/,
        /^package (\S+) is not in/,
        /^could not import (\S+)/,
        /^name (\S+) not exported/,
        /\b(?:import of package|use of internal package) "?([^\s"]+)/,
        /^cannot use (.+?) \(/,
        /\bin call to (\S+)/,
      ],
    },
    suggest: async ({ paths }, certainty): Promise<Suggestion | null> => {
      const isModule = paths.includes('go.mod') || paths.includes('go.work');
      // Modules below the top, or tests of a package from before there were modules.
      const hasTests = paths.some((path) => /(?:^|\/)go\.mod$|^[^/]+_test\.go$/.test(path));
      if (certainty === 'shown' ? isModule : certainty === 'possible' && hasTests) return { call: plain('go', 'test') };
      return null;
    },
    cure: async (output) =>
      /missing go\.sum entry|no required module provides|cannot find module providing|dial tcp|module lookup disabled/.test(
        output,
      )
        ? 'modules are missing from the cache: run go mod download'
        : null,
    async started({ program, args }, call, files) {
      if (program !== 'go' || args[0] !== 'test') return undefined;
      const { goTest } = await import('./runners/go-test.ts');
      return goTest(call, args.slice(1), files);
    },
  },
  place: { toolchains: { go: goToolchain }, marks: /(?:^|\/)go\.mod$/ },
  checks: {
    checker: async (paths) => (await import('./gofmt.ts')).gofmt(paths),
    async linters(files) {
      if (!files.paths.some((path) => /^go\.(?:mod|work)$/.test(path))) return [];
      const configured = files.paths.some((path) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(path));
      return configured || (await isAsked(files, /\bgo vet\b|\bgolangci-lint\b/)) ? [goVet] : [];
    },
  },
  reading,
  surface: async (...args) => (await import('./code/surface.ts')).goSurface(...args),
  judging: {
    controlled: /_test\.go$/,
    control: async () => (await import('./judging/control/control.ts')).goControl,
    shadows: goShadows,
    sightings: withPatches(goSightings, goPatches),
    equality,
    catching: /\brecover\s*\(/,
    ending:
      /\b(?:Exit|Exec|Kill|FindProcess|ForkExec|StartProcess|[rR]aw[sS]yscall\w*|Syscall\w*|Dup[23]?|linkname|Stdout)\b|"(?:C|unsafe|plugin)"/,
    testNames: /\w+_test\.go/,
  },
  protection,
  naming: { embeds: /^\/\/go:embed\s+(.+)$/gm },
  leftovers: [
    {
      shows: /(?:^|\/)go\.mod$/,
      lines: ['*.test', '*.out', '*.coverprofile', 'go.work.sum'],
      written: { files: /\.(?:test|out)$/, text: /^(?!mode: )[^\0]*$/ },
    },
  ],
  steering: {
    support: async (files) =>
      files.paths.includes('go.mod') ? (await import('./judging/check-packages.ts')).checkPackages(files) : [],
  },
  manifests: [goManifest],
  structures: [goStructure],
  lines: {
    files: /\.go$/,
    comment: /^\s*(?:\/\/|\/?\*)/,
    obeyed: /^\s*\/\/(?:go:|export |line |\s*\+build )|^\s*(?:import\s+)?"C"/m,
    dangers: dangerLines,
    style: { comments: 'slash', indents: false },
  },
};
