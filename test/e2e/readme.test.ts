import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { test } from './support/place.ts';
import { commitsOn, git, put } from './support/repo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The project of the README's `pawl fix`. */
const shop = {
  'package.json': '{ "name": "shop", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/discount.js': `/** The price after the customer's discount: ten percent from 100 upwards. */
export function discounted(price) {
  if (price > 100) return price * 0.9;
  return price;
}
`,
  'test/discount.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discounted } from '../src/discount.js';

test('small orders cost the full price', () => {
  assert.equal(discounted(40), 40);
  assert.equal(discounted(99), 99);
});

test('the discount starts at 100', () => {
  assert.equal(discounted(200), 180);
  assert.equal(discounted(100), 90);
});
`,
};

describe('what the README shows is what people get', () => {
  test('the demo ends well, its repository holds the commit, and the picture has its words', async ({ place }) => {
    // As `npm run demo` has it, which the README says.
    const { code, stdout, stderr } = await place.pawl(['demo'], {
      env: { npm_lifecycle_event: 'demo', npm_lifecycle_script: JSON.parse(read('package.json')).scripts.demo },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, target = ''] = /^The repository is in (\S+)\. /m.exec(stdout) ?? [];
    const [, demoBranch = ''] = /commit +\S+ on (\S+)/.exec(stdout) ?? [];
    expect(commitsOn(target, demoBranch, 'HEAD')).toHaveLength(1);
    expect(git(target, 'log', '-1', '--format=%s', demoBranch)).toMatch(/^fix: make parseDuration understand/);
    for (const word of ['loop ', 'escalate ', 'verdict ', 'review ', 'report ', 'scripted'])
      expect(stdout).toContain(word);
    const [, page = ''] = /report +(\S+report\.md)/.exec(stdout) ?? [];
    expect(readFileSync(page, 'utf8')).toContain('# Done');

    expect(stdout).toMatch(/see: git -C .*\n +XDG_STATE_HOME=\S+ node bin\/pawl\.js report /);

    const rows = rowsOf(read('docs/pictures/demo.svg'));
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) expect(timeless(stdout), 'node scripts/picture.js makes it again').toContain(row);
  });

  test('pawl fix without a key prints what stands there', async ({ place }) => {
    const target = join(place.dir, 'shop');
    put(target, shop);
    git(target, 'init', '-q');
    git(target, 'add', '.');
    git(target, 'commit', '-qm', 'discounts');
    const { code, stdout } = await place.pawl(['fix', '--target', target]);
    expect(code).toBe(0);
    const [, shown = ''] = /^```\n\$ pawl fix\n([\s\S]*?)^```$/m.exec(read('README.md')) ?? [];
    const printed = timeless(stdout).split(' done ')[0] ?? '';
    expect(printed).toBe(timeless(shown).split(' done ')[0]);
  });
});

/** The rows of a picture, each with the lines it goes on in. */
function rowsOf(svg: string): string[] {
  const lines = [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) =>
    line
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
  const rows: string[] = [];
  for (const line of lines) {
    if (/^(\$|[a-z]+ {2,})/.test(line)) rows.push(line);
    else rows.push(`${rows.pop() ?? ''} ${line}`);
  }
  return rows.map(timeless);
}

/** Without what differs from run to run: names of commits, runs and folders, times, how many edits were tried, and where lines end. */
function timeless(text: string): string {
  return text
    .replace(/^\.\.\. .*\n/gm, '') // What a slow machine says meanwhile.
    .replace(/\d{8}-\d{6}-[0-9a-f]{4}/g, 'RUN')
    .replace(/\b[0-9a-f]{10,12}\b/g, 'COMMIT')
    .replace(/\d+(\.\d+)? (ms|s|min)\b( \d+ s\b)?/g, 'TIME')
    .replace(/of \d+ edits tried/g, 'of N edits tried')
    .replace(/git -C \S+ /g, 'git ')
    .replace(/ of \/\S+/g, ' of FOLDER')
    .replace(/\s+/g, ' ')
    .trim();
}
