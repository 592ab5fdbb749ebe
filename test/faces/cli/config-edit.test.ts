import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/ports/errors.ts';
import { fakeApp, pawl } from './fake-app.ts';

/** An editor that leaves these texts, one after the other, and a person who gives these answers. */
function person(texts: string[], answers: boolean[] = []) {
  const shown: string[] = [];
  const edit = async (text: string) => {
    shown.push(text);
    return { text: texts.shift() ?? text };
  };
  const ask = { text: async () => null, confirm: async () => answers.shift() ?? null };
  return { shown, io: { edit, ask } };
}

function strictApp(existing: string | null) {
  const written: string[] = [];
  const app = fakeApp({
    configText: async () => existing,
    async writeConfig(text) {
      if (text.includes('nonsense')) throw new ConfigError("/c/config.yaml:2: unknown key 'nonsense'");
      written.push(text);
      return '/c/config.yaml';
    },
  });
  return { app, written };
}

describe('pawl config edit', () => {
  it('saves what the editor leaves', async () => {
    const { app, written } = strictApp('limits: {}\n');
    const { shown, io } = person(['limits:\n  run_usd: 1\n']);
    expect(await pawl(['config', 'edit'], app, io)).toMatchObject({ code: 0, out: 'saved /c/config.yaml\n' });
    expect([shown, written]).toEqual([['limits: {}\n'], ['limits:\n  run_usd: 1\n']]);
  });

  it('names the line of a mistake, and opens the same text again', async () => {
    const { app, written } = strictApp('limits: {}\n');
    const { shown, io } = person(['\nnonsense: 1\n', 'limits:\n  run_usd: 1\n'], [true]);
    const { code, out } = await pawl(['config', 'edit'], app, io);
    expect([code, out]).toEqual([0, "/c/config.yaml:2: unknown key 'nonsense'\nsaved /c/config.yaml\n"]);
    expect(shown[1]).toBe('\nnonsense: 1\n');
    expect(written).toHaveLength(1);
  });

  it.each([false, null])('saves nothing where the person gives up (%s)', async (answer) => {
    const { app, written } = strictApp('limits: {}\n');
    const { io } = person(['nonsense: 1\n'], answer === null ? [] : [answer]);
    const { code, out } = await pawl(['config', 'edit'], app, io);
    expect([code, out.split('\n').at(-2), written]).toEqual([2, 'nothing was saved', []]);
  });

  it('begins a new file with its schema, and writes nothing that was not changed', async () => {
    const { app, written } = strictApp(null);
    const { shown, io } = person([]);
    expect(await pawl(['config', 'edit'], app, io)).toMatchObject({ code: 0, out: 'nothing was changed\n' });
    expect(shown[0]).toMatch(/^# yaml-language-server: \$schema=file:\/\/\/.*config\.schema\.json\n/);
    expect(written).toEqual([]);
  });

  it('says what to do where there is no terminal', async () => {
    const { code, err } = await pawl(['config', 'edit']);
    expect(code).toBe(2);
    expect(err).toContain('use pawl config set, or edit /c/config.yaml yourself');
  });
});
