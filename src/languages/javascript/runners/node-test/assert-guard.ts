/**
 * Loaded before any test by `node --import`, as a module's text: what Node asserts with stays what it is. Code under test
 * shares a process with the assertions on it, and could make them say yes; adding to them is left free.
 */
export const assertGuard = `
import assert from 'node:assert';

for (const module of [assert, assert.strict]) {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(module))) {
    if (typeof value !== 'function') continue;
    Object.defineProperty(module, name, { value, writable: false, configurable: false });
  }
}
`;
