import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect } from 'vitest';
import { test } from './support/place.ts';

const outcome = (resolved: boolean, cost: number) => ({ resolved, cost, calls: 5 });
const models = {
  'Small 1': { a: outcome(true, 0.1), b: outcome(false, 0.2), c: outcome(false, 0.3) },
  'Large <2>': { a: outcome(true, 1), b: outcome(true, 2), c: outcome(false, 3) },
};

describe.concurrent('pawl backtest', () => {
  test('prints what models, a ladder and learning would have come to, and draws it', async ({ place }) => {
    const file = place.file('outcomes.json', JSON.stringify({ models }));
    const svg = join(place.dir, 'picture.svg');
    const options = ['--outcomes', file, '--ladder', 'Small,Large', '--shuffles', '3', '--svg', svg];
    const told = await place.pawl(['backtest', ...options, '--json']);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.lines[0]).toMatchObject({
      tasks: 3,
      models: 2,
      ladder: { name: 'Small 1 > Large <2>', resolved: 2, usd: expect.closeTo(5.6) },
      learned: { shuffles: 3, resolved: { mean: expect.any(Number) } },
    });
    const drawing = readFileSync(svg, 'utf8');
    expect(XMLValidator.validate(drawing)).toBe(true);
    expect(drawing.match(/<circle /g)?.length).toBeGreaterThan(2);
    const plain = await place.pawl(['backtest', ...options]);
    expect(plain.stdout).toMatch(/^ladder +2 +\$5\.60 +\$2\.80$/m);
    expect(plain.stdout).toMatch(/^ladder +Small 1 > Large <2>$/m);
  });

  test('tells no cost of a resolved task where learning resolved none, and names keep to their line', async ({
    place,
  }) => {
    const dear = { t1: { resolved: false, cost: 1, calls: 1 } };
    const names = JSON.stringify({ models: { 'two\nlines \u001b[31m': dear } });
    const options = ['--outcomes', place.file('dear.json', names), '--svg', join(place.dir, 'dear.svg')];
    const { code, stdout } = await place.pawl(['backtest', ...options]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^two lines +0 +\$1\.00 +-$/m);
    expect(stdout).toMatch(/^learned +0\.0 +\$0\.00 +-$/m);
    expect(readFileSync(join(place.dir, 'dear.svg'), 'utf8')).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('refuses what it cannot read or tell apart, in one line', async ({ place }) => {
    const apart = { models: { a: { t1: { resolved: true, cost: 1, calls: 1 } }, b: {} } };
    const good = place.file('good.json', JSON.stringify({ models }));
    const refused = async (...args: string[]) => {
      const { code, stderr } = await place.pawl(['backtest', ...args]);
      return [code, stderr.split('\n').length, stderr] as const;
    };
    for (const [args, words] of [
      [['--outcomes', join(place.dir, 'absent')], /cannot read the file .*: no such file/],
      [['--outcomes', place.file('bad.json', '{')], /not JSON/],
      [
        ['--outcomes', place.file('odd.json', '{"models":{"m":{"t":{"resolved":1}}}}')],
        /models\.m\.t\.resolved is missing or of the wrong type/,
      ],
      [['--outcomes', place.file('other.json', '{"name":"x"}')], /^pawl: the outcomes have no "models": see/],
      [['--outcomes', place.file('none.json', '{"models":{}}')], /no model/],
      [['--outcomes', good, '--ladder', 'Medium'], /no model begins with 'Medium'/],
      [['--outcomes', good, '--ladder', 'Small,Small 1'], /--ladder names 'Small 1' twice/],
      [['--outcomes', place.file('apart.json', JSON.stringify(apart))], /no task that every model was given/],
      [['--outcomes', good, '--policy', 'lucky'], /policy/],
    ] as const) {
      const [code, lines, stderr] = await refused(...args);
      expect([code, lines], stderr).toEqual([2, 2]);
      expect(stderr).toMatch(words);
    }
  });
});
