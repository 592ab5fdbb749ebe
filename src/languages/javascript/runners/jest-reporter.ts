/**
 * A second reporter for jest, as a module's text: its JSON report tells of a file that does not load in a text for
 * people only. It is placed in the sandbox and runs there.
 */
export const jestReporter = (file: string) => `
'use strict';
const { writeFileSync } = require('node:fs');

module.exports = class FaultReporter {
  onRunComplete(_contexts, results) {
    const faults = [];
    const add = (path, error) => {
      const stack = cut(error.stack ?? '');
      faults.push({
        file: path,
        type: cut(error.name ?? error.type ?? /^([A-Za-z_$][\\w$.]*): /.exec(stack)?.[1] ?? 'Error'),
        message: cut(error.message ?? error),
        stack,
      });
    };
    for (const result of results.testResults) {
      if (result.testExecError) add(result.testFilePath, result.testExecError);
    }
    if (results.runExecError) add(null, results.runExecError);
    writeFileSync(${JSON.stringify(file)}, JSON.stringify({ faults: faults.slice(0, 1000) }));
  }
};

function cut(value) {
  return String(value).slice(0, 8000);
}
`;
