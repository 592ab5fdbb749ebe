/** How a line that defines something looks; the name is the group `name`. */
export type Pattern = RegExp;

const javascript: Pattern[] = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\b\s*\*?|class|interface|type|enum|namespace)\s+(?<name>[\w$]+)/,
  /^(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*(?::[^=]*)?=\s*(?:async\b\s*)?(?:function\b|\(|<|[\w$]+\s*=>|class\b)/,
  /^export\s+(?:const|let|var)\s+(?<name>[\w$]+)/,
  /^(?:module\.)?exports\.(?<name>[\w$]+)\s*=/,
  /^\s+(?:(?:public|private|protected|static|async|readonly|override|get|set)\s+)*\*?#?(?<name>[\w$]+)\s*(?:<[^>(]*>)?\([^;]*\{\s*$/,
];

const python: Pattern[] = [/^\s*(?:async\s+)?(?:def|class)\s+(?<name>\w+)/, /^(?<name>[A-Z][A-Z0-9_]+)\s*(?::[^=]*)?=/];

const go: Pattern[] = [
  /^func\s+(?:\([^)]*\)\s*)?(?<name>\w+)/,
  /^type\s+(?<name>\w+)/,
  /^(?:var|const)\s+(?<name>[A-Z]\w*)/,
];

const rust: Pattern[] = [
  /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const|default|extern(?:\s+"[^"]*")?)\s+)*(?:fn|struct|enum|trait|mod|type|union)\s+(?<name>\w+)/,
  /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?<name>[A-Z]\w*)\s*:/,
  /^\s*macro_rules!\s+(?<name>\w+)/,
];

const java: Pattern[] = [
  /^\s*(?:(?:public|private|protected|static|final|abstract|sealed|data|open|internal)\s+)*(?:class|interface|enum|record|@interface|object)\s+(?<name>\w+)/,
  /^\s*(?:(?:public|private|protected|internal|override|open|suspend)\s+)*fun\s+(?:<[^>]*>\s*)?(?<name>\w+)/,
  /^\s+(?:(?:public|private|protected|static|final|abstract|synchronized|default|native)\s+)+(?:<[^>]*>\s*)?[\w.<>[\],?]+(?:\s[\w.<>[\],?]+)?\s+(?<name>\w+)\s*\(/,
];

const byEnding: [RegExp, Pattern[]][] = [
  [/\.[cm]?[jt]sx?$/, javascript],
  [/\.pyi?$/, python],
  [/\.go$/, go],
  [/\.rs$/, rust],
  [/\.(?:java|kt|kts)$/, java],
];

/** Words that look like the name of a method and are not. */
export const notNames: ReadonlySet<string> = new Set(
  'if for while switch catch with function return else do new await super constructor'.split(' '),
);

/** The patterns of a file's language; null for one that is not known. */
export function patternsFor(path: string): Pattern[] | null {
  return byEnding.find(([ending]) => ending.test(path))?.[1] ?? null;
}
