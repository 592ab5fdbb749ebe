// Builds dist. Also npm's `prepare` script, so it must do nothing where the development packages are left out,
// nor inside the `npm ci` of scripts/setup.js, which builds by itself.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notices } from './notices.js';
import { stamp } from './setup/stamp.js';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.env.PAWL_SETUP !== 'yes' && existsSync(join(root, 'node_modules', 'tsdown'))) await build();

async function build() {
  const started = new Date();
  const fresh = join(root, `.dist-${process.pid}`);
  const { build: bundle } = await import('tsdown');
  try {
    await bundle({ cwd: root, outDir: fresh, logLevel: 'error' });
    await buildLibrary(bundle, fresh);
    await buildPage(bundle, join(fresh, 'ui'));
    await writeShipped(fresh);
    compileAhead(fresh);
    writeFileSync(join(fresh, 'NOTICES.txt'), notices(fresh, join(root, 'node_modules')));
    stamp(root, fresh);
    // A source file saved during the build is newer than what was built from it.
    utimesSync(join(fresh, 'cli.cjs'), started, started);
    replace(join(root, 'dist'), fresh);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The library as a module, with its types: the same scripts as the command, by their names. */
async function buildLibrary(bundle, outDir) {
  const entry = { index: join(root, 'src', 'index.ts') };
  const types = { format: 'esm', dts: { emitDtsOnly: true, sourcemap: false }, clean: false, fixedExtension: false };
  await bundle({ ...{ config: false, cwd: root, outDir, logLevel: 'error', platform: 'node' }, entry, ...types });
  const names = Object.keys(createRequire(import.meta.url)(join(outDir, 'index.cjs')));
  const text = `import { fileURLToPath } from 'node:url';
import { scripts } from '../bin/compiled.js';

export const { ${names.join(', ')} } = scripts(fileURLToPath(new URL('.', import.meta.url))).load('index.cjs');
`;
  writeFileSync(join(outDir, 'index.js'), text);
}

/** What V8 makes of the scripts, so that commands need not wait for it. They work without it. */
function compileAhead(fresh) {
  const script = join(root, 'scripts', 'compile-ahead.js');
  const { status, stderr } = spawnSync(process.execPath, [script, fresh], { encoding: 'utf8' });
  if (status !== 0) console.error(`compiled ahead only in part: ${stderr.trim().split('\n').at(-1)}`);
}

/** What the browser gets of `pawl ui`: one script and one style, made from our own sources alone. */
async function buildPage(bundle, outDir) {
  const client = join(root, 'src', 'faces', 'ui', 'client');
  await bundle({
    ...{ config: false, cwd: root, outDir, logLevel: 'error', clean: false, dts: false },
    entry: { page: join(client, 'main.ts') },
    ...{ format: 'esm', platform: 'browser', target: 'es2022', minify: true, fixedExtension: false },
    // Shapes are checked by the server: of the schemas only their words get here.
    deps: { alwaysBundle: /./ },
    treeshake: { manualPureFunctions: ['z'], moduleSideEffects: (id) => !id.includes('/zod/') },
  });
  const styles = join(client, 'style');
  const texts = readdirSync(styles)
    .sort()
    .map((name) => readFileSync(join(styles, name), 'utf8'));
  writeFileSync(join(outDir, 'page.css'), texts.join('\n'));
}

/** The manual page and the schema of the configuration, from the code that was just built. */
async function writeShipped(fresh) {
  const { shippedFiles } = createRequire(import.meta.url)(join(fresh, 'shipped.cjs'));
  const files = shippedFiles(readFileSync(join(root, 'docs', 'configuration.md'), 'utf8'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(fresh, name), text);
}

/** Swaps whole folders, so that nobody sees a half-built dist. */
function replace(dist, fresh) {
  const old = `${fresh}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}
