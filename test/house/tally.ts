import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends the output with one plain line that a machine can count: `12 passed, 0 failed`. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    // A file that could not be loaded, a hook that threw and an error outside any test have no test to fail.
    const testless = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module)).length;
    process.stdout.write(`\n${passed} passed, ${failed + testless + unhandled.length} failed\n`);
  }
}

const hasFailedTest = (module: TestModule) =>
  [...module.children.allTests()].some((test) => test.result().state === 'failed');
