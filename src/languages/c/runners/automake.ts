import { outDir } from '../../../ports/outside/sandbox.ts';
import type { TestCase } from '../../../schema/judge/test-run.ts';
import { plainError, type Reading, testAt } from '../../reports/report.ts';
import type { Files, Runner } from '../../runner.ts';
import type { Invocation } from '../../runs/script.ts';
import { buildDir, reportFile } from './build-script.ts';
import { native } from './native.ts';

/** `make check` of automake: each test leaves a `.trs` with its result, and its output in a `.log`. */
export async function automake(call: Invocation, files: Files): Promise<Runner> {
  const tree = `${buildDir}/tree`;
  const configure = files.paths.includes('configure') ? ':' : 'autoreconf -fi';
  const collect = `find . -name '*.trs' -exec sh -c 'for f; do printf "\\036%s\\n" "$f"; cat -- "$f"; printf "\\037"; tail -c 4000 "\${f%.trs}.log"; done' sh {} +`;
  return native(call, {
    id: 'automake',
    needs: 'make',
    cure: 'install it with a compiler, for instance by apt-get install build-essential autoconf automake libtool',
    // In a copy: configure refuses folders with spaces, and not every project can be built from another one.
    builds: [`cp -R . ${tree} && cd ${tree}`, configure, './configure', 'make -j "$cores"'],
    tests: `timeout -k 5 "$seconds" make -k check; code=$?; { ${collect}; printf '\\036end\\n'; } > ${outDir}/${reportFile}; (exit $code)`,
    read: (report) => readResults(report ?? ''),
  });
}

/** Whether a tree is built by automake and has tests. */
export async function hasAutomakeTests(files: Files): Promise<boolean> {
  if (!files.paths.some((path) => /^configure(?:\.ac|\.in)$/.test(path))) return false;
  const parts = files.paths.filter((path) => /(?:^|\/)Makefile\.am$/.test(path)).slice(0, 100);
  const texts = await Promise.all(parts.map((path) => files.read(path)));
  return texts.some((text) => /^(?:dist_)?(?:check_)?TESTS\s*\+?=/m.test(text ?? ''));
}

export function readResults(report: string): Reading {
  const parts = report.split('\u001e').slice(1);
  const cases = parts.slice(0, -1).flatMap((part) => {
    const [results = '', output = ''] = part.slice(part.indexOf('\n') + 1).split('\u001f');
    const name = part.slice(0, part.indexOf('\n')).replace(/^\.\/|\.trs$/g, '');
    return [...results.matchAll(/^:test-result: (\w+)(?: (.*))?$/gm)].map(([, word = '', inner]) =>
      caseOf(inner === undefined ? [name] : [name, inner], word, output),
    );
  });
  return { cases, errors: [], complete: parts.at(-1)?.trim() === 'end' && cases.length > 0 };
}

function caseOf(names: string[], word: string, output: string): TestCase {
  const status = word === 'PASS' || word === 'XFAIL' ? 'passed' : word === 'SKIP' ? 'skipped' : 'failed';
  const error = status === 'failed' ? plainError('Failure', output.trim() || word) : null;
  return { ...testAt('', names), id: names.join(' > '), line: null, status, duration_ms: 0, error };
}
