import { describe, expect, it } from 'vitest';
import { PawlError } from '../../../src/ports/errors.ts';
import { fakeApp, pawl, sampleView } from './fake-app.ts';

/** The values that `pawl completion` offers for the last word. */
async function offered(words: string[], app = fakeApp()): Promise<string[]> {
  const { code, out, err } = await pawl(['completion', 'bash', '--', ...words], app);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
}

describe('completion', () => {
  it.each([
    [['stat'], ['status']],
    [['run', '--strat'], ['--strategy']],
    [
      ['run', '--strategy', ''],
      ['branch', 'direct', 'pr'],
    ],
    [['run', '--strategy=d'], ['--strategy=direct']],
    [['run', '--strategy', '=', 'd'], ['direct']],
    [
      ['run', '--plan', '='],
      ['auto', 'single'],
    ],
    [
      ['agents', ''],
      ['list', 'check', 'run'],
    ],
    [['--target', ''], [':folders']],
    [['run', '--target', '/x', '--file', ''], [':files']],
    [['agents', 'check', 'one', ''], [':files']],
    [['config', 'e'], ['edit']],
    [['completion', 'z'], ['zsh']],
    [['run', '--', '--strat'], ['']],
    [['run', 'make', 'it', ''], ['']],
    [['nonsense', '--js'], ['--json']],
  ])('of %j is %j', async (words, values) => {
    expect(await offered(words)).toEqual(values);
  });

  it('of every command offers the options of all commands', async () => {
    expect(await offered(['status', '--'])).toEqual(
      expect.arrayContaining(['--watch', '--target', '--config', '--json', '--quiet', '--verbose', '--help']),
    );
  });

  it('names runs of the target that the line names', async () => {
    const app = fakeApp({ runs: async () => [sampleView, { ...sampleView, run: 'r2xyz' }] });
    expect(await offered(['log', ''], app)).toEqual(['r1abc', 'r2xyz']);
    expect(await offered(['log', 'r2'], app)).toEqual(['r2xyz']);
    const { options } = await pawl(['completion', 'fish', '--', '--target', '/there', 'diff', ''], app);
    expect(options).toEqual([{ env: {}, target: '/there' }]);
  });

  it('names settings and tiers', async () => {
    const values = { limits: { run_usd: 5 }, tiers: [{ name: 'cheap', model: 'local/small' }] };
    const app = fakeApp({ settings: async () => ({ values, origins: {}, notes: [] }) });
    expect(await offered(['config', 'get', 'limits.'], app)).toEqual(['limits.run_usd']);
    expect(await offered(['run', '--start-tier', ''], app)).toEqual(['cheap']);
  });

  it('offers nothing where there is no repository', async () => {
    const runs = () => Promise.reject(new PawlError('no_repository', 'this is no repository', 8));
    expect(await offered(['log', ''], fakeApp({ runs }))).toEqual(['']);
  });

  it('is known for three shells only', async () => {
    expect(await pawl(['completion', 'tcsh'])).toMatchObject({ code: 2 });
  });
});
