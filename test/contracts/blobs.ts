import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Blobs } from '../../src/ports/state/blobs.ts';

/** What every blob store promises. `open` makes an empty one. */
export function blobsContract(name: string, open: () => Blobs): void {
  describe(`the blobs contract, kept by ${name}`, () => {
    it('names content by the SHA-256 of its bytes and gives it back', async () => {
      const blobs = open();
      for (const text of ['', 'plain', 'ümläut \u0000 and more', 'x'.repeat(300_000)]) {
        const digest = await blobs.put(text);
        expect(digest).toBe(createHash('sha256').update(text).digest('hex'));
        expect(await blobs.text(digest)).toBe(text);
      }
    });

    it('gives the same name to the same bytes, as text or not, also at once', async () => {
      const blobs = open();
      const names = await Promise.all([blobs.put('same'), blobs.put('same'), blobs.put(Buffer.from('same'))]);
      expect(new Set(names).size).toBe(1);
    });

    it('says which blob is missing', async () => {
      const digest = 'a'.repeat(64);
      await expect(open().text(digest)).rejects.toMatchObject({ reason: 'damaged', exitCode: 8 });
      await expect(open().text(digest)).rejects.toThrow(digest);
    });

    it('takes nothing but a digest for a name', async () => {
      await expect(open().text('../../../etc/passwd')).rejects.toMatchObject({ reason: 'damaged' });
    });
  });
}
