import type { Language } from '../language.ts';
import { plain } from '../runs/script.ts';
import { isMinitest, isRspec } from './runners/files.ts';
import { rubyToolchain } from './runners/toolchain.ts';

/** At the top: what a project of another language brings along may be Ruby as well. */
const mark = /^(?:Gemfile|Rakefile|\.rspec|[^/]+\.gemspec)$|^(?:spec|test)\/.*\.rb$/;

export const ruby: Language = {
  name: 'ruby',
  owns: (path) => /\.(?:rb|rake|gemspec)$/.test(path),
  runners: {
    ids: ['rspec', 'minitest'],
    one: {
      rspec: { file: 'bundle exec rspec FILE', test: "-e 'NAME'" },
      minitest: { file: 'ruby -Itest -Ilib FILE', test: '-n NAME' },
    },
    starters: /^bundle$/,
    async suggest(files, certainty) {
      if (certainty !== 'shown' || !files.paths.some((path) => mark.test(path))) return null;
      if (files.paths.some(isRspec)) return { call: plain('rspec') };
      const tests = files.paths.filter(isMinitest);
      const rakefile = (await files.read('Rakefile')) ?? '';
      const hasTask = /\bTestTask\b|\btask\s*[:(]?\s*["']?:?test\b/.test(rakefile);
      if (tests.length === 0) return hasTask ? { call: null, otherwise: ['rake', 'test'] } : null;
      const texts = await Promise.all(tests.slice(0, 20).map((path) => files.read(path)));
      const others = texts.some((text) => /require ["']test\/unit["']/.test(text ?? ''));
      return others && hasTask ? { call: null, otherwise: ['rake', 'test'] } : { call: plain('minitest') };
    },
    async started({ program, args }, call, files) {
      if (program === 'rspec') return (await import('./runners/rspec.ts')).rspec(call, args);
      if (program === 'minitest') return (await import('./runners/minitest.ts')).minitest(call, files);
      return undefined;
    },
  },
  place: {
    toolchains: { ruby: rubyToolchain },
    marks: /(?:^|\/)(?:Gemfile|Rakefile|[^/]+\.gemspec)$/,
  },
  lines: {
    files: /\.(?:rb|rake)$/,
    comment: /^\s*#/,
    dangers: [],
    style: { comments: 'hash', indents: false },
  },
};
