import type { Language } from '../language.ts';
import { isJson, jsonErrors } from './json.ts';
import { protection } from './protection.ts';

/** What is of no language in particular: data, and the tools around every project. */
export const generic: Language = {
  name: 'generic',
  owns: isJson,
  checks: {
    syntax: async (files) => files.flatMap(({ path, text }) => jsonErrors(path, text)),
  },
  protection,
};
