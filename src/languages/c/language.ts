import { makefileNames, parseMakefile } from '../generic/makefile.ts';
import type { Language } from '../language.ts';
import type { Files } from '../runner.ts';
import { plain } from '../runs/script.ts';
import { listings } from './lists/lists.ts';
import { protection } from './protection.ts';

/** C and C++: the build system runs the tests. */
export const c: Language = {
  name: 'c',
  owns: (path) => /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/.test(path),
  runners: {
    ids: ['ctest', 'meson', 'automake'],
    one: { meson: { test: 'meson test -C BUILD NAME' } },
    compiler: {
      naming: [
        /^['‘](\w+)['’] (?:undeclared|was not declared)/,
        /^implicit declaration of function ['‘](\w+)['’]/,
        /^unknown type name ['‘](\w+)['’]/,
        /^use of undeclared identifier '(\w+)'/,
        /has no member named ['‘](\w+)['’]/,
        /^undefined reference to (\w+)/,
      ],
    },
    async suggest(files, certainty) {
      if (certainty !== 'shown') return null;
      const { hasCtest } = await import('./runners/ctest.ts');
      if (await hasCtest(files)) return { call: plain('ctest') };
      const { hasMesonTests } = await import('./runners/meson.ts');
      if (await hasMesonTests(files)) return { call: plain('meson', 'test') };
      const { hasAutomakeTests } = await import('./runners/automake.ts');
      if (await hasAutomakeTests(files)) return { call: plain('automake', 'check') };
      const target = await makeTarget(files);
      return target === null ? null : { call: null, otherwise: ['make', target] };
    },
    async started({ program, args }, call, files) {
      if (program === 'ctest') return (await import('./runners/ctest.ts')).ctest(call, files);
      if (program === 'meson' && args[0] === 'test') return (await import('./runners/meson.ts')).meson(call, files);
      if (program === 'automake' && args[0] === 'check')
        return (await import('./runners/automake.ts')).automake(call, files);
      return undefined;
    },
  },
  place: {
    toolchains: {},
    marks: /(?:^|\/)(?:CMakeLists\.txt|meson\.build|configure\.ac|Makefile)$/,
  },
  protection,
  listings,
  leftovers: [
    {
      shows: /(?:^|\/)CMakeLists\.txt$/,
      lines: ['/build/', 'CMakeCache.txt', 'CMakeFiles/', 'Testing/'],
      made: {
        '/build/': /^(?:(?:[\w.-]+\/)?CMakeCache\.txt|CMakeFiles\/|cmake_install\.cmake|CTestTestfile\.cmake|_deps\/)/,
        'Testing/': /^(?:Temporary\/|TAG$|\d{8}-)/,
      },
    },
    {
      shows: /(?:^|\/)meson\.build$/,
      lines: ['/build/', '/builddir/'],
      made: { '/build/': /^(?:[\w.-]+\/)?(?:meson-(?:info|logs|private)\/|build\.ninja$)/ },
    },
    { shows: /\.(?:c|cc|cpp|cxx)$/, lines: ['*.o', '*.a', '*.so', '*.gcda', '*.gcno'] },
  ],
  lines: {
    files: /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/,
    comment: /^\s*(?:\/\/|\/?\*)/,
    dangers: [],
    style: { comments: 'slash', indents: false },
  },
};

/** The target of a Makefile that runs the tests, whatever they are written in. */
async function makeTarget(files: Files): Promise<string | null> {
  const name = makefileNames.find((one) => files.paths.includes(one));
  if (name === undefined) return null;
  const makefile = parseMakefile((await files.read(name)) ?? '');
  const runs = (target: string) => (makefile.recipe(target)?.length ?? 0) > 0 || makefile.needs(target).length > 0;
  return ['test', 'check', 'tests'].find(runs) ?? null;
}
