import type { Language } from '../language.ts';
import { isJson, jsonErrors } from './json.ts';
import { protection } from './protection.ts';

const builtByDotnet = /^(?:(?:Debug|Release)\/|project\.assets\.json$|[^/]+\.nuget\.)/;

/** What is of no language in particular: data, and the tools around every project. */
export const generic: Language = {
  name: 'generic',
  owns: isJson,
  checks: {
    syntax: async (files) => files.flatMap(({ path, text }) => jsonErrors(path, text)),
  },
  protection,
  leftovers: [
    { shows: /(?:^|\/)Gemfile$/, lines: ['.bundle/', 'vendor/bundle/'] },
    { shows: /(?:^|\/)composer\.json$/, lines: ['vendor/'], made: { 'vendor/': /^(?:autoload\.php$|composer\/)/ } },
    {
      shows: /\.(?:csproj|fsproj|sln)$/,
      lines: ['bin/', 'obj/'],
      made: { 'bin/': builtByDotnet, 'obj/': builtByDotnet },
    },
    { shows: /(?:^|\/)mix\.exs$/, lines: ['_build/', 'deps/'] },
    { shows: /(?:^|\/)Package\.swift$/, lines: ['.build/'] },
  ],
};
