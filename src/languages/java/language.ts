import type { Language } from '../language.ts';
import { plain } from '../script.ts';
import { dangerLines } from './dangers.ts';
import { equality } from './equality.ts';
import { kotlinStructure } from './kotlin.ts';
import { pomManifest } from './manifest.ts';
import { protection } from './protection.ts';
import { reading } from './reading.ts';
import { askedServices } from './services.ts';
import { javaShadows } from './shadows.ts';
import { javaStructure } from './structure.ts';
import { javaSightings } from './surroundings.ts';
import { javaToolchains } from './toolchain.ts';

export const java: Language = {
  name: 'java',
  owns: (path) => /\.(?:java|kt|groovy|scala)$/.test(path),
  runners: {
    ids: ['maven'],
    compiler: {
      naming: [
        // `cannot find symbol: method half(int)`
        /^cannot find symbol: \w+ ([\w$.]+)/,
        /^package (\S+) does not exist/,
        /^incompatible types: (.+?) (?:cannot|is not)/,
        /^(?:method|constructor) (\S+) in /,
        /^no suitable (?:method|constructor) found for ([\w$]+)/,
        /^[Uu]nresolved reference:? '?([\w$]+)/,
      ],
    },
    suggest: async ({ paths }, certainty) =>
      certainty === 'shown' && paths.includes('pom.xml') ? { call: plain('mvn', 'test') } : null,
    async started({ program, args }, call, files) {
      if (!/^mvnw?$/.test(program)) return undefined;
      const { maven } = await import('./maven.ts');
      return maven(call, args, files);
    },
  },
  place: { toolchains: { java: javaToolchains }, marks: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/ },
  checks: {
    checker: async (paths) => (await import('./javac.ts')).javac(paths),
  },
  reading,
  judging: {
    controlled: /\.java$/,
    control: async () => (await import('./control/control.ts')).javaControl,
    shadows: javaShadows,
    sightings: javaSightings,
    equality,
    catching: /\bcatch\b|\bfinally\b/,
    askedFor: askedServices,
    testNames: /\w+Tests?\.java/,
  },
  protection,
  leftovers: [
    { shows: /(?:^|\/)pom\.xml$/, lines: ['target/', '*.class'] },
    { shows: /(?:^|\/)build\.gradle(?:\.kts)?$/, lines: ['.gradle/', 'build/', '*.class'] },
  ],
  steering: { tools: /^javac$/ },
  manifests: [pomManifest],
  structures: [javaStructure, kotlinStructure],
  lines: {
    files: /\.(?:java|kt|scala)$/,
    comment: /^\s*(?:\/\/|\/?\*)/,
    dangers: dangerLines,
    style: { comments: 'slash', indents: false },
  },
};
