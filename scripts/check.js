// Format, types, import rules, literals and unused code, side by side: one line for each, and the whole output of what fails.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = process.execPath;
const tool = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

const checks = {
  format: [node, tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--colors=off'],
  types: [
    node,
    tool('typescript/bin/tsc'),
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    tool('.cache/pawl.tsbuildinfo'),
  ],
  page: [node, tool('typescript/bin/tsc'), '--noEmit', '--project', 'src/faces/ui/client'],
  imports: [node, fileURLToPath(new URL('check-imports.js', import.meta.url))],
  literals: [node, fileURLToPath(new URL('check-literals.js', import.meta.url))],
  unused: [node, tool('knip/bin/knip.js'), '--no-progress'],
};

const results = await Promise.all(Object.entries(checks).map(([name, argv]) => check(name, argv)));
for (const { name, output, passed } of results) {
  if (!passed) console.error(`\n${name} failed\n${output}`);
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

function check(name, [file, ...args]) {
  const started = performance.now();
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const passed = code === 0;
      console.log(
        `${name.padEnd(9)}${passed ? 'ok' : 'failed'} ${((performance.now() - started) / 1000).toFixed(1)} s`,
      );
      resolve({ name, output, passed });
    });
  });
}
