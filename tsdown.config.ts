import { defineConfig } from 'tsdown';

/**
 * Libraries that nearly every command loads, in hundreds of small files: reading those one by one takes longer than
 * running them. What is not JavaScript, or seldom used, stays outside and is imported when it is used.
 */
const alwaysUsed =
  /^(zod|yaml|commander|picomatch|picocolors|ignore|smol-toml|eventsource-parser|@ai-sdk\/[^/]+)(\/|$)/;

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/faces/cli/main.ts', shipped: 'src/faces/shipped/shipped.ts' },
  // Node 20 can keep compiled code of these scripts, and of modules it cannot.
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  shims: true,
  outputOptions: { dynamicImportInCjs: false },
  dts: false,
  deps: {
    alwaysBundle: alwaysUsed,
    onlyBundle: false,
  },
  clean: true,
  fixedExtension: true,
});
