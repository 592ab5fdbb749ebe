import { describe, expect, it } from 'vitest';
import { leftBehind } from '../../src/languages/ignore-lines.ts';

describe('what tools leave behind', () => {
  const isLeft = leftBehind(['package.json', 'src/a.js', 'crates/b/Cargo.toml', 'crates/b/src/lib.rs', 'c.py']);

  it('is known by its name, in any folder', () => {
    const left = ['__pycache__/c.pyc', 'src/__pycache__/x.pyc', 'new/node_modules/x/index.js', 'a.tsbuildinfo'];
    expect(left.filter((path) => !isLeft(path))).toEqual([]);
  });

  it('is a folder with a plain name only beside the file that shows the tool', () => {
    expect(['coverage/lcov.info', 'crates/b/target/debug/b'].filter((path) => !isLeft(path))).toEqual([]);
    const written = ['src/coverage/report.js', 'target/index.js', 'crates/target/x.rs', 'src/build/make.js'];
    expect(written.filter(isLeft)).toEqual([]);
  });

  it('is nothing that the tree keeps', () => {
    const kept = leftBehind(['package.json', 'coverage/index.js']);
    expect(kept('coverage/more.js')).toBe(false);
  });
});
