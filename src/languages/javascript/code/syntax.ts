import type { Verdict } from '../../../schema/judge/verdict.ts';
import { placeAt } from '../../reports/places.ts';
import { nestsDeeply } from './script-tree.ts';

type SyntaxErrors = Verdict['syntax_errors'];

/** An error is one that no way of reading the file avoids: what a `.js` file is depends on files around it. */
export async function javascriptErrors(path: string, text: string): Promise<SyntaxErrors> {
  if (/^\s*(?:\/\/|\/\*[*\s]*)\s*@flow\b/m.test(text.slice(0, 500))) return [];
  if (nestsDeeply(text)) return [{ file: path, line: 1, column: 1, message: 'nested too deeply to be read' }];
  const { parseSync } = await import('oxc-parser');
  let first: SyntaxErrors | null = null;
  for (const sourceType of sourceTypes(path)) {
    const lang = /\.[cm]?js$/.test(path) ? { lang: 'jsx' as const } : {};
    const faults = parseSync(path, text, { sourceType, showSemanticErrors: true, ...lang }).errors;
    const errors = faults
      .filter((error) => error.severity === 'Error')
      .map((error) => ({
        file: path,
        ...placeAt(text, error.labels.at(-1)?.start ?? 0),
        message: [error.message, error.helpMessage].filter(Boolean).join(' '),
      }));
    if (errors.length === 0) return [];
    first ??= errors;
  }
  return first ?? [];
}

function sourceTypes(path: string): ('module' | 'commonjs')[] {
  if (/\.m[jt]sx?$/.test(path)) return ['module'];
  if (/\.c[jt]sx?$/.test(path)) return ['commonjs'];
  return ['module', 'commonjs'];
}
