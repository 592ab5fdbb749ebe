import type { Dialect, TestFile } from '../themes/dialect.ts';

/** A runner of the project's own: it loads what lies in a folder, and says by its exit code how it went. */
const verify = `import { readdirSync } from 'node:fs';

let failed = 0;
for (const name of readdirSync('checks').sort()) {
  if (!name.endsWith('.js')) continue;
  const { checks } = await import(\`./checks/\${name}\`);
  for (const [title, check] of Object.entries(checks)) {
    try {
      await check();
      console.log('ok', title);
    } catch (error) {
      failed += 1;
      console.error('not ok', title, error);
    }
  }
}
process.exit(failed === 0 ? 0 : 1);
`;

export const commandDialect: Dialect = {
  runner: 'command',
  modules: 'esm',
  manifest: {},
  script: 'node verify.js',
  files: { 'verify.js': verify },
  pathOf: (name) => `checks/${name}.js`,
  textOf: ({ imports = [], cases }: TestFile) =>
    `${["import assert from 'node:assert/strict';", ...imports].join('\n')}

export const checks = {
${cases
  .map(
    ({ title, given = [], same }) =>
      `  '${title}': async () => {\n${given.map((line) => `    ${line}\n`).join('')}${same
        .map(([actual, expected]) => `    assert.deepEqual(${actual}, ${expected});\n`)
        .join('')}  },\n`,
  )
  .join('')}};
`,
};
