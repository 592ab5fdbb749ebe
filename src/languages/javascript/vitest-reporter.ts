/**
 * A second reporter for vitest, as a module's text: its JSON report leaves out failed hooks and errors outside any test.
 * It is placed in the sandbox and runs there. `onTestRunEnd` is vitest 3 and later, `onFinished` before that.
 */
export const vitestReporter = (file: string) => `
import { writeFileSync } from 'node:fs';

export default class FaultReporter {
  #faults = [];

  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      this.#add(module.moduleId, module.errors());
      for (const suite of module.children.allSuites()) this.#add(module.moduleId, suite.errors());
    }
    this.#write(unhandled);
  }

  onFinished(files = [], unhandled = []) {
    if (this.#faults.length > 0) return;
    const visit = (task, path) => {
      if (task.type === 'test') return;
      this.#add(path, task.result?.errors ?? []);
      for (const inner of task.tasks ?? []) visit(inner, path);
    };
    for (const task of files) visit(task, task.filepath);
    this.#write(unhandled);
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
