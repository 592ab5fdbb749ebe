import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { extract } from '../../../../src/adapters/sandboxes/e2b/upload.ts';
import { tempDir } from '../support.ts';

/** Each writes a member into an archive that lies in a folder beside the one it is unpacked into. */
const members: Record<string, string> = {
  'a name that goes up': `put('../victim/hit', b'x')`,
  'an absolute name': `put(victim + '/hit', b'x')`,
  'a name that goes up in its middle': `put('a/../../victim/hit', b'x')`,
  'a file through a link': `link('out', victim); put('out/hit', b'x')`,
  'a file through a relative link': `link('out', '../victim'); put('out/hit', b'x')`,
  'a file through two links': `link('a', '..'); link('b', 'a/victim'); put('b/hit', b'x')`,
  'a link in the place of a file': `link('kept', victim + '/kept'); put('kept', b'overwritten')`,
  'a hard link to what is outside': `hard('mine', victim + '/kept'); put('mine', b'overwritten')`,
  'a hard link through a link': `link('out', victim); hard('mine', 'out/kept'); put('mine', b'overwritten')`,
};

describe('an archive of a hostile machine', () => {
  test.each(Object.entries(members))('does not lead out with %s', async (_, script) => {
    const { victim, into, archive } = made(script);
    await extract(archive, into).catch((error: Error) => expect(error.message).toContain('cannot be packed'));
    expect(readdirSync(victim)).toEqual(['kept']);
    expect(readFileSync(join(victim, 'kept'), 'utf8')).toBe('untouched');
  });

  test('gives no file an owner or the rights of one', async () => {
    const { into, archive } = made(`put('program', b'x', mode=0o6755, uid=4242)`);
    await extract(archive, into);
    const { mode, uid } = lstatSync(join(into, 'program'));
    expect(mode & 0o7000).toBe(0);
    expect(uid).toBe(process.getuid?.());
  });

  test('keeps the files, folders and links that a command may leave', async () => {
    const { into, archive } = made(`put('a/b', b'x', mode=0o755); link('c', 'a/b'); link('d', '/etc/passwd')`);
    await extract(archive, into);
    expect(readFileSync(join(into, 'c'), 'utf8')).toBe('x');
    expect(lstatSync(join(into, 'a/b')).mode & 0o111).toBe(0o111);
    expect(lstatSync(join(into, 'd')).isSymbolicLink()).toBe(true);
  });
});

function made(script: string): { victim: string; into: string; archive: string } {
  const dir = tempDir();
  const [victim, into, archive] = [join(dir, 'victim'), join(dir, 'into'), join(dir, 'archive.tar')];
  for (const folder of [victim, into]) mkdirSync(folder);
  writeFileSync(join(victim, 'kept'), 'untouched');
  const program = `
import io, tarfile
victim = ${JSON.stringify(victim)}
archive = tarfile.open(${JSON.stringify(archive)}, 'w')
def add(name, content=b'', **fields):
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for key, value in fields.items(): setattr(info, key, value)
    archive.addfile(info, io.BytesIO(content))
def put(name, content, **fields): add(name, content, **fields)
def link(name, target): add(name, type=tarfile.SYMTYPE, linkname=target)
def hard(name, target): add(name, type=tarfile.LNKTYPE, linkname=target)
${script}
archive.close()`;
  const { status, stderr } = spawnSync('python3', ['-c', program]);
  expect(stderr.toString()).toBe('');
  expect([status, existsSync(archive)]).toEqual([0, true]);
  return { victim, into, archive };
}
