import { stripEscapes } from '../../../code/text.ts';
import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { isUsualTest } from '../../generic/command.ts';
import { placedError } from '../../reports/places.ts';
import { contradiction, maxReportLength, type Reading, testAt, testRun } from '../../reports/report.ts';
import { list, parseJson, text } from '../../reports/values.ts';
import type { Files, Runner } from '../../runner.ts';
import { type Invocation, splitFlags } from '../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../modules/related.ts';
import { startedIn } from '../package/installed.ts';

const id = 'uvu';
const namesFile = 'uvu-names.cjs';
const startedFile = 'started.ndjson';
const valued = new Set(['-i', '--ignore', '-r', '--require', '-C', '--cwd']);
const dropped = /^(?:-b|--bail|-c|--color|--no-color)$/;

/**
 * uvu prints a mark for each test and the names of failed ones only. It tells a suite's state which test is running, so a
 * preloaded file can write the names down: Object.prototype hears of a property that an object does not have yet.
 */
const names = (file: string) => `
'use strict';
const { appendFileSync } = require('fs');
const suites = new WeakMap();
const listen = function (key, heard) {
  Object.defineProperty(Object.prototype, key, {
    configurable: true,
    enumerable: false,
    get: function () { return undefined; },
    set: function (value) {
      let current = value;
      heard(this, value);
      Object.defineProperty(this, key, {
        configurable: true,
        enumerable: true,
        get: function () { return current; },
        set: function (next) { current = next; heard(this, next); },
      });
    },
  });
};
listen('__suite__', function (state, name) { suites.set(state, String(name)); });
listen('__test__', function (state, name) {
  if (name) appendFileSync(${JSON.stringify(file)}, JSON.stringify([suites.get(state) || '', String(name)]) + '\\n');
});
`;

/** `args` are the words after `uvu`. */
export function uvu(files: Files, call: Invocation, args: string[]): Runner {
  const { flags, plain } = splitFlags(args, valued);
  const flagWords = flags.filter(([flag = '']) => !dropped.test(flag)).flat();
  const folder = (plain[0] ?? '').replace(/^\.\//, '').replace(/\/+$/, '');
  const isTest = (path: string) =>
    /\.[cm]?[jt]sx?$/.test(path) && (isUsualTest(path) || (folder !== '' && path.startsWith(`${folder}/`)));
  const paths = new Set(files.paths);
  const pathOf = (name: string) => (paths.has(`${folder}/${name}`) ? `${folder}/${name}` : name);
  const chosen = (only: string[]) => [
    '.',
    `^(?:${only.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`,
  ];
  return {
    id,
    evidence: 'report',
    unguarded: true,
    command: (only) => ({
      argv: startedIn(files, call.before, [
        'node',
        `--require=${inDir}/${namesFile}`,
        'node_modules/uvu/bin.js',
        ...flagWords,
        ...(only === null ? plain : chosen(only)),
      ]),
      provide: { [namesFile]: names(`${outDir}/${startedFile}`) },
      collect: [startedFile],
      env: { ...call.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    }),
    read: (result, mount_at) =>
      testRun({ id, evidence: 'report' }, result, readUvu(result.stdout, result.files[startedFile], mount_at, pathOf)),
    isTest,
    related: (changed, tree) => relatedScripts(changed, tree, isTest),
    links: scriptLinks,
    coverage: null,
  };
}

/** Puts the marks of the output and the names of the tests together, in the order in which they ran. */
function readUvu(
  stdout: string,
  started: string | undefined,
  mount_at: string,
  pathOf: (name: string) => string,
): Reading {
  const output = stripEscapes(stdout.slice(-maxReportLength));
  const total = /^ {2}Total: +(\d+)\s+Passed: +(\d+)\s+Skipped: +(\d+)/m.exec(output);
  const running = (started ?? '').split('\n').flatMap((line) => {
    const [suite, name] = list(parseJson(line)).map(text);
    return name === undefined ? [] : [{ suite: suite ?? '', name }];
  });
  const reading: Reading = { cases: [], errors: [], complete: total !== null };
  let file = '';
  for (const line of output.split('\n')) {
    const marks = /^(.*?)((?:[•✘] )*) *\((\d+) \/ (\d+)\)$/.exec(line)?.[2]?.match(/[•✘]/g) ?? null;
    if (marks === null) {
      if (/^\S+\.[cm]?[jt]sx?$/.test(line)) file = pathOf(line);
      continue;
    }
    for (const mark of marks) {
      const { suite, name } = running[reading.cases.length] ?? { suite: '', name: `test ${reading.cases.length + 1}` };
      reading.cases.push(
        caseOf(
          file,
          [suite, name].filter((one) => one !== ''),
          mark === '•',
          output,
          mount_at,
        ),
      );
    }
  }
  const passed = reading.cases.filter(({ status }) => status === 'passed').length;
  const skipped = Number(total?.[3] ?? 0);
  if (
    total &&
    (reading.cases.length !== Number(total[1]) ||
      passed !== Number(total[2]) ||
      running.length !== reading.cases.length)
  ) {
    reading.errors.push(
      contradiction(`${total[1]} tests, of which ${total[2]} passed, and ${reading.cases.length} ran`),
    );
    reading.complete = false;
  }
  for (let at = 0; at < skipped; at += 1)
    reading.cases.push({ ...caseOf('', ['(skipped)'], true, '', mount_at), status: 'skipped' });
  return reading;
}

function caseOf(file: string, names: string[], passed: boolean, output: string, mount_at: string): TestCase {
  return {
    ...testAt(file, names),
    line: null,
    status: passed ? 'passed' : 'failed',
    duration_ms: 0,
    error: passed ? null : errorOf(names.at(-1) ?? '', output, mount_at, file || null),
  };
}

/** What is printed below the name of a failed test. */
function errorOf(name: string, output: string, mount_at: string, file: string | null): TestError {
  const start = output.indexOf(`"${name}"\n`);
  const block = start === -1 ? '' : (output.slice(start + name.length + 3).split(/\n {3}FAIL |\n\n\n/)[0] ?? '');
  const message = block.split('\n')[0]?.trim() ?? '';
  const shape = { type: 'AssertionError', message: message === '' ? `${name} failed` : message, stack: block };
  return placedError(shape, mount_at, { file, line: null });
}
