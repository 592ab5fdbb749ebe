import type { Language } from '../language.ts';
import { plain } from '../runs/script.ts';
import { dangerLines } from './code/dangers.ts';
import { kotlinStructure } from './code/kotlin.ts';
import { reading } from './code/reading.ts';
import { javaStructure } from './code/structure.ts';
import { equality } from './judging/equality.ts';
import { pomManifest } from './judging/manifest.ts';
import { protection } from './judging/protection.ts';
import { askedServices } from './judging/services.ts';
import { javaShadows } from './judging/shadows.ts';
import { javaSightings } from './judging/surroundings.ts';
import { javaToolchains } from './runners/toolchain.ts';

export const java: Language = {
  name: 'java',
  owns: (path) => /\.(?:java|kt|groovy|scala)$/.test(path),
  runners: {
    ids: ['maven', 'gradle'],
    one: {
      maven: { test: 'mvn -o -q test -Dtest=CLASS#METHOD' },
      gradle: { test: 'gradle --offline test --tests CLASS.METHOD' },
    },
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
    async suggest({ paths }, certainty) {
      if (certainty !== 'shown') return null;
      if (paths.includes('pom.xml')) return { call: plain('mvn', 'test') };
      const isGradle = paths.some((path) => /^(?:build|settings)\.gradle(?:\.kts)?$/.test(path));
      return isGradle ? { call: plain('gradle', 'test') } : null;
    },
    cure: async (output) =>
      /offline mode|Could not (?:resolve|find) (?:dependencies|artifact)|Plugin \S+ or one of its dependencies could not be resolved/.test(
        output,
      )
        ? 'artifacts are missing from the cache: run mvn dependency:go-offline test-compile'
        : null,
    async started({ program, args }, call, files) {
      if (/^gradlew?$/.test(program)) return (await import('./runners/gradle.ts')).gradle(call, args, files);
      if (!/^mvnw?$/.test(program)) return undefined;
      const { maven } = await import('./runners/maven.ts');
      return maven(call, args, files);
    },
  },
  place: { toolchains: { java: javaToolchains }, marks: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/ },
  checks: {
    checker: async (paths) => (await import('./javac.ts')).javac(paths),
  },
  reading,
  surface: async (...args) => (await import('./code/surface.ts')).javaSurface(...args),
  judging: {
    controlled: /\.java$/,
    control: async () => (await import('./judging/control/control.ts')).javaControl,
    shadows: javaShadows,
    sightings: javaSightings,
    equality,
    catching: /\bcatch\b|\bfinally\b/,
    ending: /\b(?:exit|halt)\s*\(|\bnative\b|\bsetOut\b/,
    askedFor: askedServices,
    testNames: /\w+Tests?\.java/,
  },
  protection,
  leftovers: [
    {
      shows: /(?:^|\/)pom\.xml$/,
      lines: ['target/', '*.class', 'jacoco.exec', 'hs_err_pid*.log', '*.dumpstream'],
      made: {
        'target/':
          /^(?:(?:test-)?classes\/|(?:surefire|failsafe)-reports\/|maven-\w+\/|generated-[\w-]+\/|site\/|jacoco\.exec$|[^/]+\.[jw]ar$)/,
      },
    },
    {
      shows: /(?:^|\/)build\.gradle(?:\.kts)?$/,
      lines: ['.gradle/', 'build/', '*.class', 'hs_err_pid*.log'],
      made: {
        'build/':
          /^(?:classes|reports|test-results|libs|tmp|generated|resources|kotlin|distributions|jacoco|outputs)\//,
      },
    },
  ],
  steering: {
    tools: /^javac$/,
    support: async (files) =>
      files.paths.includes('pom.xml') ? (await import('./judging/test-folders.ts')).testFolders(files) : [],
  },
  manifests: [pomManifest],
  structures: [javaStructure, kotlinStructure],
  lines: {
    files: /\.(?:java|kt|scala)$/,
    comment: /^\s*(?:\/\/|\/?\*)/,
    dangers: dangerLines,
    style: { comments: 'slash', indents: false },
  },
};
