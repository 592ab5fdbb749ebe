import { defineConfig } from 'tsdown';

/**
 * Libraries that nearly every command loads, in hundreds of small files: reading those one by one takes longer than
 * running them. What is not JavaScript, or seldom used, stays outside and is imported when it is used.
 */
const alwaysUsed =
  /^(zod|yaml|commander|picomatch|picocolors|ignore|smol-toml|eventsource-parser|@ai-sdk\/[^/]+)(\/|$)/;
const declarations = /\.d\.\w+$/;

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/faces/cli/main.ts', shipped: 'src/faces/shipped/shipped.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { sourcemap: false },
  deps: {
    alwaysBundle: (id, importer) => alwaysUsed.test(id) && !declarations.test(importer ?? ''),
    onlyBundle: false,
  },
  clean: true,
  fixedExtension: false,
});
