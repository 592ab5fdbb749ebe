import { describe, expect, it } from 'vitest';
import { fakeApp, pawl } from './fake-app.ts';

function machine(current: { exists: boolean; unchanged: boolean }) {
  const written: unknown[] = [];
  const app = fakeApp({
    setup: async () => ({ file: '/c/config.yaml', text: 'tiers: [{ model: a/b }]\n', found: ['no key'], ...current }),
    configText: async () => (current.exists ? 'tiers: [] # older\n' : null),
    async writeConfig(...written_with) {
      written.push(written_with[1]);
      return '/c/config.yaml';
    },
  });
  return { app, written };
}

const lastLines = (out: string, lines: number): string[] => out.trimEnd().split('\n').slice(-lines);

describe('pawl models', () => {
  const local = { provider: 'ollama', base_url: 'http://127.0.0.1:11434/v1' };

  it('says what keeps a provider from answering, and fails where none does', async () => {
    const models = async () => [{ ...local, models: [], failed: 'ECONNREFUSED' }];
    expect(await pawl(['models'], fakeApp({ models }))).toMatchObject({
      code: 8,
      out: 'ollama does not answer at http://127.0.0.1:11434/v1: nothing listens there. Is the server running?\n',
    });
  });

  it('fails where no provider is there to be asked', async () => {
    expect(await pawl(['models'], fakeApp())).toMatchObject({
      code: 8,
      out: 'no provider can be asked: pawl setup looks for keys and local servers\n',
    });
  });

  it('says in words why nothing is reached', async () => {
    const models = async () => [{ provider: 'deepseek', base_url: null, models: [], failed: 'ENOTFOUND' }];
    expect((await pawl(['models'], fakeApp({ models }))).out).toBe(
      'deepseek does not answer: its name was not found. Is this machine online?\n',
    );
  });

  it('says that no name fits', async () => {
    const models = async () => [{ ...local, models: [{ name: 'coder', price: null }], failed: null }];
    expect((await pawl(['models', 'co'], fakeApp({ models }))).out).toBe('ollama/coder  on this machine\n');
    expect(await pawl(['models', 'zzz'], fakeApp({ models }))).toMatchObject({
      code: 0,
      out: "no model has 'zzz' in its name; to list all: pawl models\n",
    });
  });
});

describe('pawl setup', () => {
  it('says what works without a model', async () => {
    const { out } = await pawl(['setup', '--yes'], fakeApp());
    expect(lastLines(out, 1)[0]).toMatch(/Without a model, pawl fix works, .*: pawl setup$/);
  });

  it('writes where there is no file', async () => {
    const { app, written } = machine({ exists: false, unchanged: false });
    const { code, out } = await pawl(['setup', '--yes'], app);
    expect([code, written]).toEqual([0, [{ backup: false }]]);
    expect(lastLines(out, 1)).toEqual(['wrote /c/config.yaml. Check it with: pawl doctor --online']);
  });

  it('replaces what it wrote itself, and keeps it', async () => {
    const { app, written } = machine({ exists: true, unchanged: true });
    expect(lastLines((await pawl(['setup'], app)).out, 1)).toEqual([
      'nothing was written; pawl setup --yes replaces it',
    ]);
    expect(written).toEqual([]);
    const { out } = await pawl(['setup', '--yes'], app);
    expect(written).toEqual([{ backup: true }]);
    expect(lastLines(out, 1)).toEqual([
      'wrote /c/config.yaml (the old one is /c/config.yaml.before-setup). Check it with: pawl doctor --online',
    ]);
  });

  it('leaves settings of your own, and says how to go on', async () => {
    const { app, written } = machine({ exists: true, unchanged: false });
    const { code, out } = await pawl(['setup', '--yes'], app);
    expect([code, written]).toEqual([0, []]);
    expect(lastLines(out, 3)).toEqual([
      'nothing was written, because the file has settings of your own.',
      'To take over parts of this: pawl config edit',
      'To use this instead: mv /c/config.yaml /c/config.yaml.mine && pawl setup --yes',
    ]);
  });
});
