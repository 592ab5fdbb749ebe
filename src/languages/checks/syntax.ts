import type { Verdict } from '../../schema/judge/verdict.ts';
import type { Language, Source } from '../language.ts';
import { languageOf } from '../registry.ts';
import { isDeliberate } from './deliberate.ts';

/** What does not parse, for the languages that are known; others have no errors. */
export async function syntaxErrors(files: Source[]): Promise<Verdict['syntax_errors']> {
  const errors: Verdict['syntax_errors'] = [];
  for (const [language, ownFiles] of byLanguage(files))
    errors.push(...((await language.checks?.syntax?.(ownFiles)) ?? []));
  return errors;
}

/** Names that are used and nowhere defined, where a language has a checker that is never wrong about it. */
export async function undefinedNames(files: Source[]): Promise<Verdict['import_errors']> {
  const errors: Verdict['import_errors'] = [];
  for (const [language, ownFiles] of byLanguage(files))
    errors.push(...((await language.checks?.names?.(ownFiles)) ?? []));
  return errors;
}

function byLanguage(files: Source[]): Map<Language, Source[]> {
  const groups = new Map<Language, Source[]>();
  for (const file of files) {
    const language = isDeliberate(file.path) ? null : languageOf(file.path);
    if (language) groups.set(language, [...(groups.get(language) ?? []), file]);
  }
  return groups;
}
