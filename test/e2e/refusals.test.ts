import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect } from 'vitest';
import { finish, ladder, turns, write } from './support/model.ts';
import { type Options, type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { git, listing, makeRepo, put } from './support/repo.ts';

interface Case {
  /** Prepares the place and says what to pass. */
  args: (place: Place, config: string) => string[];
  code: number;
  says: RegExp;
  options?: (place: Place) => Options;
}

const on = (target: string, config: string) => ['--target', target, '--config', config];
const configured = (text: (url: string) => string) => (place: Place, config: string) => {
  const target = place.repo(adder);
  return on(target, place.file('bad.yaml', text(config)));
};

const cases: Record<string, Case> = {
  'a folder that is no repository': {
    args(place, config) {
      const target = join(place.dir, 'plain');
      mkdirSync(target);
      put(target, adder);
      return on(target, config);
    },
    code: 2,
    says: /is not inside a git repository/,
  },
  'a repository without a commit, and names pawl init': {
    args(place, config) {
      const target = join(place.dir, 'unborn');
      mkdirSync(target);
      git(target, 'init', '-q');
      return on(target, config);
    },
    code: 2,
    says: /pawl init/,
  },
  'a bare repository': {
    args(place, config) {
      const target = join(place.dir, 'bare.git');
      git(place.dir, 'clone', '-q', '--bare', place.repo(adder), target);
      return on(target, config);
    },
    code: 2,
    says: /bare/,
  },
  'a target that is not there': {
    args: (place, config) => on(join(place.dir, 'nowhere'), config),
    code: 2,
    says: /nowhere/,
  },
  'a target that is a file': {
    args: (place, config) => on(place.file('file.txt', 'x'), config),
    code: 2,
    says: /file\.txt/,
  },
  'a configuration that is not there': {
    args: (place) => on(place.repo(adder), join(place.dir, 'missing.yaml')),
    code: 2,
    says: /missing\.yaml/,
  },
  'a configuration that is a folder': {
    args: (place) => on(place.repo(adder), place.dir),
    code: 2,
    says: /folder|directory/,
  },
  'malformed YAML, with its line': {
    args: configured(() => 'strategy: branch\nlimits: { run_usd: 1\ntiers: [\n'),
    code: 2,
    says: /bad\.yaml:[34]/,
  },
  'an unknown key, with its line': {
    args: configured(() => 'strategy: branch\nlimitz: { run_usd: 1 }\n'),
    code: 2,
    says: /bad\.yaml:2.*limitz|limitz.*bad\.yaml:2/,
  },
  'an unknown tier': {
    args: (place, config) => [...on(place.repo(adder), config), '--tiers', 'cheap,clever'],
    code: 2,
    says: /clever/,
  },
  'an unknown tier to start at': {
    args: (place, config) => [...on(place.repo(adder), config), '--start-tier', 'clever'],
    code: 2,
    says: /clever/,
  },
  'a key variable that is not set': {
    args: (place, config) => on(place.repo(adder), config),
    options: () => ({ env: { LOCAL_KEY: undefined } }),
    code: 8,
    says: /LOCAL_KEY/,
  },
  'a machine without a key for the default ladder': {
    args: (place) => ['--target', place.repo(adder)],
    code: 8,
    says: /DEEPSEEK_API_KEY|ANTHROPIC_API_KEY/,
  },
  'a machine without bubblewrap': {
    args: (place, config) => on(place.repo(adder), config),
    options: (place) => ({ env: { PATH: pathWithout(place, 'bwrap') } }),
    code: 8,
    says: /bubblewrap/,
  },
  'a machine without git': {
    args: (place, config) => on(place.repo(adder), config),
    options: (place) => ({ env: { PATH: pathWithout(place, 'git') } }),
    code: 8,
    says: /git/,
  },
  'a repository whose own configuration sets an endpoint': {
    args: (place, config) => {
      const provider = 'providers:\n  local: { api: openai, base_url: "http://127.0.0.1:9/v1" }\n';
      const target = makeRepo(join(place.dir, 'hostile'), { ...adder, '.pawl/config.yaml': provider });
      return on(target, config);
    },
    code: 2,
    says: /providers.*repository/,
  },
  'a strategy that has no branch to commit on': {
    args: (place, config) => {
      const target = place.repo(adder);
      git(target, 'checkout', '-q', '--detach');
      return [...on(target, config), '--strategy', 'direct'];
    },
    code: 2,
    says: /--strategy direct .* HEAD is detached/,
  },
  'a push without a remote': {
    args: (place, config) => [...on(place.repo(adder), config), '--push'],
    code: 2,
    says: /--push needs a remote/,
  },
  'a branch that its own cannot be made beside, and names branch_template': {
    args: (place, config) => {
      const target = place.repo(adder);
      git(target, 'branch', 'pawl');
      return on(target, config);
    },
    code: 2,
    says: /branch_template "pawl\/\{slug\}" .* your branch pawl exists:/,
  },
  'a branch that the configured one cannot be made beside': {
    args: (place, config) => {
      const target = place.repo(adder);
      git(target, 'branch', 'team/bot');
      const text = `branch_template: "team/bot/x/{slug}"\n${readFileSync(config, 'utf8')}`;
      return on(target, place.file('team.yaml', text));
    },
    code: 2,
    says: /branch_template .* your branch team\/bot exists:/,
  },
  'an option that does not exist': {
    args: (place, config) => [...on(place.repo(adder), config), '--tier', 'cheap'],
    code: 2,
    says: /--tier/,
  },
};

describe.concurrent('pawl run refuses, in one clear line and without writing anything,', () => {
  for (const [what, { args, code, says, options }] of Object.entries(cases)) {
    test(what, async ({ place }) => {
      const server = await place.models(turns([write('add.js', right), finish()]));
      const given = ['run', 'make it add', ...args(place, place.file('pawl.yaml', ladder(server.url)))];
      const how = options?.(place);
      const before = listing(place.dir);
      const [plain, json] = [
        await place.pawl([...given, '--yes', '--plan', 'single'], how),
        await place.pawl([...given, '--yes', '--plan', 'single', '--json'], how),
      ];

      expect(plain).toMatchObject({ code, stdout: '' });
      expect(plain.stderr).toMatch(says);
      expect(plain.stderr).toMatch(/^pawl: [^\n]+\n$/);
      expect(plain.stderr).not.toMatch(/\bat .*:\d+:\d+|internal error/);
      expect(json).toMatchObject({ code, lines: [{ type: 'error', exit_code: code }] });
      expect(json.stdout.trimEnd().split('\n')).toHaveLength(1);
      expect(json.lines[0]?.message).toBe(plain.stderr.slice('pawl: '.length, -1));
      expect(json.lines[0]?.reason).toMatch(/^[a-z_]+$/);
      expect(listing(place.dir)).toEqual(before);
      expect(server.requests).toEqual([]);
    });
  }
});

/** A search path with everything that this one has, but one program. */
function pathWithout(place: Place, program: string): string {
  const folder = join(place.dir, 'programs');
  mkdirSync(folder);
  const wanted = ['node', 'git', 'bwrap', 'sh', 'env', 'setpriv', 'python3'].filter((name) => name !== program);
  for (const name of wanted) {
    const found = (process.env.PATH ?? '')
      .split(delimiter)
      .map((each) => join(each, name))
      .find(existsSync);
    if (found) symlinkSync(found, join(folder, name));
  }
  return folder;
}
