import { describe, expect, it } from 'vitest';
import { isByHand, isCompiled, leftBehind } from '../../src/languages/ignore-lines.ts';

const paths = ['package.json', 'src/a.js', 'crates/b/Cargo.toml', 'crates/b/src/lib.rs', 'c.py'];

function left(added: string[], base = paths): string[] {
  return added.filter(leftBehind(base, added));
}

describe('what tools leave behind', () => {
  it('is known by its name, in any folder', () => {
    const added = ['__pycache__/c.pyc', 'src/__pycache__/x.pyc', 'new/node_modules/x/index.js', 'a.tsbuildinfo'];
    expect(left(added)).toEqual(added);
  });

  it('is the record of an installation, but not the packages beside it', () => {
    const added = ['.yarn/install-state.gz', '.yarn/cache/a.zip', '.yarn/patches/b.patch'];
    expect(left(added, ['package.json', 'yarn.lock'])).toEqual(['.yarn/install-state.gz']);
    expect(left(added, ['package.json'])).toEqual([]);
  });

  it('is a folder with a plain name only beside the file that shows the tool', () => {
    const added = ['coverage/lcov.info', 'coverage/x.json', 'crates/b/target/debug/b'];
    expect(left(added)).toEqual(added);
    expect(left(['src/coverage/clover.xml', 'target/debug/b', 'crates/target/debug/x', 'src/build/make.js'])).toEqual(
      [],
    );
  });

  it('is such a folder only where something in it was made by the tool', () => {
    expect(left(['coverage/index.js', 'coverage/report.css', 'crates/b/target/mod.rs'])).toEqual([]);
    const base = ['CMakeLists.txt', 'pom.xml', 'a.c'];
    expect(left(['build/version.c', 'target/Aim.java', 'Testing/plan.c'], base)).toEqual([]);
    const made = ['build/CMakeCache.txt', 'build/a.txt', 'target/classes/A.txt', 'Testing/Temporary/x.log'];
    expect(left(made, base)).toEqual(made);
  });

  it('is what a compiler made, whatever its name', () => {
    const macOS = '\ufffd\ufffd\ufffd\ufffd\x07\0\0\x01\0__PAGEZERO\0';
    expect(['\x7fELF\x02\x01', '!<arch>\na.o/', 'MZ\ufffd\0\x03', macOS].filter(isCompiled)).toHaveLength(4);
    expect(['', 'MZ is a name', '#!/bin/sh\n', '\ufffdPNG\r\n'].filter(isCompiled)).toEqual([]);
  });

  it('is nothing that the tree keeps', () => {
    expect(left(['coverage/lcov.info'], ['package.json', 'coverage/index.js'])).toEqual([]);
  });

  it('is no text of a name that a compiler gives to programs', () => {
    expect(isByHand('testdata/a.out', 'hello\n')).toBe(true);
    expect(isByHand('cover.out', 'mode: set\n')).toBe(false);
    expect(isByHand('pkg.test', '\u007fELF\0')).toBe(false);
  });
});
