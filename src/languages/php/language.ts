import type { Language } from '../language.ts';
import { plain } from '../runs/script.ts';
import { phpToolchain } from './runners/toolchain.ts';

export const php: Language = {
  name: 'php',
  owns: (path) => path.endsWith('.php'),
  runners: {
    ids: ['phpunit'],
    one: { phpunit: { file: 'vendor/bin/phpunit FILE', test: "--filter 'NAME'" } },
    suggest: async ({ paths }, certainty) =>
      certainty === 'shown' &&
      paths.some((path) => /^phpunit(?:\.dist)?\.xml(?:\.dist)?$|(?:^|\/)tests?\/.*Test\.php$/.test(path))
        ? { call: plain('phpunit') }
        : null,
    async started({ program, args }, call, files) {
      if (!/^phpunit(?:\.phar)?$/.test(program)) return undefined;
      return (await import('./runners/phpunit.ts')).phpunit(call, args, files);
    },
  },
  place: { toolchains: { php: phpToolchain }, marks: /(?:^|\/)composer\.json$/ },
  lines: {
    files: /\.php$/,
    comment: /^\s*(?:\/\/|#|\/?\*)/,
    dangers: [],
    style: { comments: 'slash', indents: false },
  },
};
