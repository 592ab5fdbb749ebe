/**
 * A second reporter for jest, as a module's text: its JSON report tells of a file that does not load in a text for
 * people only, and of nothing before the end. It is placed in the sandbox and runs there, in the language of 2015.
 */
export const jestReporter = (file: string, progressFile: string) => `
'use strict';
const fs = require('fs');

module.exports = class FaultReporter {
  constructor() {
    this.out = fs.openSync(${JSON.stringify(progressFile)}, 'w');
  }

  tell(event) {
    fs.writeSync(this.out, JSON.stringify(event) + '\\n');
  }

  onTestFileStart(test) {
    this.tell({ e: 'load', file: test.path });
  }

  onTestCaseStart(test, info) {
    this.tell({ e: 'run', file: test.path, names: (info.ancestorTitles || []).concat([info.title]) });
  }

  onTestCaseResult(test, result) {
    const messages = (result.failureMessages || []).map(cut);
    const names = (result.ancestorTitles || []).concat([result.title]);
    this.tell({ e: 'end', file: test.path, names: names, status: result.status, ms: result.duration, messages: messages });
  }

  onTestFileResult(test) {
    this.tell({ e: 'done', file: test.path });
  }

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

/** Which files jest runs, without some: as a module's text. What it gives back is not the same in every version. */
export const jestFilter = (leftOut: string[]) => `
'use strict';
module.exports = function (paths) {
  const left = ${JSON.stringify(leftOut)}.map((path) => process.cwd() + '/' + path);
  const version = require(process.cwd() + '/node_modules/jest/package.json').version;
  const rest = paths.filter((path) => left.indexOf(path) === -1);
  return Promise.resolve({ filtered: parseInt(version, 10) < 30 ? rest.map((path) => ({ test: path })) : rest });
};
`;
