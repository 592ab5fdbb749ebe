import { sealSource } from './seal.ts';

/**
 * A second reporter for vitest, as a module's text: its JSON report leaves out failed hooks and errors outside any test.
 * It is placed in the sandbox and runs there. `onTestRunEnd` is vitest 3 and later, `onFinished` before that.
 */
export const vitestReporter = (file: string) => `
import { writeFileSync } from 'node:fs';
${sealSource}
export default class FaultReporter {
  #faults = [];
  #sealed = false;

  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      this.#add(module.moduleId, module.errors());
      for (const suite of module.children.allSuites()) this.#add(module.moduleId, suite.errors());
    }
    this.#write(unhandled);
    this.#seal(modules.map((module) => module.task));
  }

  onFinished(files = [], unhandled = []) {
    if (this.#sealed) return;
    const visit = (task, path) => {
      if (task.type === 'test') return;
      this.#add(path, task.result?.errors ?? []);
      for (const inner of task.tasks ?? []) visit(inner, path);
    };
    for (const task of files) visit(task, task.filepath);
    this.#write(unhandled);
    this.#seal(files);
  }

  /** What the other report must say: the titles of all tests, and which passed. */
  #seal(files) {
    if (this.#sealed) return;
    this.#sealed = true;
    const said = [];
    const visit = (task) => {
      if (task.tasks) for (const inner of task.tasks) visit(inner);
      else said.push(pawlResult(task.result?.state === 'pass' ? 'pass' : 'fail', task.name, false));
    };
    for (const task of files) visit(task);
    pawlSeal(said);
  }

  #add(path, errors) {
    for (const error of errors) {
      const frames = (error.stacks ?? []).map((frame) => '    at ' + frame.file + ':' + frame.line + ':' + frame.column);
      this.#faults.push({
        file: path,
        type: cut(error.name ?? 'Error'),
        message: cut(error.message ?? error),
        stack: cut([...frames, error.stack ?? ''].join('\\n')),
      });
    }
  }

  #write(unhandled) {
    for (const error of unhandled) this.#add(error.VITEST_TEST_PATH ?? null, [error]);
    writeFileSync(${JSON.stringify(file)}, JSON.stringify({ faults: this.#faults.slice(0, 1000) }));
  }
}

function cut(value) {
  return String(value).slice(0, 8000);
}
`;
