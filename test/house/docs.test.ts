import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command, CommanderError } from 'commander';
import { parseSync } from 'oxc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAgent } from '../../src/agents/file/parse.ts';
import { loadAgents } from '../../src/config/agents/agents.ts';
import { defaults } from '../../src/config/defaults.ts';
import { toPolicy } from '../../src/config/policy/policy.ts';
import { testRows } from '../../src/core/judge/pass-rule.ts';
import { type Evidence, scoreReview } from '../../src/core/judge/review-score.ts';
import { exitCodes, waitingExitCode } from '../../src/core/run/ending/exit-code.ts';
import { mermaid } from '../../src/core/run/graph.ts';
import { createApp } from '../../src/faces/create-app.ts';
import { version } from '../../src/languages/structure/fingerprint/fingerprint.ts';
import { actionNames, agentHeadSchema, checkedSchemas, contractSchema } from '../../src/schema/agents/agent.ts';
import { approvalScore } from '../../src/schema/judge/review.ts';
import { verdictSchema } from '../../src/schema/judge/verdict.ts';
import { eventSchema } from '../../src/schema/run/event.ts';
import { configFileSchema } from '../../src/schema/settings/config.ts';
import { roleNames } from '../../src/schema/settings/policy.ts';
import { type House, house } from '../config/house.ts';
import { tempDir } from '../support/temp.ts';
import { commands, evidence, fullProgram, globalFlags, leaves, nameOf, situations } from './facts.ts';
import { anchors, fences, named, read, root, sources, tables, ticked, typed, wordsOf } from './markdown.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('every page', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    const text = read(page).replace(/^```[\s\S]*?^```/gm, '');
    const broken = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, path = '', anchor]) => {
        const file = path === '' ? page : relative(root, resolve(root, dirname(page), path));
        if (!existsSync(join(root, file))) return [`${page}: ${path}`];
        return anchor === undefined || anchors(read(file)).includes(anchor) ? [] : [`${page}: ${path}#${anchor}`];
      },
    );
    expect(broken).toEqual([]);
  });

  it.each(pages)('%s shows commands that pawl and npm understand', async (page) => {
    const program = await fullProgram();
    const { scripts } = JSON.parse(read('package.json'));
    for (const line of typed(read(page))) {
      const [name, ...words] = wordsOf(line);
      if (name === 'pawl') expect(complaint(program, words), line).toBe('');
      if (name === 'npm' && !['pack', 'install', 'uninstall', 'ci'].includes(words[0] ?? ''))
        expect(scripts, line).toHaveProperty(words[0] === 'run' ? (words[1] ?? '') : (words[0] ?? ''));
    }
  });

  it.each(pages)('%s names no command and no option that pawl does not have', async (page) => {
    const program = await fullProgram();
    const messages = tables(read(page), 'message', 'what to do').flatMap(([message = '']) => ticked(message));
    const lines = named(read(page)).filter((line) => !messages.includes(line));
    const unknown = lines.filter((line) => /unknown/.test(complaint(program, wordsOf(line).slice(1))));
    expect(unknown).toEqual([]);
  });

  it.each(pages)('%s shows code that parses', (page) => {
    for (const block of fences(read(page), 'js')) expect(parseSync('example.js', block).errors, block).toEqual([]);
    for (const block of fences(read(page), 'json')) {
      for (const line of block.split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
    }
  });

  it('names no registry and no place of one machine, and keeps a plain face', () => {
    const unwanted = /registry\.|npmmirror|artifactory|verdaccio|:4873|\/work\/|\p{Emoji_Presentation}/gu;
    expect(pages.flatMap((page) => read(page).match(unwanted) ?? [])).toEqual([]);
  });

  it('is linked from the README', () => {
    expect(pages.filter((page) => page !== 'README.md' && !read('README.md').includes(`(${page})`))).toEqual([]);
  });
});

/** What the command line says against these words; nothing where they ask for help or the version. */
function complaint(program: Command, words: string[]): string {
  try {
    program.parse(words, { from: 'user' });
    return '';
  } catch (error) {
    const { code, message } = error as CommanderError;
    return /^commander\.(help|version)/.test(code) ? '' : message;
  }
}

describe('CONTRIBUTING.md', () => {
  it('tours only what is there', () => {
    const tour = tables(read('CONTRIBUTING.md'), 'place', 'what it does', 'may import', 'tests');
    const places = tour.map(([place = '']) => ticked(place)[0] ?? '');
    expect(places.length).toBeGreaterThan(20);
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  });
});

describe('README.md', () => {
  it('speaks of this version', () => {
    expect(read('README.md')).toContain(`version ${JSON.parse(read('package.json')).version},`);
  });

  it('lists as missing only commands that are missing', () => {
    const missing = /^- The commands (.*)\.$/m.exec(read('README.md'))?.[1] ?? '';
    const known = commands().map((command) => nameOf(command).split(' ')[0]);
    expect(ticked(missing).length).toBeGreaterThan(0);
    expect(ticked(missing).filter((name) => known.includes(name))).toEqual([]);
  });
});

describe('docs/guides/troubleshooting.md', () => {
  const files = ['bin/pawl.js', ...sources('src')].map(read);
  const rows = tables(read('docs/guides/troubleshooting.md'), 'message', 'what to do');

  it('quotes messages that the source has, word for word', () => {
    const quoted = rows.flatMap(([message = '']) => ticked(message));
    expect(quoted.length).toBeGreaterThan(40);
    const missing = quoted.filter((message) => {
      const parts = message
        .split('…')
        .map((part) => part.trim())
        .filter((part) => part.length > 2);
      return !files.some((text) => parts.every((part) => text.includes(part)));
    });
    expect(missing).toEqual([]);
  });
});

describe('README.md and docs/comparison.md', () => {
  it('state the same measurements', () => {
    const head = [
      '',
      'system prompt and tools',
      'first request',
      'all requests',
      'requests',
      'time',
      'memory',
      'the test',
    ];
    const measured = tables(read('docs/comparison.md'), ...head).map(([name, , first, all, , time]) => [
      name,
      first,
      all,
      time,
    ]);
    const stated = tables(read('README.md'), '', 'first request', 'all requests', 'time', 'what it did');
    expect(stated.length).toBeGreaterThan(5);
    for (const row of stated) expect(measured).toContainEqual(row.slice(0, 4));
  });
});

describe('docs/configuration.md', () => {
  const page = read('docs/configuration.md');
  const rows = tables(page, 'key', 'type', 'default', 'repository');
  let place: House;

  beforeEach(() => {
    place = house();
  });
  afterEach(() => place.remove());

  it.each([...pages.flatMap((from) => fences(read(from), 'yaml').map((block): [string, string] => [from, block]))])(
    'an example of %s loads as a file of the user',
    async (_from, block) => {
      place.write(place.user, block);
      const settings = await place.load();
      expect(settings.notes).toEqual([]);
      expect(toPolicy(settings, 'run').tiers.length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['docs/configuration.md', 4],
    ['docs/guides/builds-and-services.md', 3],
  ])('the example of a repository in %s loads as one', async (from, values) => {
    const [block = '', ...more] = fences(read(from), 'yaml repository');
    expect(more).toEqual([]);
    place.write(place.repository, block);
    expect(
      Object.values((await place.load()).origins).filter((origin) => origin.startsWith(place.repository)),
    ).toHaveLength(values);
  });

  it('lists every key once', () => {
    expect(rows.map(([key = '']) => ticked(key)[0]).sort()).toEqual(leaves(configFileSchema, '').sort());
  });

  it('states the defaults', () => {
    const stated = rows.filter(([key]) => !/NAME|\[\]|ROLE/.test(key ?? ''));
    const values = defaults() as unknown as Record<string, unknown>;
    for (const [key = '', , stating = ''] of stated) {
      const value = (ticked(key)[0] ?? '')
        .split('.')
        .reduce<unknown>((at, part) => (at as typeof values | undefined)?.[part], values);
      expect(ticked(stating)[0], key).toBe(typeof value === 'string' ? value : JSON.stringify(value));
    }
  });

  it('says what a repository may set', async () => {
    const samples: Record<string, string> = {
      providers: '{providers: {x: {api: openai}}}',
      tiers: '{tiers: [{name: x, model: openai/x}]}',
      roles: '{roles: {planner: opus}}',
    };
    for (const [cell = '', , , may] of rows) {
      const key = ticked(cell)[0] ?? '';
      const [section = '', name = ''] = key.split('.');
      const standard = defaults() as unknown as Record<string, Record<string, unknown>>;
      const value = JSON.stringify(name === '' ? standard[section] : standard[section]?.[name]);
      const setting = (given: string) => (name === '' ? `${section}: ${given}` : `${section}: {${name}: ${given}}`);
      place.write(place.repository, samples[section.replace('[]', '')] ?? setting(value));
      const allowed = await place.load().then(
        () => true,
        () => false,
      );
      place.write(place.repository, section === 'limits' ? setting('1000000') : '');
      const raised = await place.load().then(
        () => true,
        () => false,
      );
      expect(may, key).toBe(allowed ? (raised ? 'yes' : 'lower') : 'no');
    }
  });

  it('names exactly the keys that nothing reads', () => {
    const source = sources('src')
      .filter((file) => !/^src\/(schema|config)\//.test(file))
      .map(read)
      .join('\n');
    const unread = ['command', 'build', 'install', 'bind', 'env', 'related', 'tolerate'].filter(
      (key) => !new RegExp(`tests\\.${key}\\b`).test(source),
    );
    const thinking = [...source.matchAll(/(?:think|advise|look)\(\s*'(\w+)'/g)].map(([, role]) => role);
    const idle = roleNames.filter((role) => !thinking.includes(role));
    const section = page.split('## Keys without effect in this version')[1]?.split('These are refused')[0] ?? '';
    expect(ticked(section).sort()).toEqual(
      [...unread.map((k) => `tests.${k}`), ...idle.map((r) => `roles.${r}`)].sort(),
    );
  });
});

describe('docs/commands.md', () => {
  const page = read('docs/commands.md');

  it('has a section for every command, with its arguments', () => {
    const usage = (command: Command) =>
      [
        `pawl ${nameOf(command)}`,
        ...command.registeredArguments.map((a) => {
          const name = `${a.name()}${a.variadic ? '...' : ''}`;
          return a.required ? `<${name}>` : `[${name}]`;
        }),
      ].join(' ');
    expect([...page.matchAll(/^## `(.+)`$/gm)].map(([, title]) => title)).toEqual(commands().map(usage));
  });

  it.each(commands().map((command) => [nameOf(command), command] as const))(
    'lists the options of %s',
    (name, command) => {
      const section = new RegExp(`^## \`pawl ${name}\\b[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, 'm').exec(page)?.[0] ?? '';
      const listed = tables(section, 'option', 'meaning').map(([option = '']) => ticked(option)[0]);
      expect(listed).toEqual(command.options.map(({ flags }) => flags));
    },
  );

  it('lists the options of every command', async () => {
    const listed = tables(page.split('## Exit codes')[0] ?? '', 'option', 'meaning').map(
      ([option = '']) => ticked(option)[0],
    );
    expect(listed.sort()).toEqual((await globalFlags()).sort());
  });

  it('states the exit codes', () => {
    const stated = tables(page, 'code', 'status', 'meaning').map(([code, status = '']) => [
      Number(code),
      ticked(status)[0],
    ]);
    const codes = [
      ...Object.entries(exitCodes).map(([status, code]) => [code, status]),
      [2, undefined],
      [waitingExitCode, undefined],
    ];
    expect(stated).toEqual(codes.sort(([a], [b]) => Number(a) - Number(b)));
  });
});

describe('docs/loops.md', () => {
  it('names the version of fingerprints', () => {
    expect(read('docs/loops.md').match(/`v\d+:/g)).toEqual([`\`${version}:`]);
  });
});

describe('docs/agents.md', () => {
  const page = read('docs/agents.md');

  it('shows an agent file without a fault, that a repository may have', async () => {
    const [example = '', ...more] = fences(page, 'markdown');
    expect(more).toEqual([]);
    const top = tempDir();
    mkdirSync(join(top, '.pawl/agents'), { recursive: true });
    writeFileSync(join(top, '.pawl/agents/scribe.agent.md'), example);
    const target = { dir: top, top };
    const { agents, errors } = await loadAgents({ env: { HOME: top }, target, limits: defaults().limits, tiers: [] });
    expect(errors).toEqual([]);
    expect(agents.scribe).toMatchObject({ actions: ['read', 'search', 'exports', 'finish'] });
  });

  it('lists every key', () => {
    const keys = Object.keys(agentHeadSchema.shape).flatMap((key) =>
      key === 'contract' ? Object.keys(contractSchema.shape).map((inner) => `contract.${inner}`) : [key],
    );
    expect(tables(page, 'key', 'type', 'meaning').map(([key = '']) => ticked(key)[0])).toEqual(keys);
  });

  it.each([
    ['action', 'input', 'does', actionNames],
    ['check', 'needs', 'holds when', Object.keys(checkedSchemas)],
  ])('lists every %s', (first, second, third, names) => {
    expect(tables(page, first, second, third).map(([name = '']) => ticked(name)[0])).toEqual([...names]);
  });

  it('lists every built-in agent', async () => {
    const listed = tables(page, 'agent', 'does').map(([name = '']) => ticked(name)[0]);
    expect(listed).toEqual(Object.keys((await loadAgents()).agents));
  });

  it('names the headings that are read', () => {
    const parts = tables(page, 'part', 'or', 'holds');
    for (const column of [0, 1]) {
      const cycle = parts.map((cells) => `${ticked(cells[column] ?? '')[0]}\n- x\n`).join('');
      const text = `---\nid: a\ndescription: b\nactions: [finish]\n---\n## REACT_CYCLE\n${cycle}`;
      expect(parseAgent(text, 'a')).toMatchObject({ ok: true });
    }
  });
});

describe('docs/events.md', () => {
  const page = read('docs/events.md');
  const sections = page.split(/^### /m).slice(1);

  it('lists every type in order', () => {
    const types = eventSchema.options.map((option) => option.shape.type.value);
    expect(sections.map((section) => ticked(section)[0])).toEqual(types);
  });

  it.each(eventSchema.options.map((option) => [option.shape.type.value, option.shape] as const))(
    'lists the keys of %s',
    (type, shape) => {
      const section = sections.find((text) => text.startsWith(`\`${type}\``)) ?? '';
      const listed = section
        .split('\n')
        .filter((line) => /^- (contract|also): /.test(line))
        .flatMap(ticked);
      expect(listed.sort()).toEqual(
        Object.keys(shape)
          .filter((key) => key !== 'type')
          .sort(),
      );
    },
  );

  it('shows real events', () => {
    const lines = fences(page, 'json').flatMap((block) => block.split('\n'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(eventSchema.safeParse(JSON.parse(line)).error, line).toBeUndefined();
  });
});

describe('docs/verdict.md', () => {
  const page = read('docs/verdict.md');

  it('lists every key', () => {
    expect(tables(page, 'key', 'meaning').map(([key = '']) => ticked(key)[0])).toEqual(
      Object.keys(verdictSchema.shape),
    );
  });

  it('shows the rows of the pass rule in their order', () => {
    const rows = testRows.map(({ rule, is, ok }) => [String(rule), `\`${is}\``, ok ? 'yes' : 'no']);
    expect(tables(page, 'rule', 'class', 'ok', 'when').map((row) => row.slice(0, 3))).toEqual(rows);
  });

  it('states confidence and recommendation', () => {
    const stated = tables(page, 'situation', 'confidence', 'recommendation').map(([, ...cells]) => cells);
    expect(stated).toEqual(
      situations().map(([confidence, recommendation]) => [String(confidence), `\`${recommendation}\``]),
    );
  });
});

describe('docs/review.md', () => {
  const page = read('docs/review.md');

  it('states the points', () => {
    const { breakdown } = scoreReview(evidence({ fixed: 1, docs_touched: true }), 1, 3);
    const stated = tables(page, 'part', 'at most', 'how').map(([part = '', most]) => [ticked(part)[0], Number(most)]);
    expect(Object.fromEntries(stated)).toEqual(breakdown);
    expect(page).toContain(`score of at least ${approvalScore} `);
  });

  it('states what is lost and for what', () => {
    const points = (given: Partial<Evidence>) => scoreReview(evidence(given), 1, 3).breakdown;
    const how = Object.fromEntries(
      tables(page, 'part', 'at most', 'how').map(([part = '', , text]) => [ticked(part)[0], text]),
    );
    const numbers = (part: string) => (how[part] ?? '').match(/\d+/g)?.map(Number);
    expect(numbers('code_quality')).toEqual([30 - points({ smells: ['x'] }).code_quality, 200]);
    expect(numbers('security')).toEqual([
      20 - points({ dangers: ['x'] }).security,
      points({ secrets: ['x'] }).security,
    ]);
    const [proven, ...less] = [
      { fixed: 1 },
      { kind: 'refactor' as const },
      { tests_added: 1 },
      {},
      { tested: false },
    ].map((given) => points(given).test_coverage);
    const lost = (proven ?? 0) - points({ fixed: 1, uncovered: ['x'] }).test_coverage;
    expect(numbers('test_coverage')).toEqual([proven, ...less, lost]);
    expect(numbers('documentation')).toEqual(
      [{ docs_touched: true }, {}, { public_surface_added: true }].map((given) => points(given).documentation),
    );
    expect(numbers('acceptance')).toEqual([points({ fixed: 1 }).acceptance, points({}).acceptance]);
  });
});

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');

  it('shows what pawl graph prints', () => expect(fences(page, 'mermaid')).toEqual([mermaid().trimEnd()]));

  it('has every room', () => {
    const rooms = readdirSync(join(root, 'src/rooms')).filter((name) => !name.includes('.'));
    expect(
      tables(page, 'room', 'does', 'may reach')
        .map(([room]) => room)
        .sort(),
    ).toEqual(rooms.sort());
  });

  it('says what each room may reach', () => {
    const [, agents = ''] = /"What agents need" means (.*?)\. Rooms never/.exec(page) ?? [];
    const portsIn = (cell: string) =>
      cell
        .replace('what agents need', agents)
        .replaceAll(/\([^)]*\)/g, '')
        .split(/, (?:and )?| and /)
        .map((port) => port.trim());
    const [, needs = ''] = /type Thinkers = Pick<\s*World,([^>]*)>/.exec(read('src/rooms/think.ts')) ?? [];
    const thinkers = quoted(needs);
    for (const [room = '', , reach = ''] of tables(page, 'room', 'does', 'may reach')) {
      const texts = sources(`src/rooms/${room}`).map(read);
      const types = texts.flatMap((text) =>
        [...text.matchAll(/: Room<\s*'\w+',([^>]*)>/g)].map(([, ports = '']) => ports),
      );
      const ports = types.flatMap((type) => [...quoted(type), ...(type.includes('keyof Thinkers') ? thinkers : [])]);
      expect([...new Set(portsIn(reach))].sort(), room).toEqual([...new Set(ports)].sort());
    }
  });

  it('has every crash point', () => {
    const texts = sources('src/adapters').map((file): [string, string] => [file.split('/')[2] ?? '', read(file)]);
    const found = texts.flatMap(([folder, text]) => [
      ...[...text.matchAll(/point\('(\w+\.\w+)/g)].map(([, name]) => name),
      ...[...text.matchAll(/store\.write\('(\w+)'/g)].map(([, step]) =>
        folder === 'sqlite.ts' ? step : `${folder}.${step}`,
      ),
      ...[...text.matchAll(/point\(`\$\{name\}\.(\w+)\./g)].map(([, step]) => step),
    ]);
    const plain = found.filter((name) => name?.includes('.'));
    const shared = found
      .filter((name) => name && !name.includes('.'))
      .flatMap((step) => [`journal.${step}`, `ledger.${step}`, `memory.${step}`]);
    const listed = tables(page, 'points', 'around').flatMap(([names = '']) => ticked(names));
    expect(listed.sort()).toEqual(
      [...new Set([...plain, ...shared].map((name) => (name === 'git.committed' ? 'git.commit' : name)))].sort(),
    );
  });
});

const quoted = (text: string): string[] => [...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word);

describe('docs/library.md', () => {
  const page = read('docs/library.md');

  it('lists what an app can do', async () => {
    const app = await createApp({ target: tempDir() });
    const listed = tables(page, 'method', 'gives').flatMap(([cell = '']) =>
      ticked(cell).map((call) => call.split('(')[0]),
    );
    expect(listed.sort()).toEqual(Object.keys(app).sort());
  });
});
