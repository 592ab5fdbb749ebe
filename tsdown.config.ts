import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/faces/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { sourcemap: false },
  clean: true,
  fixedExtension: false,
});
