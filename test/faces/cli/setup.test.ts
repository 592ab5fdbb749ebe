import { describe, expect, it } from 'vitest';
import { fakeApp, pawl } from './fake-app.ts';

function machine(current: { exists: boolean; unchanged: boolean }) {
  const written: unknown[] = [];
  const app = fakeApp({
    setup: async () => ({ file: '/c/config.yaml', text: 'tiers: []\n', found: ['no key'], ...current }),
    configText: async () => (current.exists ? 'tiers: [] # older\n' : null),
    async writeConfig(...written_with) {
      written.push(written_with[1]);
      return '/c/config.yaml';
    },
  });
  return { app, written };
}

const lastLines = (out: string, lines: number): string[] => out.trimEnd().split('\n').slice(-lines);

describe('pawl setup', () => {
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
