import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileDoor } from '../../../src/adapters/door/door.ts';
import { tempDir } from '../../support/temp.ts';

describe('the door of the page', () => {
  it('keeps its token and the port that it was given, for this user alone', async () => {
    const dir = tempDir();
    const first = await fileDoor({ dir: async () => dir })();
    expect(first).toEqual({ token: expect.stringMatching(/^[\w-]{32}$/), port: null });
    expect(await fileDoor({ dir: async () => dir })(4711)).toEqual({ ...first, port: 4711 });
    expect(await fileDoor({ dir: async () => dir })()).toEqual({ ...first, port: 4711 });
    expect(statSync(join(dir, 'door.json')).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{', 'null', '{"token":"short","port":1}', '{"token":7,"port":null}'])(
    'is made anew where %j is in its place',
    async (text) => {
      const dir = tempDir();
      writeFileSync(join(dir, 'door.json'), text);
      expect(await fileDoor({ dir: async () => dir })()).toEqual({
        token: expect.stringMatching(/^[\w-]{32}$/),
        port: null,
      });
    },
  );
});
