import type { ChildProcess } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { launched, noBrowser, patience } from './support/browser.ts';
import { heldRun } from './support/held-run.ts';
import { evil, hostileMemory, hostileRun, manyRuns } from './support/hostile-run.ts';
import { deliver, finish, turns, write } from './support/model.ts';
import { makePlace } from './support/place.ts';
import { edges, right, wrong } from './support/projects.ts';
import { commitsOn } from './support/repo.ts';
import { type Setting, setting } from './support/single.ts';

const fix = { title: 'Make add add', kind: 'fix', acceptance: ['two and three make five'], effort_hours: 1 };

/** A planner, a cheap model that is wrong twice in the same way, and a strong one that is right. */
const story: Script = (request) => {
  if (JSON.stringify(request.tools).includes('depends_on')) return turns([deliver({ tasks: [fix] })])(request);
  if (request.model === 'small') return turns([write('add.js', wrong), finish()])(request);
  return turns([write('add.js', right), write('edges.test.js', edges), finish('It adds now.')])(request);
};

describe.skipIf(noBrowser !== null)('the page in a browser (needs chromium)', () => {
  let made: ReturnType<typeof makePlace>;
  let scene: Setting;
  let browser: Browser;
  let page: Page;
  let server: ChildProcess;
  let url = '';
  let run = '';
  const complaints: string[] = [];

  beforeAll(async () => {
    made = makePlace(inject('installed'));
    scene = await setting(made.place, story);
    const asked = await made.place.pawl(['run', 'make it add', ...scene.here, '--json', '--improve', '0']);
    expect(asked).toMatchObject({ code: 3, stderr: '' });
    run = asked.run;
    await hostileRun(made.place.state(scene.target), 'hostile');
    await hostileMemory(made.place.state(scene.target));
    manyRuns(made.place.state(scene.target), 1000);
    [url, server] = await serving();
    browser = await launched();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(patience);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
    await made?.clear();
  });

  async function serving(): Promise<[string, ChildProcess]> {
    const { child } = made.place.start(['ui', ...scene.here, '--json']);
    const line = await new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text))));
    return [(JSON.parse(line) as { url: string }).url, child];
  }
  const open = (hash: string) => page.goto(`${url}${hash}`);

  it('lists a thousand runs, and finds one of them', async () => {
    await open('');
    await expect.poll(() => page.locator('.rows li').count(), { timeout: patience }).toBe(1002);
    await page.getByLabel('Search runs').fill('number 777');
    await expect.poll(() => page.locator('.rows li').count(), { timeout: patience }).toBe(1);
    await page.getByLabel('Search runs').fill('');
  });

  it('shows what models, tests and files say as text, in every view', async () => {
    for (const tab of ['steps', 'change', 'tests', 'review', 'cost', 'log']) {
      await open(`#/run/hostile/-/-/${tab}`);
      await page.locator(`#tab-${tab}[aria-selected=true]`).waitFor();
      await page.locator('#tab-panel', { hasText: evil.slice(0, 20) }).waitFor();
    }
    expect(await page.locator('.asked').textContent()).toBe(evil);
    await open('#/memory');
    await expect.poll(() => page.locator('.recalled li', { hasText: evil }).count(), { timeout: patience }).toBe(2);
    await page.getByLabel('Search the memory').fill('nothing-like-it');
    await page.getByText('Nothing remembered matches.').waitFor();
    await open('#/run/hostile');
    expect(await page.locator('#page img, #page script, #page iframe, #page [href^=javascript]').count()).toBe(0);
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(await page.title()).toContain('<img');
  });

  it('takes an edited plan, then a yes, and shows the work live to its commit', async () => {
    await open(`#/run/${run}`);
    await page.getByRole('button', { name: 'Edit the plan' }).click();
    await page.getByLabel('Title').fill('');
    await page.getByLabel('Title').fill('Make add really add');
    await page.getByRole('button', { name: 'Save the plan' }).click();
    await page.getByRole('heading', { name: 'Task t1: Make add really add' }).waitFor();
    await page.getByRole('button', { name: 'Start the work' }).click();
    await page.getByRole('link', { name: /Attempt 1 by cheap/ }).waitFor();
    await page.locator('.head .pill', { hasText: 'completed' }).waitFor();
    expect(await page.locator('.loops').textContent()).toContain('repeats attempt 1');
    await page.getByRole('link', { name: /Attempt 3 by smart: pass/ }).click();
    await page.getByRole('tab', { name: /Change/ }).click();
    await page.locator('tr.add', { hasText: 'a + b' }).waitFor();
    await page.getByRole('tab', { name: /Tests/ }).click();
    await page.locator('.cases li', { hasText: 'two and three make five' }).waitFor();
    expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(1);
  });

  it('finds in the memory what an attempt failed with, and leads to it', async () => {
    await open('#/memory');
    await page.getByLabel('Search the memory').fill('two and three');
    await page.getByRole('link', { name: 'Attempt 1 of t1' }).first().click();
    await page.locator('#tab-tests[aria-selected=true]').waitFor();
    await page.getByRole('heading', { name: 'make it add' }).waitFor();
  });

  it('is gone through by keyboard', async () => {
    await page.locator('#tab-tests').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#tab-review[aria-selected=true]:focus').waitFor();
    await page.locator('.row[aria-current]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'request number 0' }).waitFor();
    await page.locator('h1:focus', { hasText: 'request number 0' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  });

  it('shows the chosen tab on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await open(`#/run/${run}/-/-/cost`);
    await page.getByText('Against the limits').waitFor();
    const side = () =>
      page.evaluate(`(() => {
        const [tab, bar] = [document.getElementById('tab-cost'), document.querySelector('.tabs')].map((one) => one.getBoundingClientRect());
        return tab.left >= bar.left - 1 && tab.right <= bar.right + 1;
      })()`);
    await expect.poll(side, { timeout: patience }).toBe(true);
    const most = await page.locator('[role=meter]').evaluateAll((all) => all.map((one) => one.ariaValueMax));
    expect(new Set(most)).toEqual(new Set(['100']));
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('lets the clock of a run tick while nothing happens in it, and leaves the focus alone', async () => {
    const held = await heldRun(made.place.state(scene.target), 'held-run', 'keep working');
    try {
      await open('#/');
      await page.locator('.row', { hasText: 'keep working' }).press('Enter');
      await page.locator('h1:focus', { hasText: 'keep working' }).waitFor();
      await page.locator('#tab-steps').focus();
      const clocks = ['.row[aria-current] .about', '.head .facts', '.panel h2'];
      const times = () => Promise.all(clocks.map((place) => page.locator(place).textContent()));
      const before = await times();
      const asked: string[] = [];
      const note = (request: { url(): string }) => asked.push(request.url());
      page.on('request', note);
      await expect
        .poll(async () => (await times()).every((text, at) => text !== before[at]), { timeout: patience })
        .toBe(true);
      page.off('request', note);
      expect(asked).toEqual([]);
      expect(await page.evaluate('document.activeElement.id')).toBe('tab-steps');
      // The label itself keeps its colours: what moves is a frame around it.
      expect(await page.evaluate('getComputedStyle(document.querySelector(".rung.working")).animationName')).toBe(
        'none',
      );
    } finally {
      await held.leave();
    }
    await page.locator('.head .pill', { hasText: 'interrupted' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
  });

  it('calls a plan that nobody has begun with planned, and starts it', async () => {
    const planned = await made.place.pawl(['plan', 'plan to add', ...scene.here, '--json']);
    expect(planned.code).toBe(0);
    await open(`#/run/${planned.run}`);
    await page.locator('.head .pill', { hasText: 'planned' }).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  });

  it.each([
    [390, 'dark'],
    [1280, 'light'],
    [1800, 'dark'],
  ] as const)('fits a screen of %i pixels, %s', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const hash of ['#/', '#/metrics', '#/memory', '#/run/hostile/-/-/change', `#/run/${run}`]) {
      await open(hash);
      await page.locator('.connection.live').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), hash).toBeLessThanOrEqual(width);
      const content = hash === '#/' ? page.locator('.rows') : page.locator('main h1');
      // It may be drawn anew just then.
      const drawn = async () => (await content.boundingBox())?.width ?? 0;
      await expect.poll(drawn, { timeout: patience, message: hash }).toBeGreaterThan(60);
    }
  });

  it('finds the server again when it was started anew, at the same address', async () => {
    await open('#/');
    await page.locator('.connection.live').waitFor();
    const ended = new Promise((resolve) => server.once('close', resolve));
    server.kill('SIGINT');
    expect(await ended).toBe(0);
    await page.locator('.connection.lost').waitFor();
    const again = await serving();
    expect(again[0]).toBe(url);
    server = again[1];
    await page.locator('.connection.live').waitFor();
  });

  it('complains of nothing but the server that was gone, and asks for nothing elsewhere', () => {
    expect(complaints.filter((text) => !/ERR_(?:CONNECTION|INCOMPLETE)/.test(text))).toEqual([]);
  });
});
