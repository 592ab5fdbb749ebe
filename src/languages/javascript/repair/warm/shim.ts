/**
 * What stands in for \`node:test\` in a warm worker, as a part of a module's text: tests are registered as they are asked
 * for, and run one by one when the worker wants them.
 */
export const testShim = `
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
      const ended = fn ? fn({ name, signal: new AbortController().signal }) : undefined;
      if (ended && typeof ended.then === 'function') throw new Error('a suite that is not there at once');
    } finally { suite = outer; }
    return Promise.resolve();
  };
  for (const make of [test, describe]) {
    make.skip = (name, options, fn) => make(name, { skip: true }, fn || (typeof options === 'function' ? options : undefined));
    make.todo = (name, options, fn) => make(name, { todo: true }, fn || (typeof options === 'function' ? options : undefined));
    make.only = make;
  }
  const hook = (kind) => (fn) => { suite.hooks[kind].push(fn); };
  const offered = { test, it: test, describe, suite: describe, before: hook('before'), after: hook('after'), beforeEach: hook('beforeEach'), afterEach: hook('afterEach'), mock: nodeTest.mock };
  Object.assign(test, offered);

  const called = (fn, context, places) =>
    fn.length > places
      ? new Promise((resolve, reject) => { fn.call(context, ...(places ? [context] : []), (error) => (error ? reject(error) : resolve())); })
      : fn.call(context, context);

  return {
    tests,
    script: test,
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
        test() { throw new Error('tests inside of tests'); },
      };
      if (nodeTest.assert) context.assert = nodeTest.assert;
      try {
        for (const one of around) {
          if (one.begun) continue;
          one.begun = true;
          for (const hooked of one.hooks.before) await called(hooked, context, 1);
        }
        for (const one of around) for (const hooked of one.hooks.beforeEach) await called(hooked, context, 1);
        try { await called(fn, context, 1); }
        finally {
          for (const hooked of late) await hooked(context);
          for (const one of around.toReversed()) for (const hooked of one.hooks.afterEach) await called(hooked, context, 1);
        }
        return marked || 'passed';
      } catch { return 'failed'; }
      finally { nodeTest.mock.restoreAll(); }
    },
  };
}
`;
