import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeNewFile } from '../../src/adapters/repo/config-file.ts';
import { type Preparing, prepared } from '../../src/engine/project/init.ts';
import { configText } from '../../src/engine/project/init-config.ts';
import { surveyLines } from '../../src/engine/project/survey.ts';
import { Unfit } from '../../src/ports/errors.ts';
import type { Survey } from '../../src/schema/run/view.ts';
import { tempDir } from '../support/temp.ts';

const part = { dir: '.', runner: 'vitest', command: ['vitest', 'run'], build: null };
const one: Survey = {
  parts: [part],
  total: 1,
  passed: 1,
  failed: 0,
  skipped: 0,
  hanging: [],
  unseen: [],
  duration_ms: 1234,
};
const two: Survey = {
  ...one,
  parts: [
    { ...part, dir: 'a' },
    { ...part, dir: 'b', build: 'PATH="$PWD/x:$PATH"; npm run build' },
  ],
  total: 2,
};

describe('a survey in words', () => {
  test('is one line, with command and build; of several parts, one more for each', () => {
    expect(surveyLines(one)).toEqual(['vitest, by `vitest run`: 1 test, 1 passed, 0 failed, 0 skipped (1.2 s)']);
    expect(surveyLines(two)).toEqual([
      'vitest in a, vitest in b: 2 tests, 1 passed, 0 failed, 0 skipped (1.2 s)',
      'vitest in a, by `vitest run`',
      'vitest in b, by `vitest run`, after `npm run build`',
    ]);
  });
});

describe('the configuration of init', () => {
  test('sets nothing, and what it shows can be uncommented', () => {
    for (const survey of [one, two, { ...one, parts: [{ ...part, build: 'make all' }] }]) {
      const text = configText(survey);
      expect(parse(text)).toBeNull();
      const set = text.slice(text.indexOf('# tests:')).replace(/^# ?/gm, '');
      expect(parse(set)).toMatchObject({ tests: { command: expect.any(Array) } });
    }
    expect(configText({ ...one, parts: [{ ...part, build: 'make all' }] })).toContain(
      'build: ["sh", "-c", "make all"]',
    );
    expect(configText(two)).toContain('#   b: vitest run (vitest), after ');
  });

  const preparing = (given: Partial<Preparing>) => {
    const written: string[] = [];
    const result = prepared({
      check: async () => undefined,
      commit: async () => ({ created: [], proposal: null, committed: false }),
      survey: async () => one,
      existing: async () => null,
      write: async (text) => void written.push(text),
      agree: async () => true,
      ...given,
    });
    return result.then(({ config, note }) => ({ config, note, written }));
  };

  test('is written once somebody agrees, and never over another', async () => {
    expect(await preparing({})).toMatchObject({ config: { written: true }, written: [configText(one)] });
    expect(await preparing({ agree: async () => false })).toMatchObject({ config: { written: false }, written: [] });
    const existing = async () => 'tests: { related: false }\n';
    expect(await preparing({ existing })).toMatchObject({ config: { written: false }, written: [] });
    const same = async () => configText({ ...one, duration_ms: 9 });
    expect(await preparing({ existing: same })).toEqual({ config: null, note: null, written: [] });
  });

  test('says why no test could be run, and a machine that is not fit only leaves a note', async () => {
    const failing = (reason?: string) => async () => {
      throw new Unfit(`nothing\nran${reason === 'no_tests' ? `: ${'many words '.repeat(20)}` : ''}`, reason);
    };
    const { written } = await preparing({ survey: failing('no_tests') });
    expect(written[0]).toMatch(/\n# nothing\n# ran: many (?:[a-z ]+\n# )+tests:\n# {3}command: \["make", "test"\]/);
    expect(written[0]?.split('\n').filter((line) => line.length > 80 || !/^(?:#|$)/.test(line))).toEqual([]);
    expect(await preparing({ survey: failing() })).toEqual({ config: null, note: 'nothing\nran', written: [] });
  });

  test('is not proposed for a folder without files, whose tests are yet to come', async () => {
    const proposal = { top: '/', files: [], bytes: 0, ignore: [], nested: [] };
    const commit = async () => ({ created: [], proposal, committed: true });
    const note = 'there is nothing to test yet; `pawl init` finds out how once there are tests';
    expect(await preparing({ commit })).toEqual({ config: null, note, written: [] });
  });

  test('follows no link and replaces nothing', async () => {
    const dir = tempDir();
    await writeNewFile(dir, '.pawl', 'config.yaml', 'a');
    expect(readFileSync(join(dir, '.pawl', 'config.yaml'), 'utf8')).toBe('a');
    await expect(writeNewFile(dir, '.pawl', 'config.yaml', 'b')).rejects.toThrow('cannot be written (EEXIST)');
    mkdirSync(join(dir, 'elsewhere'));
    symlinkSync('elsewhere', join(dir, 'link'));
    await expect(writeNewFile(dir, 'link', 'config.yaml', 'b')).rejects.toThrow('is not a folder');
  });
});
