/** A path in running text: folders and a file with an ending, or a file's name alone in backticks. */
const paths =
  /(?<![\w./:@~$*{<-])(?:\.\/)?((?:[\w@.-]+\/)+[\w@-][\w@.-]*\.[a-z]\w{0,9})(?![\w/*{(<>+-])|`([\w-]+(?:\.[\w-]+)*\.[a-z]\w{0,9})`/gi;
const making =
  /\b(?:new|creat(?:e|es|ed|ing)|renam(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|extract(?:s|ed|ing)?|split(?:s|ting)?|generat(?:e|es|ed|ing)|not exist)\b/i;
const adding =
  /\b(?:add|adds|adding|introduc(?:e|es|ing)|write|writes|writing)\s+(?:(?!to\b|in\b|into\b|for\b|from\b|of\b)\S+\s+){0,4}[`'"(]?$/i;

export interface NamedPath {
  path: string;
  /** The text says that it is to be made. */
  made: boolean;
}

/** The files that a text names. */
export function pathsNamedIn(text: string): NamedPath[] {
  return [...text.matchAll(paths)].map((match) => {
    const path = (match[1] ?? match[2] ?? '').replace(/\.$/, '');
    return { path, made: making.test(text) || adding.test(text.slice(0, match.index + (match[2] ? 1 : 0))) };
  });
}
