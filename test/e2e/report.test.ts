import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { noBrowser, opened } from './support/browser.ts';
import { ofType } from './support/contract.ts';
import { attempts, cast, finish, read, turns, write } from './support/model.ts';
import { type Ended, type Place, test } from './support/place.ts';
import { adder, edges, right, wrong, wrongBy } from './support/projects.ts';
import { runSingle, setting } from './support/single.ts';

const hostile = '</script><script>document.title = "taken"</script> ]]> \u202e <img src="http://127.0.0.1:1/x.png">';
const circling = turns(...Array.from({ length: 9 }, () => [read('add.js')]));
const solving = turns([write('add.js', right), write('edges.test.js', edges), finish('It adds.')]);

/** A run whose first attempt goes in circles, and whose others fail, each in its own way. */
async function failed(place: Place) {
  const scene = await setting(
    place,
    attempts(
      circling,
      turns([write('add.js', `// ${hostile}\n${wrongBy(1)}`), finish(hostile)]),
      ...[2, 3, 4, 5].map((by) => turns([write('add.js', wrongBy(by)), finish()])),
    ),
    {
      files: {
        ...adder,
        'add.test.js': adder['add.test.js']?.replace('two and three', `${hostile} two`) ?? '',
      },
    },
  );
  const ended = await place.pawl(['run', hostile, ...scene.here, '--yes', '--json', '--plan', 'single']);
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  const say = (...words: string[]) => place.pawl(['report', ended.run, ...words, ...scene.here]);
  return { scene, ended, say, folder: folderOf(ended) };
}

const folderOf = (ended: Ended): string => dirname(String(ended.events.at(-1)?.report));

async function completed(place: Place) {
  const scene = await setting(place, cast({ small: turns([write('add.js', wrong), finish()]), large: solving }));
  const ended = await runSingle(place, scene);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const say = (...words: string[]) => place.pawl(['report', ended.run, ...words, ...scene.here]);
  return { scene, ended, say, folder: folderOf(ended) };
}

describe.concurrent('the report of a run that failed', () => {
  test('is printed in every form that was written at the end, one at a time, and names the steps that went round', async ({
    place,
  }) => {
    const { say, folder, ended, scene } = await failed(place);
    const kept = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(await say('--html')).toMatchObject({ code: 0, stderr: '', stdout: kept('report.html') });
    expect((await say('--handover')).stdout.trim()).toBe(kept('handover.md').trim());
    expect((await say('--format', 'markdown')).stdout.trim()).toBe(kept('report.md').trim());
    expect((await say('--json')).lines).toEqual([
      { ...JSON.parse(kept('report.json')), path: join(folder, 'report.json') },
    ]);
    expect(await say('--html', '--json')).toMatchObject({ code: 2, stdout: expect.stringContaining('one form') });

    const handover = kept('handover.md');
    expect(handover).toMatch(/\*\*Attempts\*\*: 6 \/ 6/);
    expect(handover).toContain('(a, b) => a - b;');
    expect(handover.length).toBeLessThan(65_536);
    expect(ofType(ended.events, 'handed.over')).toHaveLength(1);

    // The steps that went round are named in the journal, the report and on the terminal.
    const evidence = 'steps 1, 2, 3, 4 and 5 are the same: read {"path":"add.js"}';
    expect(ofType(ended.events, 'attempt.finished')[0]).toMatchObject({ ended: 'step_loop', summary: evidence });
    expect(ofType(ended.events, 'agent.finished')[0]).toMatchObject({ cause: 'step_loop', reason: evidence });
    expect(kept('report.md')).toContain(`- The steps went in circles: ${evidence}`);
    expect((await place.pawl(['log', ended.run, ...scene.here])).stdout).toContain(evidence);
  });
});

describe.concurrent('the report of a run that was completed', () => {
  test('has a page and nothing to hand over', async ({ place }) => {
    const { say, folder } = await completed(place);
    expect((await say('--html')).stdout).toMatch(/^<!doctype html>[\s\S]*Done[\s\S]*<svg /);
    expect(await say('--handover')).toMatchObject({ code: 2, stderr: expect.stringContaining('has no hand-over') });
    expect(existsSync(join(folder, 'handover.md'))).toBe(false);
    rmSync(join(folder, 'report.html'));
    expect(await say('--html')).toMatchObject({ code: 2, stderr: expect.stringContaining('an earlier version') });
    expect((await say('--json')).lines).toMatchObject([
      {
        status: 'completed',
        tiers_used: ['cheap', 'smart'],
        baseline: { failed: 1 },
        tiers: [{ tier: 'cheap' }, { tier: 'smart', passed: 1 }],
      },
    ]);
  });
});

describe.skipIf(noBrowser !== null)('the page in a browser (needs chromium)', () => {
  const looks = [
    { width: 1100, scheme: 'light' },
    { width: 400, scheme: 'dark' },
  ] as const;

  for (const [name, make, count] of [
    ['that failed, with hostile words', failed, 6],
    ['that was completed', completed, 3],
  ] as const) {
    test(`of a run ${name} shows every attempt, asks for nothing and complains of nothing`, async ({ place }) => {
      const { folder } = await make(place);
      const file = join(folder, 'report.html');
      for (const look of looks) {
        await opened(file, look, async ({ page, requests, complaints }) => {
          const pictures = await page.$$eval('#picture svg', (all) =>
            all.map((svg) => ({
              width: svg.getBoundingClientRect().width,
              height: svg.getBoundingClientRect().height,
              title: svg.querySelector('title')?.textContent ?? '',
              marks: [...svg.querySelectorAll('.mark')].filter((mark) => {
                const { width, height } = mark.getBoundingClientRect();
                return width > 0 && height > 0;
              }).length,
            })),
          );
          expect(pictures.map(({ title }) => title)).toEqual([
            'Tiers over time',
            'Failing tests over attempts',
            'Cost over attempts, added up',
          ]);
          for (const { width, height, marks } of pictures) {
            expect(width).toBeGreaterThan(300);
            expect(height).toBeGreaterThan(60);
            expect(marks).toBe(count);
          }
          expect(await page.$$eval('script, img, iframe, link', (all) => all.length)).toBe(0);
          expect(await page.title()).toMatch(
            name.includes('failed') ? /^Needs a person: <\/script>/ : /^Done: make it add$/,
          );
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.width);
          expect(requests).toEqual([`file://${file}`]);
          expect(complaints).toEqual([]);
        });
      }
    });
  }
});
