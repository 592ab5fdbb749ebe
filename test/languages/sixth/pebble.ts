import { block, node, placed } from '../../../src/code/fingerprint/node.ts';
import { definition, linesOf } from '../../../src/code/structure/definitions.ts';
import type { StructureRules } from '../../../src/code/structure/shape.ts';
import { readJunitXml } from '../../../src/languages/generic/junit-report.ts';
import type { Language } from '../../../src/languages/language.ts';
import { testRun } from '../../../src/languages/reports/report.ts';
import type { Runner } from '../../../src/languages/runner.ts';
import { plain } from '../../../src/languages/runs/script.ts';
import { inDir, outDir } from '../../../src/ports/outside/sandbox.ts';

/*
 * Pebble, the smallest language that can be tested: `total = 2 + 3 ; a comment` in any .peb file, and
 * `expect total 5` in those below tests/. `pebble.conf` says which of them are run.
 */

const id = 'pebble';
const reportFile = 'report.xml';
const statement = /^\s*(\w+)\s*=\s*(\d+)\s*\+\s*(\d+)\s*(?:;.*)?$/;

/** Adds up what the files of the product say, and compares. */
const runPebble = `
awk -v out=${outDir}/${reportFile} '
  { sub(/;.*/, "") }
  FILENAME !~ /^tests\\// && $2 == "=" { value[$1] = $3 + $5 }
  FILENAME ~ /^tests\\// && $1 == "expect" {
    count++
    cases = cases "<testcase file=\\"" FILENAME "\\" name=\\"" $2 "\\" time=\\"0\\">"
    if (value[$2] != $3) { bad++; cases = cases "<failure message=\\"" $2 " is " value[$2] "\\"/>" }
    cases = cases "</testcase>"
  }
  END {
    printf "<testsuite tests=\\"%d\\" failures=\\"%d\\">%s</testsuite>", count, bad, cases > out
    exit bad > 0
  }' *.peb "$@"
`;

const isTest = (path: string): boolean => /^tests\/[^/]+\.peb$/.test(path);

function runner(tests: string[]): Runner {
  return {
    id,
    evidence: 'report',
    command: (only) => ({
      argv: ['sh', `${inDir}/run.sh`, ...(only ?? tests)],
      provide: { 'run.sh': runPebble },
      collect: [reportFile],
      env: {},
    }),
    read: (result, mount_at) =>
      testRun({ id, evidence: 'report' }, result, readJunitXml(result.files[reportFile], { mount_at })),
    isTest,
    related: async () => null,
    links: async ({ paths }) =>
      new Map(paths.filter(isTest).map((path) => [path, paths.filter((other) => /^[^/]+\.peb$/.test(other))])),
    coverage: null,
  };
}

const structure: StructureRules = {
  name: id,
  owns: /\.peb$/,
  assignmentBinds: false,
  dangers: [{ name: 'thirteen', fits: ({ kind, text }) => kind === 'number' && text === '13' }],
  read: async (sources) =>
    sources.map(({ text }) => {
      const starts = linesOf(text);
      const statements = text.split('\n').flatMap((line, at) => {
        const [, name = '', left = '', right = ''] = statement.exec(line) ?? [];
        const start = starts[at] ?? 0;
        const sum = [left, right].sort().map((number) => node('number', number));
        return name === '' ? [] : placed([node('decl', name, sum)], start, start + line.length);
      });
      return { root: block(statements), gaps: [] };
    }),
  definitions: async (sources) =>
    sources.map(({ text }) => {
      const starts = linesOf(text);
      return text.split('\n').flatMap((line, at) => {
        const name = statement.exec(line)?.[1];
        const start = starts[at] ?? 0;
        const place = { start, name: start, end: start + line.length };
        return name === undefined ? [] : [definition(text, starts, name, place)];
      });
    }),
};

export const pebble: Language = {
  name: id,
  owns: (path) => path.endsWith('.peb'),
  runners: {
    ids: [id],
    suggest: async ({ paths }, certainty) =>
      certainty === 'shown' && paths.includes('pebble.conf') ? { call: plain('pebble') } : null,
    started: async ({ program }, _call, { paths }) => (program === 'pebble' ? runner(paths.filter(isTest)) : undefined),
  },
  place: { toolchains: {}, marks: /(?:^|\/)pebble\.conf$/ },
  checks: {
    syntax: async (files) =>
      files.flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) => {
          const known = /^\s*(?:;.*)?$/.test(line) || statement.test(line) || /^expect \w+ \d+$/.test(line);
          return known ? [] : [{ file: path, line: at + 1, column: 1, message: 'this is no Pebble' }];
        }),
      ),
  },
  protection: { patterns: [{ rule: 'test runner configuration', globs: ['.pebblerc'] }] },
  manifests: [{ name: /^pebble\.conf$/, keys: (text) => new Map([['tests', text.trim()]]) }],
  structures: [structure],
};
