import { type Protection, samples } from '../../judging/protection/shape.ts';
import { cargoLock } from './lock.ts';

export const protection: Protection = {
  locks: [cargoLock],
  patterns: [
    { rule: 'test runner configuration', globs: ['**/.config/nextest.toml'] },
    { rule: 'build configuration', globs: ['**/.cargo/config*', 'rust-toolchain*'] },
    { rule: 'runs when the project is built', globs: ['build.rs'], free: samples },
    { rule: 'lock file', written: true, globs: ['Cargo.{lock,lockfile}'] },
  ],
};
