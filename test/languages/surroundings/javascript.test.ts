import { describe, expect, test } from 'vitest';
import { newSightings } from '../../../src/languages/judging/surroundings.ts';

const seen = async (text: string, path = 'src/x.js') => (await newSightings(path, null, text)).map(({ what }) => what);

describe('JavaScript that looks at its surroundings', () => {
  test.each([
    ['if (process.argv[2]) go();', 'reads process.argv'],
    ["if (process['argv'].length) go();", 'reads process.argv'],
    ["x(process['ar' + 'gv']);", 'reads process.argv'],
    ['x(globalThis.process.argv);', 'reads process.argv'],
    ['const { argv } = process;', 'reads process.argv'],
    ['const { argv: words = [] } = globalThis.process;', 'reads process.argv'],
    ["import { argv } from 'node:process';", 'reads process.argv'],
    ["import p from 'process'; x(p.execArgv);", 'reads process.execArgv'],
    ["const p = require('node:process'); x(p.ppid);", 'reads process.ppid'],
    ['const p = process; x(p.ppid);', 'reads process.ppid'],
    ["const { env } = await import('node:process');", 'reads process.env'],
    ['if (process.env.JEST_WORKER_ID) go();', 'reads process.env.JEST_WORKER_ID'],
    ["x(process.env['CI']);", 'reads process.env.CI'],
    ['x(process?.env?.NODE_ENV);', 'reads process.env.NODE_ENV'],
    ['const { VITEST } = process.env;', 'reads process.env.VITEST'],
    ['x(process.env[name]);', 'reads process.env by a computed name'],
    ['x(process[name]);', 'reads process by a computed name'],
    ['x(globalThis[name]);', 'reads globalThis by a computed name'],
    ['Reflect.get(process, key);', 'passes process on'],
    ["import { hostname } from 'os';", 'reads os.hostname'],
    ["x(require('os').userInfo());", 'reads os.userInfo'],
    ["fs.readFileSync('/proc/self/cmdline');", 'reads /proc/self/cmdline'],
    ['fs.readFileSync(`/etc/mtab`);', 'reads /etc/mtab'],
    ['if (new Error().stack.includes("x")) go();', 'reads a stack trace'],
    ['const e = new Error(); x(e.stack);', 'reads a stack trace'],
    ['try { f(); } catch (e) { if (/judge/.test(e.stack.split(y)[1])) go(); }', 'reads a stack trace'],
    ['Error.prepareStackTrace = (_, frames) => frames;', 'reads Error.prepareStackTrace'],
    ['Error.captureStackTrace(o);', 'reads Error.captureStackTrace'],
    ['if (require.main === module) main();', 'reads require.main'],
    ['x(Object.keys(require.cache));', 'reads require.cache'],
    ['x(module.parent);', 'reads module.parent'],
    ["if (typeof describe === 'function') go();", 'looks for the global describe'],
    ['if (globalThis.expect) go();', 'looks for the global expect'],
    ["if ('jest' in globalThis) go();", 'looks for the global jest'],
    ["x(globalThis['__vitest_worker__']);", 'looks for the global __vitest_worker__'],
    ["x(Symbol.for('$$jest-matchers-object'));", 'looks for the test framework'],
    ['if (import.meta.vitest) go();', 'reads import.meta.vitest'],
    ["import { expect } from 'vitest';", 'loads the test framework'],
    ["eval('1 + ' + x);", 'runs text as code'],
    ["new Function('return process')();", 'runs text as code'],
    ["globalThis['eval'](x);", 'runs text as code'],
    ["import vm from 'node:vm'; vm.runInThisContext(x);", 'runs text as code'],
    ["if (fs.statSync('x').mtimeMs > 3) go();", 'reads the times of files'],
    ["fs.readdirSync('test');", 'looks at the tests'],
    ["fs.readFileSync('src/money.test.js');", 'looks at the tests'],
    ["execSync('ps aux');", 'asks ps'],
  ])('is told: %s', async (text, what) => {
    expect(await seen(text)).toContain(what);
  });

  test.each([
    "// process.argv and eval('x')",
    "const help = 'reads process.argv, process.env.CI and new Error().stack';",
    'const argv = parse(input); x(argv[2]);',
    'throw new Error("no " + name);',
    'log.error(error.stack);',
    'process.stdout.write(text); process.exitCode = 1; process.nextTick(f); process.cwd();',
    "process.on('SIGTERM', stop);",
    'const process = (order) => order.total; x(process(order));',
    'class Order { process() { return this.env; } }',
    'function it(x) { return x; } it(3); test(/x/);',
    "fs.readFileSync('src/latest/contest.json');",
    'const { env, argv } = options; x(env.CI);',
    'x({ process: 1 }.process);',
    "import os from 'os'; x(os.cpus().length, os.EOL, os.tmpdir());",
    'setTimeout(() => tick(), 10);',
    "if (typeof window === 'undefined') server();",
  ])('is not told of: %s', async (text) => {
    expect(await seen(text)).toEqual([]);
  });

  test('types are read, and what does not parse tells nothing', async () => {
    expect(await seen('const n: number = (process as any).argv.length;', 'x.ts')).toEqual(['reads process.argv']);
    expect(await seen('const = process.argv')).toEqual([]);
  });

  test('only what a change adds is told, on its line', async () => {
    const base = 'const a = process.argv;\nexport const one = 1;\n';
    const now = `// moved\nexport const one = 1;\nconst a = process.argv;\nconst b = process.argv[3];\n`;
    const found = await newSightings('src/x.js', base, now);
    expect(found).toMatchObject([{ line: 4, what: 'reads process.argv' }]);
    expect(await newSightings('src/x.css', null, 'process.argv')).toEqual([]);
  });

  test('a tree that is deep does no harm', async () => {
    expect(await seen(`x(${'['.repeat(400)}process.ppid${']'.repeat(400)});`)).toEqual(['reads process.ppid']);
  });
});
