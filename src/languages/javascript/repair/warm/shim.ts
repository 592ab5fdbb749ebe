/**
 * What stands in for \`node:test\` or for mocha in a warm worker, as a part of a module's text: tests are registered as
 * they are asked for, and run one by one when the worker wants them. \`isMocha\` is declared before it.
 */
export const testShim = `
const patient = { timeout() { return this; }, slow() { return this; }, retries() { return this; } };

function registry() {
  const top_suite = { name: '', parent: null, hooks: { before: [], after: [], beforeEach: [], afterEach: [] }, begun: false };
  let suite = top_suite;
  const tests = [];
  const split = (name, options, fn) => {
    if (typeof name === 'function') return [name.name || '<anonymous>', {}, name];
    if (typeof name === 'object' && name !== null) return ['<anonymous>', name, typeof options === 'function' ? options : fn];
    return typeof options === 'function' ? [name, {}, options] : [name, options || {}, fn];
  };
  const test = (...given) => {
    const [name, options, fn] = split(...given);
    tests.push({ name: String(name), fn: fn || (() => undefined), suite, skipped: Boolean(options.skip || options.todo) || suite.skipped === true });
    return Promise.resolve();
  };
  const describe = (...given) => {
    const [name, options, fn] = split(...given);
    const outer = suite;
    suite = { name: String(name), parent: outer, skipped: Boolean(options.skip || options.todo) || outer.skipped === true, hooks: { before: [], after: [], beforeEach: [], afterEach: [] }, begun: false };
    try {
      const ended = fn ? fn.call(patient, { name, signal: new AbortController().signal }) : undefined;
      if (ended && typeof ended.then === 'function') throw new Error('a suite that is not there at once');
    } finally { suite = outer; }
    return Promise.resolve();
  };
  for (const make of [test, describe]) {
    make.skip = (name, options, fn) => make(name, { skip: true }, fn || (typeof options === 'function' ? options : undefined));
    make.todo = (name, options, fn) => make(name, { todo: true }, fn || (typeof options === 'function' ? options : undefined));
    make.only = make;
  }
  const hook = (kind) => (...given) => { suite.hooks[kind].push(given.find((one) => typeof one === 'function')); };
  const offered = { test, it: test, describe, suite: describe, before: hook('before'), after: hook('after'), beforeEach: hook('beforeEach'), afterEach: hook('afterEach'), mock: nodeTest.mock };
  Object.assign(test, offered);
  // Mocha gives its callback as the only argument, and has its words everywhere.
  const places = isMocha ? 0 : 1;
  if (isMocha) Object.assign(globalThis, offered, { context: describe, specify: test, xit: test.skip, xdescribe: describe.skip, setup: offered.beforeEach, teardown: offered.afterEach });

  const called = (fn, context, places) =>
    fn.length > places
      ? new Promise((resolve, reject) => { fn.call(context, ...(places ? [context] : []), (error) => (error ? reject(error) : resolve())); })
      : fn.call(context, context);

  return {
    tests,
    script: isMocha ? offered : test,
    module: (synthetic) => synthetic({ default: test, ...offered }, 'node:test'),
    async run({ name, fn, suite: inside, skipped }) {
      if (skipped) return 'skipped';
      const around = [];
      for (let at = inside; at; at = at.parent) around.unshift(at);
      let marked = null;
      const late = [];
      const context = {
        name, fullName: name, signal: new AbortController().signal, mock: nodeTest.mock,
        diagnostic() {}, plan() {}, runOnly() {}, skip() { marked = 'skipped'; }, todo() { marked = 'skipped'; },
        before: (hooked) => hooked(), after: (hooked) => { late.push(hooked); }, beforeEach() {}, afterEach() {},
        test() { throw new Error('tests inside of tests'); }, ...patient,
      };
      if (nodeTest.assert) context.assert = nodeTest.assert;
      try {
        for (const one of around) {
          if (one.begun) continue;
          one.begun = true;
          for (const hooked of one.hooks.before) await called(hooked, context, places);
        }
        for (const one of around) for (const hooked of one.hooks.beforeEach) await called(hooked, context, places);
        try { await called(fn, context, places); }
        finally {
          for (const hooked of late) await hooked(context);
          for (const one of around.toReversed()) for (const hooked of one.hooks.afterEach) await called(hooked, context, places);
        }
        return marked || 'passed';
      } catch { return 'failed'; }
      finally { nodeTest.mock.restoreAll(); }
    },
  };
}
`;
