import { configJsonSchema } from '../../schema/settings/json-schema.ts';
import type { Cli } from '../cli/cli.ts';
import { manual } from '../cli/manual.ts';
import { createProgram } from '../cli/program.ts';
import { packageVersion } from '../cli/version.ts';

/** Files that the build makes from the code and puts into the package, by name. `configuration`: docs/configuration.md. */
export function shippedFiles(configuration: string): Record<string, string> {
  return {
    'pawl.1': manual(createProgram({} as Cli), packageVersion()),
    'config.schema.json': `${JSON.stringify(configJsonSchema(meaningsIn(configuration)), null, 2)}\n`,
  };
}

/** What the tables of keys say: the type of each and its default. */
function meaningsIn(page: string): Record<string, string> {
  const rows = page.matchAll(/^\| `([^`|]+)` \| ([^|]+) \| ([^|]+) \| (?:yes|no|lower) \|$/gm);
  return Object.fromEntries(
    [...rows].map(([, key = '', type = '', value = '']) => [key, meaning(plain(type), plain(value))]),
  );
}

function meaning(type: string, value: string): string {
  if (value.startsWith('see ')) return type;
  return value.startsWith('required') ? `${type}; ${value}` : `${type}; default: ${value}`;
}

const plain = (cell: string): string => cell.trim().replaceAll('`', '');
