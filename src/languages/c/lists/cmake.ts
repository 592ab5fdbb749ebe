import { aboutTests, isSource, type Part } from './shape.ts';

const lists = /^(?:add_library|add_executable|target_sources|set|list)$/i;
const word = /\s+|#[^\n]*|"(?:[^"\\]|\\[\s\S])*"|[()]|(?:[^\s#()"\\]|\\[\s\S])+/y;

/** The commands of a CMake file; null where it holds more than can be told here. */
export function cmakeParts(text: string): Part[] | null {
  if (/\[=*\[/.test(text)) return null;
  const commands = commandsIn(text);
  if (commands === null) return null;
  const tested = new Set(
    commands.filter(({ name }) => /^add_test$/i.test(name)).flatMap(({ words }) => words.map(plain)),
  );
  return commands.map(({ name, words }) => {
    const [target = ''] = words.filter((one) => !/^(?:APPEND|PREPEND)$/.test(one)).map(plain);
    const isList =
      lists.test(name) && !words.some((one) => aboutTests.test(one)) && !tested.has(target) && !/^CMAKE_/.test(target);
    const isListed = (one: string) => isList && isSource(plain(one));
    return {
      text: [name.toLowerCase(), ...words.filter((one) => !isListed(one))].join(' '),
      sources: words.filter(isListed).map(plain),
    };
  });
}

interface Command {
  name: string;
  words: string[];
}

function commandsIn(text: string): Command[] | null {
  const commands: Command[] = [];
  let [name, depth]: [string | null, number] = [null, 0];
  let words: string[] = [];
  word.lastIndex = 0;
  for (let at = 0; at < text.length; at = word.lastIndex) {
    word.lastIndex = at;
    const [token] = word.exec(text) ?? [];
    if (token === undefined) return null;
    if (/^(?:\s|#)/.test(token)) continue;
    if (depth === 0) {
      if (token === '(' && name !== null) depth = 1;
      else if (name === null && /^\w+$/.test(token)) name = token;
      else return null;
      continue;
    }
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    if (depth > 0) words.push(token);
    else {
      commands.push({ name: name ?? '', words });
      [name, words] = [null, []];
    }
  }
  return depth === 0 && name === null ? commands : null;
}

/** Without quotes, and without the folder of the file itself. */
const plain = (one: string): string =>
  one
    .replace(/^"(.*)"$/s, '$1')
    .replace(/^\$\{(?:CMAKE_CURRENT_SOURCE_DIR|CMAKE_SOURCE_DIR|PROJECT_SOURCE_DIR)\}\//, '');
