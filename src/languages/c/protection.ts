import type { Protection } from '../judging/protection/shape.ts';

/** Their build says what is a test and how it is run. */
export const protection: Protection = {
  patterns: [
    {
      rule: 'build configuration',
      globs: [
        ...['cmakelists.txt', '*.cmake', '{cmakepresets,cmakeuserpresets}.json', 'ctestconfig.cmake'],
        ...['meson.build', '{meson_options.txt,meson.options}'],
        ...['{configure,configure.ac,configure.in,makefile.am,makefile.in}'],
      ],
    },
  ],
};
