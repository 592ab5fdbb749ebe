import type { Verdict } from '../schema/verdict.ts';
import { isJson, jsonErrors } from './generic/json.ts';
import { isJavaScript, javascriptErrors } from './javascript/syntax.ts';
import { isPython, pythonErrors } from './python/syntax.ts';

/** Files that tests keep for being broken. */
export function isDeliberate(path: string): boolean {
  return /(?:^|\/)(?:fixtures?|__fixtures__|testdata)\//.test(path);
}

/** What does not parse, for the languages that are known; others have no errors. */
export async function syntaxErrors(files: { path: string; text: string }[]): Promise<Verdict['syntax_errors']> {
  const judged = files.filter((file) => !isDeliberate(file.path));
  const errors = await pythonErrors(judged.filter((file) => isPython(file.path)));
  for (const { path, text } of judged) {
    if (isJavaScript(path)) errors.push(...(await javascriptErrors(path, text)));
    else if (isJson(path)) errors.push(...jsonErrors(path, text));
  }
  return errors;
}
