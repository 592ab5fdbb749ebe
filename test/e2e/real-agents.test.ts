import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { type Ended, type Place, test } from './support/place.ts';
import { adder, right, wrong } from './support/projects.ts';

// `npm run bench -- side-by-side` with the same variable installs what the bench's table names.
const folder = process.env.PAWL_REAL_AGENTS ?? '';
const bench = (file: string) => import(new URL(`../../bench/agents/${file}`, import.meta.url).href);
const { agents } = (await bench('table.js')) as { agents: Agent[] };
const { install } = (await bench('install.js')) as { install: Install };
const { serve } = (await bench('server.js')) as { serve(solution: Record<string, string>): Promise<Served> };

interface Agent {
  name: string;
  version: string;
  /** Of the user's home, each with its text. */
  files(url: string): Record<string, string>;
  env(url: string): Record<string, string>;
}

type Install = (agent: Agent, folder: string, may: boolean) => { program?: string; reason?: string };

interface Served {
  url: string;
  requests: { bytes: number; named: { name: string }[] }[];
  close(): Promise<void>;
}

/** How each takes its task: over the protocol, as the path of a file, or on standard input. */
const ways: Record<string, { developer: 'acp' | 'command'; words: string[]; piped?: boolean }> = {
  opencode: { developer: 'acp', words: ['acp'] },
  gemini: { developer: 'acp', words: ['--acp', '--model', 'gemini-2.5-pro'] },
  pi: { developer: 'command', words: ['--provider', 'local', '--model', 'scripted', '--print', '@{prompt_file}'] },
  continue: { developer: 'command', words: ['--auto', '--print'], piped: true },
  codex: {
    developer: 'command',
    words: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-'],
    piped: true,
  },
};

const long = 180_000;

describe.skipIf(folder === '')('a real agent from npm as a tier (needs PAWL_REAL_AGENTS=FOLDER)', () => {
  for (const name of Object.keys(ways)) {
    const { version } = agentOf(name);
    const developer = ways[name]?.developer;
    test(`${name} ${version} as ${developer}: its edit is judged and committed`, { timeout: long }, async ({
      place,
    }) => {
      const { ended, target, served } = await runWith(place, [{ name, content: right }]);
      expect(ended.code, ended.stderr + ended.stdout.slice(-3000)).toBe(0);
      expect(verdictsOf(ended)).toEqual(['pass']);
      expect(git(target, 'show', 'pawl/add-must-add:add.js')).toBe(right);
      expect(git(target, 'status', '--porcelain')).toBe('');
      const [requests = []] = served;
      expect(requests.filter(({ named }) => named.length > 0)).toHaveLength(2);
      const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
      console.log(
        `${name} ${version} as ${developer}: ${requests.length} requests, ${bytes} bytes, ${ended.seconds.toFixed(1)} s`,
      );
    });
  }

  test('what one does wrong is not committed, and the next one takes over', { timeout: long }, async ({ place }) => {
    const ladder = [
      { name: 'codex', content: wrong },
      { name: 'opencode', content: right },
    ];
    const { ended, target } = await runWith(place, ladder);
    expect(ended.code, ended.stderr + ended.stdout.slice(-3000)).toBe(0);
    expect(verdictsOf(ended)).toEqual(['fail', 'pass']);
    const finished = ended.events.filter(({ type }) => type === 'attempt.finished');
    expect(finished).toMatchObject([{ tier: 'codex' }, { tier: 'opencode' }]);
    expect(git(target, 'log', '--format=%s', '--all', '--', 'add.js').trim().split('\n')).toHaveLength(2);
    expect(git(target, 'show', 'pawl/add-must-add:add.js')).toBe(right);
  });

  test('without `network: host` it reaches nobody', { timeout: long }, async ({ place }) => {
    const { ended, target, served } = await runWith(place, [{ name: 'pi', content: right }], '');
    expect(ended.code, ended.stderr).toBe(1);
    expect(served).toEqual([[]]);
    expect(git(target, 'branch', '--list', 'pawl/*')).toBe('');
  });
});

/** One run with one attempt of each agent, whose model wants to write this content. */
async function runWith(place: Place, ladder: { name: string; content: string }[], network = 'network: host') {
  const servers: Served[] = [];
  try {
    let [config, env] = ['tiers:\n', {}];
    for (const { name, content } of ladder) {
      const server = await serve({ path: 'add.js', old: adder['add.js'] ?? '', content });
      servers.push(server);
      config += tierOf(place, agentOf(name), server.url, network);
      env = { ...env, ...agentOf(name).env(server.url) };
    }
    const target = place.repo(adder);
    const words = ['run', 'add must add', '--target', target, '--config', place.file('ladder.yaml', config)];
    const options = ['--yes', '--json', '--plan', 'single', '--review', 'off', '--attempts', '1'];
    const ended = await place.pawl([...words, ...options], { env });
    return { ended, target, served: servers.map(({ requests }) => requests) };
  } finally {
    for (const server of servers) await server.close();
  }
}

/** The tier as a user would write it, after setting the agent up in the own home. */
function tierOf(place: Place, agent: Agent, url: string, network: string): string {
  for (const [path, text] of Object.entries(agent.files(url))) {
    const file = join(place.env.HOME ?? '', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { developer, words, piped = false } = ways[agent.name] ?? { developer: 'command', words: [] };
  const { program, reason } = install(agent, folder, false);
  if (program === undefined) throw new Error(`${agent.name} ${agent.version}: ${reason}`);
  const command = [program, ...words];
  const shown = Object.keys(agent.files(url)).map((path) => `~/${path}`);
  // Behind a shell, Pawl does not see which program is needed.
  if (piped) shown.push(dirname(dirname(program)));
  return `  - name: ${agent.name}
    developer: ${developer}
    command: ${JSON.stringify(piped ? ['sh', '-c', 'exec "$0" "$@" < {prompt_file}', ...command] : command)}
    env: ${JSON.stringify(Object.keys(agent.env(url)))}
    bind: ${JSON.stringify(shown)}
    ${network}
`;
}

function agentOf(name: string): Agent {
  const agent = agents.find((each) => each.name === name);
  if (!agent) throw new Error(`the bench has no agent ${name}`);
  return agent;
}

function verdictsOf({ events }: Ended): unknown[] {
  return events.flatMap((event) =>
    event.type === 'verdict.reached' ? [(event.verdict as { status: string }).status] : [],
  );
}

function git(target: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: target, encoding: 'utf8' });
}
