import { describe, expect, it } from 'vitest';
import { onlyListsMore } from '../../../src/languages/judging/protection/manifests.ts';

/** Whether a change of one text in a file is taken for more sources of the product. */
const isTaken = (file: string, text: string, from: string, to: string): boolean => {
  expect(text).toContain(from);
  return onlyListsMore(file, text, text.replace(from, to));
};

const cmake = `cmake_minimum_required(VERSION 3.10) # old
project(demo C)
enable_testing()
set(SOURCES src/a.c "\${CMAKE_CURRENT_SOURCE_DIR}/src/b.c")
set(CMAKE_C_FLAGS "-Wall")
add_library(demo STATIC
  src/lib.c # the first
)
target_sources(demo PRIVATE src/more.c)
add_executable(runner src/main.c)
add_executable(tests src/a.c)
add_test(NAME all COMMAND runner)
`;

const meson = `project('demo', 'c')
sources = ['src/a.c']
sources += files(
  'src/b.c',
)
demo = library('demo', sources, 'src/lib.c', c_args: ['-DX'])
t = executable('t', 'tests/t.c', link_with: demo)
test('t', t)
`;

const make = `OBJS = src/a.o \\
  src/b.o
CFLAGS = -O1
libdemo.a: $(OBJS) src/lib.o
	ar rcs $@ $^
test: t
	./t
`;

describe('a build file', () => {
  it('may list more sources of the product', () => {
    const more: [string, string, string, string][] = [
      ['CMakeLists.txt', cmake, 'src/lib.c # the first', 'src/lib.c\n  src/new.c'],
      ['sub/CMakeLists.txt', cmake, 'set(SOURCES src/a.c', 'set(SOURCES src/a.c src/new.cpp'],
      ['CMakeLists.txt', cmake, 'PRIVATE src/more.c', 'PRIVATE src/more.c "src/new.h"'],
      ['meson.build', meson, "['src/a.c']", "['src/a.c', 'src/new.c']"],
      ['meson.build', meson, "  'src/b.c',\n", "  'src/b.c',\n  'src/new.c',\n"],
      ['meson.build', meson, "'src/lib.c', c_args", "'src/lib.c', 'src/new.c', c_args"],
      ['Makefile', make, 'src/b.o', 'src/b.o \\\n  src/new.o'],
      ['Makefile', make, 'src/lib.o', 'src/lib.o src/new.o'],
    ];
    expect(more.filter(([file, text, from, to]) => !isTaken(file, text, from, to))).toEqual([]);
  });

  it('may change in nothing else', () => {
    const others: [string, string, string, string][] = [
      ['CMakeLists.txt', cmake, 'enable_testing()', ''],
      ['CMakeLists.txt', cmake, '-Wall', '-DNDEBUG'],
      ['CMakeLists.txt', cmake, 'src/lib.c', ''],
      ['CMakeLists.txt', cmake, 'src/lib.c', '$<TARGET_OBJECTS:evil>'],
      ['CMakeLists.txt', cmake, 'add_test(NAME all COMMAND runner)', ''],
      ['CMakeLists.txt', cmake, 'COMMAND runner', 'COMMAND true src/new.c'],
      ['CMakeLists.txt', cmake, 'runner src/main.c', 'runner src/main.c src/new.c'],
      ['CMakeLists.txt', cmake, 'tests src/a.c', 'tests src/a.c src/new.c'],
      ['CMakeLists.txt', cmake, 'project(demo C)', 'project(demo C)\nadd_library(gtest src/new.c)'],
      ['CMakeLists.txt', cmake, 'project(demo C)', 'project(demo C) #[[ x ]]'],
      ['CMakeLists.txt', cmake, 'src/lib.c', 'src/lib.c) #'],
      ['CMakeLists.txt', cmake, 'src/lib.c', 'src/lib.c /tmp/x.c'],
      ['CMakeLists.txt', cmake, '"-Wall"', 'src/new.c'],
      ['meson.build', meson, "test('t', t)", ''],
      ['meson.build', meson, "'-DX'", "'-DX', '-DNDEBUG'"],
      ['meson.build', meson, "'tests/t.c'", "'tests/t.c', 'src/new.c'"],
      ['meson.build', meson, "'src/b.c',", ''],
      ['Makefile', make, '-O1', '-O1 -DNDEBUG'],
      ['Makefile', make, '\t./t', '\t-./t src/new.c'],
      ['Makefile', make, 'test: t', 'test: src/new.o'],
      ['Makefile', make, 'src/b.o', '$(shell true)'],
      ['Makefile', make, 'src/b.o', 'src/b.o\nCC = true'],
      ['other.cmake', cmake, 'src/lib.c', 'src/lib.c src/new.c'],
    ];
    expect(others.filter(([file, text, from, to]) => isTaken(file, text, from, to))).toEqual([]);
  });

  it('says nothing where it was not there before', () => {
    expect(onlyListsMore('CMakeLists.txt', null, cmake)).toBe(false);
    expect(onlyListsMore('CMakeLists.txt', cmake, null)).toBe(false);
  });
});
