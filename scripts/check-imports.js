// Checks the import rules over src: `node scripts/check-imports.js [folder that holds src]`.
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.js';

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
process.chdir(root);

const files = sourceFiles();
const { modules, summary } = files === 0 ? { modules: [], summary: null } : await cruiseSource();
const read = modules.filter(({ source }) => source.startsWith('src/')).length;

if (read === 0 || read < files) {
  // A compiler that cannot be used reads nothing, and nothing breaks no rule.
  complain(`read ${read} of ${files} modules under src: the import rules were not checked`);
} else {
  for (const { rule, from, to, cycle } of summary.violations) {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`;
    complain(`${rule.name}: ${path}\n  ${comments().get(rule.name)}`);
  }
  if (summary.violations.length === 0) console.log(`${read} modules keep the import rules`);
}

async function cruiseSource() {
  const { output } = await cruise(
    ['src'],
    {
      validate: true,
      ruleSet: rules,
      baseDir: root,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      detectProcessBuiltinModuleCalls: true,
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.js'] },
  );
  return output;
}

function sourceFiles() {
  if (!existsSync('src')) return 0;
  return readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts')).length;
}

function comments() {
  return new Map(rules.forbidden.map(({ name, comment }) => [name, comment]));
}

function complain(text) {
  console.error(text);
  process.exitCode = 1;
}
