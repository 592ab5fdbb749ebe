import type { Language } from '../language.ts';
import { shellPatches } from './patches.ts';
import { shellScript } from './script.ts';

export const shell: Language = {
  name: 'shell',
  owns: (path) => /\.(?:sh|bash|bats|zsh)$/.test(path),
  steering: {
    commands: (path, text) => (/\.(?:sh|bash)$/.test(path) || /^#!.*\b(?:ba|da)?sh\b/.test(text) ? text : null),
  },
  judging: {
    script: async ({ path, text }) =>
      path.endsWith('.sh') || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text) ? shellScript(text) : null,
    sightings: shellPatches,
  },
};
