import { json } from '../world.ts';
import type { Dialect } from './dialect.ts';

/** The manifest of a project in a dialect. */
export function manifest(dialect: Dialect, more: Record<string, unknown> = {}, before = ''): Record<string, string> {
  const { scripts, ...rest } = more as { scripts?: Record<string, string> };
  return {
    'package.json': json({
      name: 'parcel',
      version: '2.1.0',
      description: 'Sends things.',
      ...(dialect.modules === 'esm' && { type: 'module' }),
      ...rest,
      scripts: { ...scripts, test: `${before}${dialect.script}` },
      ...dialect.manifest,
    }),
    '.gitignore': 'node_modules\ndist\n',
    'README.md': '# Parcel\n\nSends things.\n',
    ...dialect.files,
  };
}
