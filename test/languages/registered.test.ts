import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { none } from '../../src/adapters/sandboxes/none.ts';
import { leavingLink } from '../../src/adapters/sandboxes/place/leaving.ts';
import type { Language } from '../../src/languages/language.ts';
import { readingOf } from '../../src/languages/reading.ts';
import { isForeign, places, register } from '../../src/languages/registry.ts';
import { shownIn } from '../../src/languages/runs/command.ts';
import { framesOf, missingNames } from '../../src/repair/places/evidence.ts';
import { repairOf } from '../../src/repair/templates.ts';
import { shell } from '../adapters/sandboxes/support.ts';
import { policyWith } from '../core/policy.ts';
import { tempDir } from '../support/temp.ts';

const nothing = async () => [];

/** A language that nothing else has heard of. */
const plink: Language = {
  name: 'plink',
  owns: (path) => path.endsWith('.plink'),
  place: {
    toolchains: { plink: async (host) => [{ paths: [], bin: join(host.env.HOME ?? '', 'plink/bin') }] },
    marks: /(?:^|\/)plink\.lock$/,
    installed: ['plinks'],
    programs: { folder: 'tools', order: 'last' },
    waste: ['.plinked/'],
  },
  reading: {
    shows: /^plink:/m,
    draft: 'draft.plink',
    imports: /^needs (\w+)/,
    tests: /^check (\w+)/,
    declarations: [['function', /^make (\w+)/]],
    frames: (text) =>
      [...text.matchAll(/in (\S+) at (\d+)/g)].map(([, path = '', line]) => ({ path, line: Number(line) })),
  },
  repair: {
    covers: (path) => path.endsWith('.plink'),
    read: async (path, text) => ({ path, text, spans: [], propose: () => [] }),
    imports: async () => nothing,
    offers: nothing,
    standard: () => null,
    reference: (_path, from) => from,
    missing: [/no plink called (\w+)/g],
    lacking: (name) => `no plink called ${name}`,
  },
};

const forget: (() => void)[] = [];
afterEach(() => {
  for (const one of forget.splice(0)) one();
});

test('a registered language brings its toolchain and the programs of its dependencies into a sandbox', async () => {
  forget.push(register(plink));
  const folder = tempDir();
  for (const path of ['plink/bin/plink', 'top/plinks/tools/plonk']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), '#!/bin/sh\necho made by plink\n');
    chmodSync(join(folder, path), 0o755);
  }
  const env = { ...process.env, HOME: folder };
  const { layered } = shownIn({ top: join(folder, 'top'), scope: '' } as Parameters<typeof shownIn>[0], policyWith());
  expect(layered.map(({ host }) => host)).toContain(join(folder, 'top/plinks'));
  const sandbox = none({ env, equipment: places() });
  const ran = await shell(sandbox, 'plink && plonk', { needs: ['plink'], layered });
  expect(ran).toMatchObject({ exit_code: 0, stdout: 'made by plink\nmade by plink\n' });
  expect(leavingLink({ layered, read_only: [] }, places())).toBeNull();
  forget.pop()?.();
  expect(await shell(none({ env, equipment: places() }), 'plink', { needs: ['plink'] })).toMatchObject({
    exit_code: 127,
  });
});

test('a registered language is read, traced and repaired by its own words', () => {
  expect(readingOf('a.plink', '')).toBeNull();
  expect(isForeign('plinks/a.plink')).toBe(false);
  forget.push(register(plink));
  expect(readingOf('a.plink', '')).toBe(plink.reading);
  expect(readingOf('draft-1', 'plink: 1\nfunction x')).toBe(plink.reading);
  expect(isForeign('plinks/a.plink')).toBe(true);
  expect(repairOf('a.plink')).toBe(plink.repair);
  expect(missingNames(['no plink called sum']).wrong).toEqual(['sum']);
  const error = { type: 'Error', message: 'in a.plink at 3', stack: 'b.plink:4', file: null, line: null };
  expect(framesOf([error], new Set(['a.plink', 'b.plink']))).toEqual([
    { path: 'b.plink', line: 4 },
    { path: 'a.plink', line: 3 },
  ]);
});
