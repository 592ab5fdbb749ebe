import type { Verdict } from '../../schema/judge/verdict.ts';
import { placeAt } from '../reports/places.ts';

/** Files named .json that may hold comments. */
const relaxed =
  /(?:^|\/)(?:(?:tsconfig|jsconfig)[^/]*|\.eslintrc|tslint|devcontainer|api-extractor|\.babelrc|\.swcrc)\.json$|(?:^|\/)\.vscode\//;

export function isJson(path: string): boolean {
  return path.endsWith('.json') && !relaxed.test(path);
}

export function jsonErrors(path: string, text: string): Verdict['syntax_errors'] {
  const content = text.replace(/^\ufeff/, '');
  try {
    JSON.parse(content);
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    const place = placeAt(content, position === undefined ? content.trimEnd().length : Number(position));
    return [{ file: path, ...place, message: error.message.replace(/ \(line \d+ column \d+\)$/, '') }];
  }
}
