/**
 * A second reporter for jest, as a module's text: its JSON report tells of a file that does not load in a text for
 * people only. It is placed in the sandbox and runs there, in the language of 2015.
 */
export const jestReporter = (file: string) => `
'use strict';
const fs = require('fs');

module.exports = class FaultReporter {
  onRunComplete(_contexts, results) {
    const faults = [];
    const add = function (path, error) {
      const stack = cut(error.stack || '');
      const written = /^([A-Za-z_$][\\w$.]*): /.exec(stack);
      faults.push({
        file: path,
        type: cut(error.name || error.type || (written && written[1]) || 'Error'),
        message: cut(error.message === undefined ? error : error.message),
        stack: stack,
      });
    };
    for (const result of results.testResults) {
      if (result.testExecError) add(result.testFilePath, result.testExecError);
    }
    if (results.runExecError) add(null, results.runExecError);
    fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({ faults: faults.slice(0, 1000) }));
  }
};

function cut(value) {
  return String(value).slice(0, 8000);
}
`;
