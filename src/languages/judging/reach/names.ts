import { languageOf } from '../../registry.ts';

/** The paths that a text may name, as far as its strings tell. */
export interface Names {
  /** Words that may be a path, part of one, or a module's dotted name: `./` and `../` are gone, and so is a slash at the end. */
  words: Set<string>;
  /** It loads what it finds: any file of its folder may be meant. */
  looksAround: boolean;
}

const strings = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
/** Files whose words are not in quotes. */
const unquoted = /(?:\.(?:sh|bash|mk|ya?ml|toml|cfg|ini|txt|cmake)|(?:^|\/)(?:\w*[Mm]akefile|CMakeLists\.txt))$/;
const around =
  /\b(?:readdir|readdirSync|opendir|scandir|listdir|iterdir|walk|glob|globSync|rglob|iter_modules|walk_packages|import_module|__import__|require\.context|import\.meta\.glob|ReadDir|WalkDir|read_dir|listFiles|ServiceLoader)\b/;

/** What a file's text names. */
export function namesIn(path: string, text: string): Names {
  const words = new Set<string>();
  const take = (piece: string) => {
    for (const word of piece.split(/[\s,;|=:()]+|\$\{[^}]*\}|\{[^}]*\}|\*+|%s|<rootDir>|\$\d/)) {
      const plain = word.replace(/^(?:\.{0,2}\/)+|\/+$/g, '');
      if (plain !== '' && plain !== '.' && plain !== '..' && plain.length < 300) words.add(plain);
    }
  };
  for (const [, double, single, back] of text.matchAll(strings)) take(double ?? single ?? back ?? '');
  const { embeds, loads } = languageOf(path)?.naming ?? {};
  for (const [, patterns = ''] of embeds ? text.matchAll(embeds) : []) take(patterns);
  if (unquoted.test(path)) take(text);
  return { words, looksAround: around.test(text) || loads?.test(text) === true };
}

/** Every word by which a path, or a folder above it, may be named: its last parts, also as a module's name. */
export function namedAs(path: string): { file: string[]; folder: string[] } {
  const stem = path.replace(/(?<=[^/])\.[^./]+$/, '');
  const parts = path.split('/').slice(0, -1);
  const folders = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const file = [...tails(path), ...tails(stem).filter((tail) => tail.includes('/') || tail === stem)];
  const dotted = tails(stem.replace(/\/__init__$/, '')).map((tail) => tail.replaceAll('/', '.'));
  return {
    file: [...file, ...dotted.filter((name) => name.includes('.'))],
    folder: folders.flatMap((folder) => tails(folder).flatMap((tail) => [tail, tail.replaceAll('/', '.')])),
  };
}

/** `a/b/c`, `b/c` and `c`. */
function tails(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}
