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
 * uvu names failed tests only, so a preloaded file writes down each name as uvu's loop over its tests comes to it. Since
 * 0.4 it also tells a suite's state its name, and then each test that begins: Object.prototype hears of a property that
 * an object does not have yet.
 */
const names = (file: string) => `
'use strict';
const { appendFileSync } = require('fs');
let hasStates = false;
let awaited = false;
const begins = function (suite, test) {
  appendFileSync(${JSON.stringify(file)}, JSON.stringify([String(suite), String(test)]) + '\\n');
};
Object.defineProperty(Object.prototype, '__suite__', {
  configurable: true,
  enumerable: false,
  get: function () { return undefined; },
  set: function (name) {
    hasStates = true;
    let running = '';
    Object.defineProperty(this, '__suite__', { configurable: true, enumerable: true, writable: true, value: name });
    Object.defineProperty(this, '__test__', {
      configurable: true,
      enumerable: true,
      get: function () { return running; },
      set: function (test) {
        running = test;
        if (awaited) begins(this.__suite__, test);
        awaited = false;
      },
    });
  },
});
const push = Array.prototype.push;
const iterate = Array.prototype[Symbol.iterator];
const testLists = new WeakSet();
const isTest = function (one) {
  if (one === null || typeof one !== 'object' || typeof one.handler !== 'function') return false;
  const caller = String(new Error().stack).split('\\n')[3];
  return /[\\\\/]uvu[\\\\/]dist[\\\\/]/.test(caller);
};
const announced = function* () {
  for (const test of { [Symbol.iterator]: iterate.bind(this) }) {
    if (hasStates) awaited = true;
    else begins('', test.name);
    yield test;
  }
};
Object.defineProperty(Array.prototype, 'push', {
  configurable: true,
  enumerable: false,
  writable: true,
  value: function push_(one) {
    if (!testLists.has(this) && isTest(one)) {
      testLists.add(this);
      Object.defineProperty(this, Symbol.iterator, { value: announced });
    }
    return push.apply(this, arguments);
  },
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

/**
 * Puts the names of the tests, in the order in which they ran, and the output together: a suite ends with a line that
 * counts its tests, and the failed ones are named below it. What tests print may stand anywhere between.
 */
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
  let at = 0;
  for (const { file, label, tests, failed } of suitesOf(output)) {
    for (const { suite, name } of running.slice(at, at + tests)) {
      const passed = failed[0] !== name;
      if (!passed) failed.shift();
      const names = [suite || label, name].filter((one) => one !== '');
      reading.cases.push(caseOf(pathOf(file), names, passed, output, mount_at));
    }
    at += tests;
  }
  const passed = reading.cases.filter(({ status }) => status === 'passed').length;
  if (total && (at !== Number(total[1]) || running.length !== at || passed !== Number(total[2]))) {
    const seen = `${running.length} ran, of which ${passed} passed`;
    reading.errors.push(contradiction(`${total[1]} tests, of which ${total[2]} passed, but ${seen}`));
    reading.complete = false;
  }
  for (let skipped = 0; skipped < Number(total?.[3] ?? 0); skipped += 1)
    reading.cases.push({ ...caseOf('', ['(skipped)'], true, '', mount_at), status: 'skipped' });
  return reading;
}

/** The suites of an output, with the names of their failed tests. `label`: as printed before the first mark. */
function suitesOf(output: string) {
  const suites: { file: string; label: string; tests: number; failed: string[] }[] = [];
  let file = '';
  let label = '';
  for (const line of output.split('\n')) {
    const end = /\((\d+) \/ (\d+)\)$/.exec(line);
    const failed = /^ {3}FAIL .*?"(.*)"$/.exec(line)?.[1];
    label = /^ (\S.*?) {2}(?:[•✘] | \()/.exec(line)?.[1] ?? label;
    if (end) {
      suites.push({ file, label, tests: Number(end[2]), failed: [] });
      label = '';
    } else if (failed !== undefined) suites.at(-1)?.failed.push(failed);
    else if (/^\S+\.[cm]?[jt]sx?$/.test(line)) file = line;
  }
  return suites;
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
