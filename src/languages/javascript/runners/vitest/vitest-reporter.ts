import { sealSource } from '../seal.ts';

/**
 * A second reporter for vitest, as a module's text: its JSON report leaves out failed hooks and errors outside any test,
 * and tells nothing before the end.
 * It is placed in the sandbox and runs there, in the language of 2015: loaders of the target's may read it first.
 * `watch` is loaded ahead of every test file, where there is one. `onTestRunEnd` is vitest 3 and later, `onFinished` before that.
 */
export const vitestReporter = (file: string, progressFile: string, watch: string | null) => `
import { appendFileSync, writeFileSync } from 'fs';
${sealSource}
const faults = [];
let sealed = false;

const tell = (event) => appendFileSync(${JSON.stringify(progressFile)}, JSON.stringify(event) + '\\n');

function namesOf(test) {
  const names = [];
  for (let one = test; one && one.type !== 'module'; one = one.parent) names.unshift(one.name);
  return names;
}

export default class FaultReporter {
  onInit(vitest) {
    const watch = ${JSON.stringify(watch)};
    if (watch === null) return;
    for (const project of vitest.projects || []) {
      const browser = project.config.browser;
      if (!browser || !browser.enabled) project.config.setupFiles.push(watch);
    }
  }

  onTestModuleQueued(module) {
    tell({ e: 'load', file: module.moduleId });
  }

  onTestModuleCollected(module) {
    const tests = [];
    for (const test of module.children.allTests()) {
      const skipped = test.task && (test.task.mode === 'skip' || test.task.mode === 'todo');
      if (!skipped) tests.push(namesOf(test));
    }
    tell({ e: 'all', file: module.moduleId, tests: tests });
  }

  onTestCaseResult(test) {
    const result = test.result();
    const messages = (result.errors || []).map((error) => cut(error.stack || error.message));
    const took = test.diagnostic && test.diagnostic();
    tell({
      e: 'end',
      file: test.module.moduleId,
      names: namesOf(test),
      status: result.state,
      ms: took ? took.duration : 0,
      messages: messages,
    });
  }

  onTestModuleEnd(module) {
    tell({ e: 'done', file: module.moduleId });
  }

  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      add(module.moduleId, module.errors());
      for (const suite of module.children.allSuites()) add(module.moduleId, suite.errors());
    }
    write(unhandled);
    seal(modules.map((module) => module.task));
  }

  onFinished(files, unhandled) {
    if (sealed) return;
    const visit = function (task, path) {
      if (task.type === 'test') return;
      add(path, (task.result && task.result.errors) || []);
      for (const inner of task.tasks || []) visit(inner, path);
    };
    for (const task of files || []) visit(task, task.filepath);
    write(unhandled || []);
    seal(files || []);
  }
}

/** What the other report must say: the titles of all tests, and which passed. */
function seal(files) {
  if (sealed) return;
  sealed = true;
  const results = [];
  const visit = function (task) {
    const passed = task.result && task.result.state === 'pass';
    if (task.tasks) for (const inner of task.tasks) visit(inner);
    else results.push(pawlResult(passed ? 'pass' : 'fail', task.name, false));
  };
  for (const task of files) visit(task);
  pawlSeal(results);
}

function add(path, errors) {
  for (const error of errors) {
    const frames = (error.stacks || []).map((frame) => '    at ' + frame.file + ':' + frame.line + ':' + frame.column);
    faults.push({
      file: path,
      type: cut(error.name || 'Error'),
      message: cut(error.message === undefined ? error : error.message),
      stack: cut(frames.concat([error.stack || '']).join('\\n')),
      cause: cut((error.cause && error.cause.message) || ''),
    });
  }
}

function write(unhandled) {
  for (const error of unhandled) add(error.VITEST_TEST_PATH === undefined ? null : error.VITEST_TEST_PATH, [error]);
  writeFileSync(${JSON.stringify(file)}, JSON.stringify({ faults: faults.slice(0, 1000) }));
}

function cut(value) {
  return String(value).slice(0, 8000);
}
`;
