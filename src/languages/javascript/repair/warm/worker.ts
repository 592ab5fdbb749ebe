import { inDir, outDir } from '../../../../ports/outside/sandbox.ts';
import { probesFile, surveyFile, trialsFile, warmBatchFile } from '../../../repair/warm.ts';
import { warmModules } from './modules.ts';
import { probeShim } from './probe.ts';
import { testShim } from './shim.ts';
import { tapShim } from './tap-shim.ts';

/** Whose tests a worker can run. */
export type WarmKind = 'node:test' | 'mocha' | 'tape' | 'tap';

const moduleNames: Record<WarmKind, string> = { 'node:test': 'test', mocha: 'mocha', tape: 'tape', tap: 'tap' };

const isTap = (kind: WarmKind): boolean => kind === 'tape' || kind === 'tap';

/**
 * Tries candidates on the tests of a runner, as a module's text: threads that each load the project anew for every
 * candidate. One that does not come to an end takes its thread with it, and the next gets a new one. Arguments: the test
 * files.
 */
export const warmWorker = (kind: WarmKind): string => `
import { existsSync, readFileSync, writeFileSync, appendFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire, isBuiltin } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { Session } from 'node:inspector';
import * as nodeTest from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import vm from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const top = process.cwd();
const isMocha = ${kind === 'mocha'};
const module_name = ${JSON.stringify(moduleNames[kind])};
${warmModules}
${isTap(kind) ? tapShim : testShim}
${probeShim}

if (isMainThread) await control();
else if (workerData.probe) await probe(workerData.probe);
else await serve();

/** A thread: runs what it is told, one after the other. */
async function serve() {
  let failure = false;
  process.on('uncaughtException', () => { failure = true; });
  process.on('unhandledRejection', () => { failure = true; });
  const say = (...words) => parentPort.postMessage(words);
  const coverage = workerData.look ? covering() : null;
  const first = await loaded(null);
  say('ready', first && { names: first.tests.tests.map(({ name }) => name), paths: first.paths });
  parentPort.on('message', async ({ changed, order, failing }) => {
    const started = changed || !first ? await loaded(changed) : first;
    let fixed = false;
    if (started && started.tests.tests.length === (first ? first.tests.tests.length : -1)) {
      for (const at of order) {
        say('begin', at);
        failure = false;
        if (coverage) coverage.take();
        const status = await settled(started.tests.run(started.tests.tests[at]));
        await new Promise(setImmediate);
        const ended = failure ? 'failed' : status;
        say('end', at, ended, coverage ? coverage.take() : null);
        if (ended === 'passed' && failing.includes(at)) fixed = true;
        if (failing.length > 0 && at === failing.at(-1) && !fixed) break;
      }
    }
    say('over');
  });
}

/** A test that waits for what nothing is left to bring about has failed. */
async function settled(running) {
  let [timer, idle] = [null, 0];
  const stalled = new Promise((resolve) => {
    timer = setInterval(() => {
      idle = process.getActiveResourcesInfo().every((kind) => kind === 'MessagePort') ? idle + 1 : 0;
      if (idle > 2) resolve('failed');
    }, 10).unref();
  });
  try { return await Promise.race([running, stalled]); }
  finally { clearInterval(timer); }
}

async function loaded(changed) {
  const tests = registry();
  const modules = instance(changed, { [module_name]: tests });
  try {
    for (const file of workerData.files) await modules.load(top + '/' + file);
    return { tests, paths: modules.paths() };
  } catch { return null; }
}

/** A thread: notes what the tests call, and asks each candidate for what comes of other calls. */
async function probe({ candidates, tests: wanted, limit_ms }) {
  process.on('uncaughtException', () => undefined);
  process.on('unhandledRejection', () => undefined);
  const noted = { paths: [...new Set(candidates.map(({ path }) => path))], calls: [] };
  const tests = registry();
  const modules = instance(null, { [module_name]: tests }, noted);
  for (const file of workerData.files) await modules.load(top + '/' + file);
  for (const at of wanted) {
    parentPort.postMessage(['alive']);
    await settled(tests.run(tests.tests[at]));
  }
  const inputs = inputsFrom(noted.calls);
  for (const [at, changed] of [null, ...candidates].entries()) {
    const fresh = instance(changed, { [module_name]: registry() });
    const outcomes = [];
    for (const { path, name, args } of inputs) {
      parentPort.postMessage(['alive']);
      try {
        const exported = await fresh.exported(path);
        outcomes.push(await outcomeOf(name === '' ? exported : exported[name], args, limit_ms));
      } catch { outcomes.push('!load'); }
    }
    parentPort.postMessage(['probed', at - 1, outcomes]);
  }
  parentPort.postMessage(['over']);
}

/** The lines that are executed between two looks, by file. */
function covering() {
  const session = new Session();
  session.connect();
  let result = null;
  const post = (method, params) => session.post(method, params, (error, value) => { result = error ? null : value; });
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take() {
      post('Profiler.takePreciseCoverage');
      const lines = [];
      for (const { url, functions } of (result && result.result) || []) {
        const path = url.startsWith('file:') ? fileURLToPath(url) : url;
        if (!own(path) || !texts.has(path)) continue;
        const text = texts.get(path);
        const hit = functions.filter(({ ranges }) => ranges[0].count > 0);
        let offset = 0;
        for (const [at, line] of text.split('\\n').entries()) {
          // What closes a block belongs to it, and not to what follows on the line.
          const begin = offset + (/^[\\s}]*(?=[^\\s}])/.exec(line) || /^\\s*/.exec(line))[0].length;
          offset += line.length + 1;
          if (line.trim() === '') continue;
          const inner = functions.flatMap(({ ranges }) => ranges).filter(({ startOffset, endOffset }) => startOffset <= begin && begin < endOffset)
            .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
          const starts = hit.some(({ ranges: [whole] }) => whole.startOffset >= begin && whole.startOffset < offset && whole.endOffset > whole.startOffset && inner !== undefined && whole !== inner);
          if ((inner && inner.count > 0) || starts) lines.push([path.slice(top.length + 1), at + 1]);
        }
      }
      return lines;
    },
  };
}

/** Hands out the work, and ends what does not. */
async function control() {
  const { work: asked, candidates, each_ms, all_ms, more, base } = JSON.parse(readFileSync(${JSON.stringify(`${inDir}/${warmBatchFile}`)}, 'utf8'));
  const begun = Date.now();
  const files = process.argv.slice(2);
  const until = begun + all_ms;
  const cores = Math.max(1, Math.min(8, availableParallelism()));
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };

  const open = (look) => new Promise((resolve) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { files, look }, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    thread.stdout.resume();
    thread.stderr.resume();
    const timer = setTimeout(() => { thread.terminate(); resolve(null); }, Math.min(until - Date.now(), 20 * each_ms + 5000));
    thread.on('error', () => { clearTimeout(timer); resolve(null); });
    thread.on('exit', () => { clearTimeout(timer); resolve(null); });
    thread.once('message', ([, known]) => { clearTimeout(timer); resolve(known ? { thread, known } : (thread.terminate(), null)); });
  });

  /** What became of each test; the thread is gone where one of them did not end. */
  const resultsOf = (thread, work, limit_ms) => new Promise((resolve) => {
    const [statuses, lines] = [new Map(), new Map()];
    let [running, since, cpu] = [null, Date.now(), used()];
    const end = (alive, busy = false) => {
      clearInterval(timer);
      thread.removeAllListeners('message');
      thread.removeAllListeners('exit');
      if (!alive) thread.terminate();
      resolve({ statuses, lines, running, alive, busy });
    };
    const timer = setInterval(() => {
      const now = Date.now();
      const over = used() - cpu > limit_ms * cores && now - since > limit_ms;
      if (over || now - since > 20 * limit_ms + 2000 || now >= until) end(false, over);
    }, 25);
    thread.on('exit', () => end(false));
    thread.on('message', ([word, at, status, hit]) => {
      [since, cpu] = [Date.now(), used()];
      if (word === 'begin') running = at;
      if (word === 'end') { running = null; statuses.set(at, status); if (hit) lines.set(at, hit); }
      if (word === 'over') end(true);
    });
    thread.postMessage(work);
  });

  if (asked === 'survey') {
    let place = await open(true);
    if (!place || place.known.paths.some((path) => !/\\.(?:[cm]?js|json)$/.test(path))) return process.exit(0);
    const { names } = place.known;
    const tests = names.map(() => 'failed');
    const lines = {};
    let endless = false;
    let left = tests.map((_, at) => at);
    while (left.length > 0 && place && Date.now() < until) {
      const { statuses, lines: hit, running, alive, busy } = await resultsOf(place.thread, { changed: null, order: left, failing: [] }, each_ms);
      if (busy) endless = true;
      for (const [at, status] of statuses) tests[at] = status;
      for (const [at, hits] of hit) for (const [path, line] of hits) {
        const counts = ((lines[path] ??= {})[line] ??= [0, 0]);
        if (tests[at] !== 'skipped') counts[tests[at] === 'passed' ? 1 : 0] += 1;
      }
      left = left.filter((at) => !statuses.has(at) && at !== running);
      if (running === null) break;
      if (!alive) place = left.length > 0 ? await open(true) : null;
    }
    // A test that had to be ended tells no lines: then nothing is known of any.
    const isWhole = tests.every((status) => status !== 'failed') || Object.values(lines).some((file) => Object.values(file).some(([failed]) => failed > 0));
    writeFileSync(${JSON.stringify(`${outDir}/${surveyFile}`)}, JSON.stringify({ tests, names, lines: isWhole ? lines : {}, stuck: [], endless, coarse: ${isTap(kind)} }));
    return process.exit(0);
  }

  const textOf = ({ path, edits }) => [...edits].sort((a, b) => b.start - a.start)
    .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), readFileSync(path, 'utf8'))
    .replace(/^#!/, '//');

  if (asked === 'probe') {
    const whole = candidates.map(({ path, edits }) => ({ path: top + '/' + path, text: textOf({ path, edits }) }));
    const tests = base.flatMap((status, at) => (status === 'skipped' ? [] : [at]));
    const data = { files, probe: { candidates: whole, tests, limit_ms: Math.max(50, Math.min(250, each_ms)) } };
    const thread = new Worker(new URL(import.meta.url), { workerData: data, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    thread.stdout.resume();
    thread.stderr.resume();
    let heard = Date.now();
    setInterval(() => { if (Date.now() - heard > 20 * each_ms + 2000 || Date.now() >= until) process.exit(0); }, 50);
    thread.on('exit', () => process.exit(0));
    thread.on('error', () => process.exit(0));
    thread.on('message', ([word, at, outcomes]) => {
      heard = Date.now();
      if (word === 'probed') appendFileSync(${JSON.stringify(`${outDir}/${probesFile}`)}, JSON.stringify({ at, outcomes }) + '\\n');
      if (word === 'over') process.exit(0);
    });
    return;
  }

  const out = ${JSON.stringify(`${outDir}/${trialsFile}`)};
  const failing = base.flatMap((status, at) => (status === 'failed' ? [at] : []));
  const passing = base.flatMap((status, at) => (status === 'passed' ? [at] : []));
  const order = [...failing, ...passing];
  let [next, whole_at, again] = [0, null, 40];
  const work = async () => {
    let [place, fresh] = [null, false];
    const outcomeOf = async (changed) => {
      const { statuses, alive } = await resultsOf(place.thread, { changed, order, failing }, each_ms);
      if (!alive) place = null;
      const good = failing.filter((one) => statuses.get(one) === 'passed').length;
      const broken = good === 0 ? 0 : passing.filter((one) => statuses.get(one) !== 'passed').length;
      return { good, broken, passed: [...statuses.values()].filter((status) => status === 'passed').length };
    };
    while (next < candidates.length && Date.now() < until && (whole_at === null || next <= whole_at + more)) {
      const at = next;
      next += 1;
      if (!place) [place, fresh] = [await open(false), true];
      if (!place || place.known.names.length !== base.length) return;
      const path = top + '/' + candidates[at].path;
      if (!place.known.paths.includes(path)) continue;
      const changed = { path, text: textOf({ ...candidates[at], path }) };
      let { good, broken, passed } = await outcomeOf(changed);
      // What seems broken may be what an earlier candidate left behind.
      if (good === failing.length && broken > 0 && !fresh && again > 0) {
        again -= 1;
        if (place) await place.thread.terminate();
        place = await open(false);
        if (!place) return;
        ({ good, broken, passed } = await outcomeOf(changed));
      }
      fresh = false;
      const trial = { at, failing: failing.length - good, broken, passed };
      appendFileSync(out, JSON.stringify(trial) + '\\n');
      if (trial.failing === 0 && broken === 0 && passed > 0) whole_at = Math.min(at, whole_at ?? at);
    }
    if (place) await place.thread.terminate();
  };
  await Promise.all(Array.from({ length: cores }, work));
  process.exit(0);
}
`;
