import { inDir, outDir } from '../../../ports/outside/sandbox.ts';
import { isUsualTest } from '../../generic/command.ts';
import { endedRun } from '../../reports/crash.ts';
import { testRun } from '../../reports/report.ts';
import type { Files, Runner } from '../../runner.ts';
import { type Invocation, splitFlags } from '../../runs/script.ts';
import { relatedScripts, scriptLinks } from '../modules/related.ts';
import { startedIn } from '../package/installed.ts';
import { readMocha, runningMocha } from './mocha/mocha-report.ts';

const id = 'jasmine';
const reporterFile = 'jasmine-reporter.cjs';
const reportFile = 'report.ndjson';
const dropped = /^--(?:reporter|color|no-color|fail-fast|stop-on-failure|verbose|quiet)(?:=|$)/;

/** `program` is where it lies, `args` are the words after it. */
export function jasmine(files: Files, call: Invocation, program: string, args: string[]): Runner {
  const { flags, plain } = splitFlags(args, new Set());
  const flagWords = flags.filter(([name = '']) => !dropped.test(name)).flat();
  const isTest = (path: string) =>
    /\.[cm]?[jt]sx?$/.test(path) && (isUsualTest(path) || /[sS]pec\.[cm]?[jt]s$/.test(path) || plain.includes(path));
  return {
    id,
    evidence: 'report',
    unguarded: true,
    command: (only) => ({
      argv: startedIn(files, call.before, [
        'node',
        program,
        ...flagWords,
        `--reporter=${inDir}/${reporterFile}`,
        ...(only ?? plain),
      ]),
      provide: { [reporterFile]: jasmineReporter(`${outDir}/${reportFile}`) },
      collect: [reportFile],
      env: call.env,
    }),
    watch: { running: (reports, mount_at) => runningMocha(reports[reportFile], mount_at), leavesOut: 'nothing' },
    read: (result, mount_at) => {
      const report = result.files[reportFile];
      const reading = endedRun(readMocha(report, result.stderr, mount_at), runningMocha(report, mount_at), result);
      // No test at all is a failure to jasmine; to us it is a suite of none.
      const none = reading.complete && reading.cases.length + reading.errors.length === 0;
      return testRun({ id, evidence: 'report', goodCodes: none ? [0, 1, 2, 3] : [0] }, result, reading);
    },
    isTest,
    related: (changed, tree) => relatedScripts(changed, tree, isTest),
    links: scriptLinks,
    coverage: null,
  };
}

/** As a module's text, in the language of 2015; its lines are those of the reporter for mocha. */
const jasmineReporter = (file: string) => `
'use strict';
const fs = require('fs');

module.exports = class LineReporter {
  constructor() {
    this.out = fs.openSync(${JSON.stringify(file)}, 'w');
    this.lines = 0;
    this.suites = [];
    this.write({ e: 'begin' });
  }

  write(event) {
    this.lines += 1;
    fs.writeSync(this.out, JSON.stringify(event) + '\\n');
  }

  tell(e, result, more) {
    const titles = this.suites.concat([cut(result.description, 2000)]);
    this.write(Object.assign({ e: e, n: result.id, titles: titles, file: result.filename || '', hook: false }, more));
  }

  suiteStarted(result) {
    this.suites.push(cut(result.description, 2000));
  }

  suiteDone(result) {
    this.suites.pop();
    for (const failed of result.failedExpectations || []) this.tell('fail', result, { hook: true, error: describe(failed) });
  }

  specStarted(result) {
    this.tell('run', result);
  }

  specDone(result) {
    const failed = (result.failedExpectations || [])[0];
    if (result.status === 'failed')
      this.tell('fail', result, { ms: result.duration, error: failed ? describe(failed) : { type: 'Error', message: 'it failed', stack: '' } });
    else if (result.status === 'passed') this.tell('pass', result, { ms: result.duration });
    else this.tell('pending', result);
  }

  jasmineDone(result) {
    const whole = { id: 'whole', description: 'jasmine' };
    for (const failed of (result && result.failedExpectations) || []) this.tell('fail', whole, { hook: true, error: describe(failed) });
    fs.writeSync(this.out, JSON.stringify({ e: 'end', lines: this.lines }) + '\\n');
  }
};

function describe(failed) {
  const written = /^([A-Za-z_$][\\w$.]*Error)\\b/.exec(failed.message || '');
  return { type: written ? written[1] : 'AssertionError', message: cut(failed.message), stack: cut(failed.stack || '') };
}

function cut(value, max) {
  return String(value).slice(0, max || 8000);
}
`;
