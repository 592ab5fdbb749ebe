import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathFromBytes, pathToBytes } from '../../../src/adapters/repo/path-text.ts';

it('reads every path of bytes back as the bytes it was', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(pathToBytes(pathFromBytes(bytes))).toEqual(Buffer.from(bytes));
    }),
  );
});

it('leaves UTF-8 as the text it is', () => {
  expect(pathFromBytes(Buffer.from('a/é/漢/😀'))).toBe('a/é/漢/😀');
});
