import type { Protection } from '../judging/protection/shape.ts';

/** Their build says what is a test and how it is run. */
export const protection: Protection = {
  // Found before the system's own, where its folder is searched for headers.
  shadowsLibrary:
    /(?:^|\/)(?:(?:assert|ctype|errno|float|inttypes|limits|math|setjmp|signal|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|gtest|gmock|cmocka|check|criterion|unity)\.h|c(?:assert|math|setjmp|signal|stdio|stdlib|string)|catch(?:_\w+)?\.hpp|doctest\.h)$/,
  patterns: [
    {
      rule: 'build configuration, to which only sources of the product may be added',
      globs: ['cmakelists.txt', 'meson.build', '{makefile,gnumakefile}'],
    },
    {
      rule: 'build configuration',
      globs: [
        ...['*.cmake', '{cmakepresets,cmakeuserpresets}.json', 'ctestconfig.cmake'],
        ...['{meson_options.txt,meson.options}'],
        ...['{configure,configure.ac,configure.in,makefile.am,makefile.in}'],
      ],
    },
  ],
};
