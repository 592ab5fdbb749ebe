import { aboutTests, isSource, type Part } from './shape.ts';

const lists =
  /^(?:\w+ ?\+?= ?)?(?:(?:static_library|shared_library|both_libraries|library|executable|shared_module|files) ?\(|\[)/;
const word = /[^\S\n]+|\\\n|#[^\n]*|\n|'''[\s\S]*?'''|'(?:[^'\\\n]|\\[\s\S])*'|[()[\]{}]|[^\s#'()[\]{},]+|,/y;

/** The statements of a Meson file; null where it holds more than can be told here. */
export function mesonParts(text: string): Part[] | null {
  const parts: Part[] = [];
  let words: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at = word.lastIndex) {
    word.lastIndex = at;
    const [token] = word.exec(text) ?? [];
    if (token === undefined) return null;
    if (/^(?:[^\S\n]|\\\n|#)/.test(token)) continue;
    if (token !== '\n') {
      words.push(token);
      depth += /^[([{]$/.test(token) ? 1 : /^[)\]}]$/.test(token) ? -1 : 0;
    } else if (depth === 0) {
      parts.push(...partOf(words));
      words = [];
    }
  }
  return depth === 0 ? [...parts, ...partOf(words)] : null;
}

function partOf(words: string[]): Part[] {
  if (words.length === 0) return [];
  const isList = lists.test(words.join(' ')) && !words.some((one) => aboutTests.test(one));
  const isListed = (one: string) => isList && /^'[^']/.test(one) && isSource(one.slice(1, -1));
  // Commas come and go with what they divide.
  const text = words.filter((one) => one !== ',' && !isListed(one)).join(' ');
  return [{ text, sources: words.filter(isListed).map((one) => one.slice(1, -1)) }];
}
