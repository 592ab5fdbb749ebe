import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repairDeveloper } from '../../src/adapters/developers/repair.ts';
import type { Assignment, Suite } from '../../src/ports/outside/developer.ts';
import type { Sandbox } from '../../src/ports/outside/sandbox.ts';
import { atWork, type Scene, textOf } from '../adapters/developers/external/stage.ts';
import { tests } from '../languages/bare.ts';
import type { Seed } from './seed.ts';

export { reason } from '../adapters/developers/external/stage.ts';

const ownModules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const files = { js: ['lib.js', 'lib.test.js'], ts: ['lib.ts', 'lib.test.ts'], py: ['lib.py', 'test_lib.py'] } as const;

/**
 * The repairer at work on these files, in a real sandbox. Its commands are noted with the time they were given, and when:
 * by its own clock, since it began.
 */
export async function atRepair(
  content: Record<string, string>,
  scene: Scene & { suite?: Partial<Suite> | null; now?: () => number; modules?: string } = {},
) {
  const { suite, now = Date.now, modules = ownModules, assignment, ...rest } = scene;
  const commands: { at: number; timeout_ms: number }[] = [];
  const readings: number[] = [];
  const clock = {
    now: () => {
      readings.push(now());
      return readings.at(-1) ?? 0;
    },
    sleep: async () => undefined,
  };
  const noting = (sandbox: Sandbox): Sandbox => ({
    ...sandbox,
    run: (command, signal) => {
      commands.push({ at: (readings.at(-1) ?? 0) - (readings[0] ?? 0), timeout_ms: command.timeout_ms });
      return sandbox.run(command, signal);
    },
  });
  const stage = await atWork([], {
    developer: ({ sandbox, blobs, sight }) => ({
      work: (given, signal) =>
        repairDeveloper({ sandbox: noting(sandbox), blobs, clock, sight }).work(withModules(given, modules), signal),
    }),
    files: content,
    tier: { name: 'repair', developer: 'repair' },
    ...rest,
    assignment: {
      isProtected: (path) => /test/.test(path),
      breach: async () => null,
      ...(suite !== null && {
        suite: { tests: tests(), request: 'fix the failing tests', last: async () => null, ...suite },
      }),
      ...assignment,
    },
  });
  return { ...stage, commands };
}

/** What the tests are run with: this project's own unless said otherwise. */
function withModules(assignment: Assignment, modules: string): Assignment {
  const layered = [{ host: modules, at: `${assignment.shell.mount_at}/node_modules` }];
  return { ...assignment, shell: { ...assignment.shell, layered } };
}

/** Lets it work on a seed: whether the tests pass, and whether what nobody tests still holds. */
export async function repaired(seed: Seed) {
  const [own] = files[seed.language];
  const stage = await atRepair(projectOf(seed));
  const text = (await textOf(stage.workspace, own)) ?? '';
  const finished = stage.outcome.ended === 'finished';
  return { ...stage, text, finished, right: finished && (text === seed.code || holds(seed, stage.workspace.dir)) };
}

export function projectOf({
  language,
  code,
  bug,
  also,
  shown,
  more = {},
  imported,
  runner,
}: Seed): Record<string, string> {
  const [own, test] = files[language];
  const wrong = [bug, also].reduce((text, change) => (change ? replaced(text, change) : text), code);
  const names =
    imported ?? [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name);
  const taken = `import { ${names.join(', ')} } from './${own}';\n`;
  if (language === 'py') {
    const asserts = shown.map(([expression, value]) => `assert ${pythonOf(expression, value)}\n`);
    if (runner === 'pytest') {
      const cases = asserts.map((check, at) => `def test_${at}():\n    ${check}`);
      return { [own]: wrong, [test]: `import pytest\nfrom lib import *\n\n\n${cases.join('\n\n')}`, ...more };
    }
    const cases = asserts.map((check, at) => `    def test_${at}(self):\n        ${check}`);
    const head = 'import unittest\nfrom lib import *\n\n\nclass Cases(unittest.TestCase):\n';
    return { [own]: wrong, [test]: `${head}${cases.join('\n')}`, ...more };
  }
  const cases = (check: (expression: string, value: string) => string) =>
    shown
      .map(
        ([expression, value], at) =>
          `test('case ${at}', async () => {\n  ${check(`await ${expression}`, JSON.stringify(value))};\n});\n`,
      )
      .join('');
  if (language === 'ts') {
    const manifest = { type: 'module', scripts: { test: 'vitest' }, devDependencies: { vitest: '^4.1.0' } };
    const head = `import { expect, test } from 'vitest';\n${taken}`;
    const body = cases((expression, value) => `expect(${expression}).toEqual(${value})`);
    return { 'package.json': JSON.stringify(manifest), [own]: wrong, [test]: head + body, ...more };
  }
  const head = `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n${taken}`;
  const body = cases((expression, value) => `assert.deepEqual(${expression}, ${value})`);
  return { 'package.json': '{ "type": "module" }', [own]: wrong, [test]: head + body, ...more };
}

/** By the engine itself, without anybody's tests. */
function holds({ language, kept, code, imported }: Seed, dir: string): boolean {
  if (language === 'ts') return false;
  const checks = kept.map(([expression, value]) =>
    language === 'py'
      ? `assert ${pythonOf(expression, value)}`
      : `assert.deepEqual(await ${expression}, ${JSON.stringify(value)});`,
  );
  const names =
    imported ?? [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name);
  const script =
    language === 'py'
      ? `from lib import *\n${checks.join('\n')}`
      : `import assert from 'node:assert/strict'; import { ${names.join(', ')} } from '${join(dir, 'lib.js')}';\n${checks.join('\n')}`;
  const argv = language === 'py' ? ['python3', '-B', '-c'] : [process.execPath, '--input-type=module', '-e'];
  return spawnSync(argv[0] ?? '', [...argv.slice(1), script], { cwd: dir }).status === 0;
}

function pythonOf(expression: string, value: unknown): string {
  const literal = JSON.stringify(value)
    .replace(/\btrue\b/g, 'True')
    .replace(/\bfalse\b/g, 'False')
    .replace(/\bnull\b/g, 'None');
  return Array.isArray(value) ? `${expression} in (${literal}, tuple(${literal}))` : `${expression} == ${literal}`;
}

function replaced(text: string, [from, to]: [string, string]): string {
  if (text.split(from).length !== 2) throw new Error(`${from} does not stand there once`);
  return text.replace(from, () => to);
}
