import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const self = 'test/house/style.test.ts';
const files = listFiles();
const code = files.filter((file) => /\.(ts|js)$/.test(file) && file !== self);
const source = code.filter((file) => file.startsWith('src/'));

describe('the house', () => {
  it('has files to check', () => {
    expect(source.length).toBeGreaterThan(20);
  });

  it('has no source file over 300 lines', () => {
    expect(source.filter((file) => read(file).split('\n').length > 301)).toEqual([]);
  });

  it('swallows no error', () => {
    expect(matches(code, /catch\s*(\([^)]*\)\s*)?\{\s*(\/\/[^\n]*\s*|\/\*.*?\*\/\s*)*\}/g)).toEqual([]);
    expect(matches(code, /\.catch\(\(\w*\) => (\{\s*\}|undefined|void 0)\)(?!.*\/\/ )/g)).toEqual([]);
  });

  it('leaves nothing for later', () => {
    expect(matches(code, /(\/\/|\/?\*).*\b(TODO|FIXME|XXX|HACK)\b/g)).toEqual([]);
  });

  it('names values by what they are, not by what was done', () => {
    const participle = /\b(?:const|let) (?:found|told|known|kept|shown|said)\b/g;
    expect(matches(source, participle)).toEqual([]);
  });

  it('keeps addresses out of the lock file', () => {
    expect(matches(['package-lock.json'], /"resolved":/g)).toEqual([]);
  });

  it('has a lock file that serves every platform', () => {
    const check = spawnSync(process.execPath, [join(root, 'scripts', 'complete-lock.js'), '--check'], {
      encoding: 'utf8',
    });
    expect(check).toMatchObject({ stderr: '', status: 0 });
  });

  it('names no place of one machine', () => {
    const texts = files.filter((file) => file !== self && !/\.(png|gif|wasm)$/.test(file));
    expect(matches(texts, /(?<![\w.~$}])\/(Users|home|work)\/(?!(me|user|someone|u|a|c|x)\b)[a-z][\w-]*/g)).toEqual([]);
  });

  it('runs every test, or says why not', () => {
    const tests = code.filter((file) => file.startsWith('test/'));
    expect(matches(tests, /\b(it|test|describe|suite)(\.\w+)*\.(only|todo)\b/g, withoutTemplates)).toEqual([]);
    // A reason is a comment, a title that says what it needs, or a variable that holds it and was printed.
    const bare =
      /^(?!.*(\/\/ |\(needs |If\((reason\b|process\.))|.*\n\s*(\/\/ |'.*\(needs )).*\b(it|test|describe|suite)\.(skip|skipIf|runIf)\(/gm;
    expect(matches(tests, bare, withoutTemplates)).toEqual([]);
  });

  it('clears up after every file: a hook in a module that several share counts for the first alone', () => {
    const shared = code.filter((file) => /^test\/.*(?<!\.test)\.ts$/.test(file) && file !== 'test/support/cleaning.ts');
    expect(matches(shared, /^(?:before|after)(?:Each|All)\(/gm)).toEqual([]);
  });

  it('lets no test become another user but in a process of its own', () => {
    const becoming = code.filter(
      (file) => /\.test\.ts$/.test(file) && /\bbecomeOrdinary\(|\.setuid\b/.test(read(file)),
    );
    expect(becoming.length).toBeGreaterThan(0);
    const [, apart = ''] = /const users = \[([^\]]*)\]/.exec(read('vitest.config.ts')) ?? [];
    expect(becoming.filter((file) => !apart.includes(`'${file}'`))).toEqual([]);
  });

  it('says what each port promises', () => {
    const ports = source.filter((file) => file.startsWith('src/ports/'));
    expect(ports.filter((file) => !read(file).includes('/** '))).toEqual([]);
  });

  it('decides without clock, chance or world', () => {
    const pure = source.filter((file) => /^src\/(core|code|schema)\//.test(file));
    const impure =
      /\b(Date\.now|new Date\(\)|Math\.random|randomUUID|randomBytes|performance\.|setTimeout|process\.|fetch\()/g;
    expect(matches(pure, impure)).toEqual([]);
  });

  it('lets only faces write to the terminal', () => {
    const inner = source.filter((file) => !file.startsWith('src/faces/'));
    expect(matches(inner, /\b(console\.\w+|process\.std(out|err))\b/g)).toEqual([]);
  });

  it('tests every folder of src that has behaviour', () => {
    const folders = new Set(source.filter((file) => file.split('/').length > 2).map((file) => file.split('/')[1]));
    for (const shapes of ['schema', 'ports']) folders.delete(shapes);
    const untested = [...folders].filter((folder) => !code.some((file) => file.startsWith(`test/${folder}/`)));
    expect(untested).toEqual([]);
  });

  it('shows every folder of src in the house tour', () => {
    const tour = read('CONTRIBUTING.md');
    const folders = source
      .map((file) => /^src\/(rooms\/[^/]+|[^/]+)\//.exec(file)?.[1])
      .filter((name) => name !== undefined);
    expect([...new Set(folders)].filter((folder) => !tour.includes(`\`src/${folder}/\``))).toEqual([]);
  });
});

/** `file:line: text` for every match. */
function matches(among: string[], pattern: RegExp, look: (text: string) => string = (text) => text): string[] {
  return among.flatMap((file) => {
    const text = look(read(file));
    return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: ${found}`;
    });
  });
}

/** Test files of other projects stand in templates: they may skip what they like. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/`(?:\\.|[^`\\])*`/gs, (template) => template.replaceAll(/[^\n]/g, ' '));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** What is tracked and what would be: no build product, no package. */
function listFiles(): string[] {
  const list = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  return names.filter((name) => name !== '' && existsSync(join(root, name)));
}
