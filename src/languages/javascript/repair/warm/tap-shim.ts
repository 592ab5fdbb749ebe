/**
 * What stands in for tape or tap in a warm worker, as a part of a module's text: the tests of a file are registered, and
 * each is run by the project's own library, in a harness of its own. `module_name` is declared before it.
 */
export const tapShim = `
const failures = new WeakMap();
/** A test of tap has failed with its first check that does: what follows costs time, most of all the reports of more. */
function stopAtFirst({ prototype }) {
  const { printResult } = prototype;
  prototype.stopsAtFirst = true;
  prototype.printResult = function (ok, message, extra, ...others) {
    let outermost = this;
    while (outermost.parent) outermost = outermost.parent;
    const failed = failures.get(outermost);
    const { skip, todo, expectFail } = extra || {};
    if (!failed || skip || todo || Boolean(ok) !== Boolean(expectFail)) return printResult.call(this, ok, message, extra, ...others);
    failed();
    throw new Error('failed');
  };
}

function registry() {
  const library = createRequire(top + '/package.json')(module_name);
  const stops = workerData && !workerData.look && !workerData.probe && typeof library.Test?.prototype.printResult === 'function';
  if (stops && !library.Test.prototype.stopsAtFirst) stopAtFirst(library.Test);
  const tests = [];
  const read = (given) => {
    const fn = given.find((one) => typeof one === 'function');
    const options = given.find((one) => typeof one === 'object' && one !== null) || {};
    const name = given.find((one) => typeof one === 'string') || '(anonymous)';
    return { name, options, fn, skipped: !fn || Boolean(options.skip || options.todo) };
  };

  /** The tests inside of one that begins by naming them, and what it checks besides: each can be run alone. Null for any other. */
  const inside = (one) => {
    const inner = [];
    let [open, checks] = [true, false];
    const registering = new Proxy({}, { get: (_, key) => {
      if (key === 'test' && open) return (...given) => { inner.push(read(given)); return Promise.resolve(); };
      if (open && inner.length === 0 && !quiet.has(key)) throw new Error('a test of its own');
      if (!quiet.has(key)) checks = true;
      return () => undefined;
    } });
    try {
      const ended = one.fn(registering);
      if (!ended || typeof ended.then !== 'function') return inner.length > 0 ? [...inner, ...(checks ? [alone(one)] : [])] : null;
      void Promise.allSettled([ended]);
      return null;
    } catch { return null; }
    finally { open = false; }
  };
  const quiet = new Set(['end', 'plan', 'comment']);
  /** Without the tests inside of it; ended, where those would have done that. */
  const alone = (one) => ({ ...one, whole: true, fn: (t) => {
    const ended = one.fn(new Proxy(t, { get: (real, key) => {
      if (key === 'test' || key === 'plan') return () => Promise.resolve();
      return typeof real[key] === 'function' ? real[key].bind(real) : real[key];
    } }));
    if (!endsItself(one.fn)) t.end();
    return ended;
  } });
  const endsItself = (fn) => {
    const [, name] = /^(?:function[^(]*)?\\(?\\s*([\\w$]+)/.exec(String(fn)) || [];
    return name === undefined || String(fn).split(/[^\\w$.]+/).includes(name + '.end');
  };
  const add = (one, depth) => {
    const inner = one.skipped || one.whole || depth > 3 ? null : inside(one);
    if (inner) for (const each of inner) add(each, depth + 1);
    else tests.push(one);
  };

  const test = (...given) => { add(read(given), 0); return Promise.resolve(); };
  test.skip = (...given) => { tests.push({ ...read(given), skipped: true }); return Promise.resolve(); };
  test.todo = test.skip;
  test.only = test;
  test.test = test;
  // Checks and hooks of a file itself belong to no test that could be run again.
  const offered = new Proxy(test, { get: (own, key) => {
    if (key in own || typeof key === 'symbol' || key === '__esModule') return own[key];
    throw new Error('not only tests');
  } });

  const inTape = ({ name, options, fn }) => new Promise((resolve) => {
    const harness = library.createHarness();
    let passed = true;
    harness.createStream({ objectMode: true })
      .on('data', (row) => { if (row.type === 'assert' && !row.ok && !row.todo) passed = false; })
      .on('end', () => resolve(passed));
    harness(name, options, fn);
  });
  const inTap = ({ name, options, fn }) => new Promise((resolve, reject) => {
    const around = new library.Test({ name, timeout: 0, jobs: 1 });
    if (stops) failures.set(around, () => resolve(false));
    around.resume();
    around.test(name, options, fn).then(() => resolve(around.passing()), reject);
  });

  return {
    tests,
    script: offered,
    module: (synthetic) => synthetic({ default: offered, test }, module_name),
    async run(one) {
      if (one.skipped) return 'skipped';
      let fail;
      // What is thrown later ends no harness.
      const thrown = new Promise((resolve) => { fail = () => resolve(false); });
      process.once('uncaughtException', fail);
      try { return (await Promise.race([module_name === 'tape' ? inTape(one) : inTap(one), thrown])) ? 'passed' : 'failed'; }
      catch { return 'failed'; }
      finally { process.off('uncaughtException', fail); }
    },
  };
}
`;
