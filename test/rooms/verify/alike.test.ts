import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { bubblewrap } from '../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { runAction } from '../../../src/agents/actions/shell.ts';
import { places } from '../../../src/languages/registry.ts';
import { commandIn, needsOfShell } from '../../../src/languages/runs/command.ts';
import { readProject } from '../../../src/languages/runs/project.ts';
import { runTests } from '../../../src/languages/runs/run-tests.ts';
import { plainEnv, put, sh } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';
import { waste } from '../../support/waste.ts';
import { plain, probe } from './alike-probe.ts';

type Sight = Record<string, unknown> & { host: string; words: string[][] };

const files = {
  'package.json': '{ "scripts": { "test": "node --test" } }',
  'probe.cjs': probe,
  'sight.test.cjs': `const { test } = require('node:test');
const fs = require('node:fs');
const { look } = require('./probe.cjs');
test('looks around', () => fs.writeFileSync('seen.json', JSON.stringify(look())));
`,
};

const top = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-alike-')));
const sights: Record<string, Sight> = {};
afterAll(() => rmSync(top, { recursive: true, force: true }));

beforeAll(async () => {
  const dir = join(top, 'project');
  put(dir, files);
  sh(dir, 'init', '-q');
  sh(dir, 'add', '-A');
  sh(dir, 'commit', '-q', '-m', 'first');
  mkdirSync(join(dir, 'node_modules/left-pad'), { recursive: true });
  const repo = gitRepo({
    waste,
    state_dir: join(top, 'state'),
    env: plainEnv('/nonexistent'),
    point: () => undefined,
  });
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const base = await clone.treeOf(target.head);
  const policy = policyWith();
  const { kind: _, ...limits } = policy.sandbox;
  const sandbox = bubblewrap({ equipment: places(), ...limits, env: process.env });
  const project = await readProject(clone, base, target, policy);
  const { runner } = project;
  if (!runner) throw new Error('no runner was found');
  const { signal } = new AbortController();
  const seen = (work: string): Sight => JSON.parse(readFileSync(join(work, 'seen.json'), 'utf8'));

  for (const [name, only, timeout_ms] of [
    ['baseline', null, 60_000],
    ['judge', null, 40_000],
    ['control', ['sight.test.cjs'], 20_000],
    ['judge', null, 50_000],
  ] as const) {
    const workspace = await clone.workspace(name, base);
    const run = await runTests({
      ...{ sandbox, workspace, target, policy, runner, timeout_ms, signal },
      only: only && [...only],
    });
    expect(run.cases).toMatchObject([{ status: 'passed' }]);
    sights[name in sights ? 'judge again' : name] = seen(workspace.dir);
  }

  const workspace = await clone.workspace('task-t1', base);
  const shell = { ...commandIn(workspace, target, policy), ...needsOfShell(project) };
  const { observation } = await runAction(sandbox, shell, 30_000).run({ command: 'node --test' }, signal);
  expect(observation).toMatch(/^exit 0/);
  sights.developer = seen(workspace.dir);
});

/** What a run is asked to do cannot be hidden from it: its own command line, and the files that it is given. */
const asked = ['programs', 'words_of_first', 'words'];

describe('from inside its sandbox', () => {
  test.each(['judge', 'judge again', 'control'])('the %s looks like the baseline', (name) => {
    const [one, other] = [plain(sights.baseline), plain(sights[name])];
    expect(withoutFiles(other)).toEqual(withoutFiles(one));
  });

  test("the developer's own run looks like the judge, but for the command line of the runner", () => {
    const [judge, developer] = [sights.judge, sights.developer].map((seen) => {
      const all = plain(seen);
      return Object.fromEntries(Object.entries(all).filter(([key]) => !asked.includes(key)));
    });
    expect(developer).toEqual(judge);
  });

  test('no two runs share a name that could be remembered', () => {
    const hosts = Object.values(sights).map(({ host }) => host);
    expect(hosts.every((host) => /^[a-z]{12}$/.test(host))).toBe(true);
    expect(new Set(hosts).size).toBe(hosts.length);
    const folders = Object.values(sights).map((seen) => /\/work\/([^/ ]+)/.exec(JSON.stringify(seen.mounts))?.[1]);
    expect(new Set(folders).size).toBe(folders.length);
  });

  test('nothing says what it is for', () => {
    for (const seen of Object.values(sights))
      expect(JSON.stringify(seen)).not.toMatch(/judge|control|baseline|-reporter\.|report\.|guard|\/pawl\/|task-t1/);
  });
});

/** The control runs some files alone, and names them. */
function withoutFiles(seen: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(seen).replaceAll(/,"(?:\.\/)?sight\.test\.cjs"/g, ''));
}
